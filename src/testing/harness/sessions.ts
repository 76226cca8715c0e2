import { privateKeyToAccount } from 'viem/accounts'

import { transferCall } from '#chains/evm/operation/accountCalls.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { RoleBasedAccount } from '#protocol/accounts/account.ts'
import { type AssetType, type EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { type EvmChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { type SessionPolicy, sessionTypedData } from '#protocol/accounts/session.ts'
import { createSessions } from '#service/quotes/request/sessions.ts'
import { composeCalls } from './calls.ts'
import { assetOf, type TestDesk } from './desk.ts'
import { signByOwners, type TestOwner } from './kinds.ts'
import type { TestScene } from './scene.ts'

/** Holds the admin key of all accounts here. */
export const admin = privateKeyToAccount(`0x${'ad'.repeat(32)}`)
/** A stranger. */
export const shop: EvmAddress = '0x00000000000000000000000000000000000054a9'
export const noMore: SessionPolicy = { paysOthers: false, makesCalls: false }

type Words = {
  policy?: SessionPolicy
  key?: TestOwner['key']
  seconds?: bigint
  network?: string
}

/** What owners of session keys and their admin do in tests, at a desk that a test may replace. */
export function createSessionOwners(scene: TestScene, desk: () => TestDesk) {
  let made = 0
  /** An account whose session key is not the admin's, with some USDC on every chain. */
  async function funded(): Promise<TestOwner> {
    made += 1
    const key = privateKeyToAccount(`0x${(0x5e55_0000 + made).toString(16).padStart(64, '0')}`)
    const keys = { sessionAddress: key.address, adminAddress: admin.address }
    const { predictedAddress } = desk().service.quotes.predictAddress(keys)
    const wishes = ['Firth', 'Delta', 'Lagoon'].map((chain) => ({
      assetType: asset(chain, 'USDC'),
      amount: 20_000_000n,
    }))
    await scene.devnet.faucet.give(predictedAddress, wishes)
    return { key, account: { ...keys, accountAddress: predictedAddress } }
  }

  function asset(chain: string, symbol: string): AssetType {
    return assetOf(scene.devnet.network, { chain, symbol })
  }

  /** Three USDC from one chain to the next, signed by the owner's key. */
  async function signed(request: {
    owner: TestOwner
    own: readonly TestOwner[]
    recipient: EvmAddress
    chain?: string
  }): Promise<Quote> {
    const { owner, own, recipient, chain = 'Firth' } = request
    const from = asset(chain, 'USDC')
    const to = asset(chain === 'Delta' ? 'Lagoon' : 'Delta', 'USDT')
    desk().service.balances.forget(owner.account.accountAddress)
    const accounts = [owner, ...own].map(({ account }) => account)
    const quote = await desk().service.quotes.quoteV3({
      from: { accounts, asset: { assetId: from }, amount: '3000000' },
      to: { asset: { assetId: to }, account: `${splitAssetType(to).chainId}:${recipient}` },
    })
    return signByOwners(quote, { owners: [owner], network: scene.devnet.network })
  }

  function accept(quote: Quote) {
    return desk().executions.accept(quote, { receivedBody: quote })
  }

  /** A call that moves one USDC of the account to a shop, prepared, signed and quoted. */
  async function callQuote(owner: TestOwner): Promise<Quote> {
    const calls = composeCalls(desk(), {
      network: scene.devnet.network,
      storage: scene.database.storage,
    })
    const assetType = asset('Lagoon', 'USDC')
    const { account } = owner
    const { to, data } = transferCall(devnetAddresses.usdc, { recipient: shop, amount: 1_000_000n })
    desk().service.balances.forget(account.accountAddress)
    const prepared = await calls.prepare({
      accounts: [account],
      targetChain: splitAssetType(assetType).chainId,
      calls: [{ to, data, value: '0x0' }],
      allowanceRequirements: [],
      tokensRequired: [{ assetType, amount: '1000000' }],
    })
    const [operation] = operationsOf(
      await signByOwners(
        {
          ...(await signed({ owner, own: [], recipient: shop })),
          originChainsOperations: [prepared.chainOperation],
        },
        { owners: [owner], network: scene.devnet.network },
      ),
    )
    const request = {
      accounts: prepared.accounts,
      chainOperation: operation,
      tamperProofSignature: prepared.tamperProofSignature,
    }
    return calls.quote(request, request)
  }

  /** What takes statements. */
  function sessions() {
    return createSessions({
      storage: scene.database.storage,
      network: scene.devnet.network,
      chains: desk().service.chains,
    })
  }

  /** What the admin, or somebody else, signs about an account's session key. */
  async function statement(owner: TestOwner, words: Words) {
    const { policy, key = admin, seconds = 60n, network = scene.devnet.network.name } = words
    const account = roleOf(owner)
    const now = Math.floor((await scene.database.storage.now()).getTime() / 1000)
    const deadline = BigInt(now) + seconds
    const typedData = sessionTypedData(
      {
        account: account.accountAddress,
        session: account.sessionAddress,
        deadline,
        ...(policy && { policy }),
      },
      network,
    )
    return { account, deadline: deadline.toString(), signature: await key.signTypedData(typedData) }
  }

  async function revoke(owner: TestOwner, words: Words = {}) {
    return sessions().revoke(await statement(owner, words))
  }

  async function allow(owner: TestOwner, policy: SessionPolicy, seconds = 60n) {
    return sessions().allow({ ...(await statement(owner, { policy, seconds })), policy })
  }
  return { asset, funded, signed, accept, callQuote, sessions, statement, revoke, allow }
}

export function addressOf({ account }: TestOwner): EvmAddress {
  return account.accountAddress
}

export function roleOf({ account }: TestOwner): RoleBasedAccount {
  if (!('sessionAddress' in account)) throw new Error('Not a role-based account.')
  return account
}

function operationsOf(quote: Quote): [EvmChainOperation] {
  const [operation] = quote.originChainsOperations
  if (!operation || !isEvmOperation(operation)) throw new Error('There is no operation.')
  return [operation]
}
