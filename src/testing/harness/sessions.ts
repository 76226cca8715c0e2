import { privateKeyToAccount } from 'viem/accounts'

import { buildTransferCall } from '#chains/evm/operation/accountCalls.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { RoleBasedAccount } from '#protocol/accounts/account.ts'
import { type AssetType, type EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { type EvmChainOperation, isEvmOperation } from '#protocol/orders/operation.ts'
import type { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { type SessionPolicy, buildSessionTypedData } from '#protocol/accounts/session.ts'
import { createSessions } from '#service/quotes/request/sessions.ts'
import { composeCalls } from './calls.ts'
import { getAsset, type TestServices } from './composeServices.ts'
import { signByOwners, type TestOwner } from './kinds.ts'
import type { TestHarness } from './harness.ts'

/** Admin key of all accounts here. */
export const admin = privateKeyToAccount(`0x${'ad'.repeat(32)}`)
/** A recipient that is not one of the owner's accounts. */
export const shop: EvmAddress = '0x00000000000000000000000000000000000054a9'
export const noMore: SessionPolicy = { paysOthers: false, makesCalls: false }

/** Calls to quote; what they need is not declared unless given. */
export type CallWish = Pick<PrepareCallQuoteRequest, 'overrides'> &
  Partial<Pick<PrepareCallQuoteRequest, 'allowanceRequirements' | 'tokensRequired'>> & {
    calls: readonly { to: EvmAddress; data: Hex; value?: Hex }[]
  }

type SessionTerms = {
  policy?: SessionPolicy
  key?: TestOwner['key']
  seconds?: bigint
  network?: string
}

/** Actions of session key owners and their admin. @param services - The current service. */
export function createSessionOwners(harness: TestHarness, services: () => TestServices) {
  let made = 0
  /** An account whose session key is not the admin's, with USDC on every chain. */
  async function funded(amount = 20_000_000n): Promise<TestOwner> {
    made += 1
    const key = privateKeyToAccount(`0x${(0x5e55_0000 + made).toString(16).padStart(64, '0')}`)
    const keys = { sessionAddress: key.address, adminAddress: admin.address }
    const { predictedAddress } = services().service.quotes.predictAddress(keys)
    const wishes = ['Firth', 'Delta', 'Lagoon'].map((chain) => ({
      assetType: asset(chain, 'USDC'),
      amount,
    }))
    await harness.devnet.faucet.send(predictedAddress, wishes)
    return { key, account: { ...keys, accountAddress: predictedAddress } }
  }

  function asset(chain: string, symbol: string): AssetType {
    return getAsset(harness.devnet.network, { chain, symbol })
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
    services().service.balances.forget(owner.account.accountAddress)
    const accounts = [owner, ...own].map(({ account }) => account)
    const quote = await services().service.quotes.quoteV3({
      from: { accounts, asset: { assetId: from }, amount: '3000000' },
      to: { asset: { assetId: to }, account: `${splitAssetType(to).chainId}:${recipient}` },
    })
    return signByOwners(quote, { owners: [owner], network: harness.devnet.network })
  }

  function accept(quote: Quote) {
    return services().executions.accept(quote, { receivedBody: quote })
  }

  /** A signed quote of calls on Lagoon: unless others are given, one USDC of the account to the shop. */
  async function callQuote(owner: TestOwner, wish?: CallWish): Promise<Quote> {
    const calls = composeCalls(services(), {
      network: harness.devnet.network,
      storage: harness.database.storage,
    })
    const assetType = asset('Lagoon', 'USDC')
    const { account } = owner
    const { to, data } = buildTransferCall(devnetAddresses.usdc, {
      recipient: shop,
      amount: 1_000_000n,
    })
    const usual = {
      calls: [{ to, data }],
      allowanceRequirements: [],
      tokensRequired: [{ assetType, amount: '1000000' }],
    }
    const { calls: wished, ...rest } = wish ? { ...usual, tokensRequired: [], ...wish } : usual
    services().service.balances.forget(account.accountAddress)
    const prepared = await calls.prepare({
      accounts: [account],
      targetChain: splitAssetType(assetType).chainId,
      calls: wished.map((call) => ({ value: '0x0', ...call })),
      ...rest,
    })
    const [operation] = getOperations(
      await signByOwners(
        {
          ...(await signed({ owner, own: [], recipient: shop })),
          originChainsOperations: [prepared.chainOperation],
        },
        { owners: [owner], network: harness.devnet.network },
      ),
    )
    const request = {
      accounts: prepared.accounts,
      chainOperation: operation,
      tamperProofSignature: prepared.tamperProofSignature,
    }
    return calls.quote(request, request)
  }

  /** Accepts session policies. */
  function sessions() {
    return createSessions({
      storage: harness.database.storage,
      network: harness.devnet.network,
      chains: services().service.chains,
    })
  }

  /** A signed policy or revocation of a session key, by the admin unless another key is given. */
  async function statement(owner: TestOwner, words: SessionTerms) {
    const { policy, key = admin, seconds = 60n, network = harness.devnet.network.name } = words
    const account = getRoleAccount(owner)
    const now = Math.floor((await harness.database.storage.now()).getTime() / 1000)
    const deadline = BigInt(now) + seconds
    const typedData = buildSessionTypedData(
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

  async function revoke(owner: TestOwner, words: SessionTerms = {}) {
    return sessions().revoke(await statement(owner, words))
  }

  async function allow(owner: TestOwner, policy: SessionPolicy, seconds = 60n) {
    return sessions().allow({ ...(await statement(owner, { policy, seconds })), policy })
  }
  return { asset, funded, signed, accept, callQuote, sessions, statement, revoke, allow }
}

export function getAddress({ account }: TestOwner): EvmAddress {
  return account.accountAddress
}

export function getRoleAccount({ account }: TestOwner): RoleBasedAccount {
  if (!('sessionAddress' in account)) throw new Error('Not a role-based account.')
  return account
}

function getOperations(quote: Quote): [EvmChainOperation] {
  const [operation] = quote.originChainsOperations
  if (!operation || !isEvmOperation(operation)) throw new Error('There is no operation.')
  return [operation]
}
