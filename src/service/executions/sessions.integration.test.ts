import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { concat, pad } from 'viem/utils'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { transferCall } from '#chains/evm/accountCalls.ts'
import { devnetKeys } from '#devnet/keys.ts'
import { chainOf } from '#devnet/testSettlement.ts'
import { startTestDevnet, type TestDevnet } from '#devnet/startTestDevnet.ts'
import { devnetAddresses } from '#networks/devnetAddresses.ts'
import type { RoleBasedAccount } from '#protocol/account.ts'
import { type AssetType, type EvmAddress, splitAssetType } from '#protocol/caip.ts'
import { type EvmChainOperation, isEvmOperation } from '#protocol/operation.ts'
import type { Quote } from '#protocol/quote.ts'
import { quoteSignerOf } from '#protocol/seal.ts'
import { type SessionPolicy, sessionTypedData } from '#protocol/session.ts'
import { createCallQuotes } from '../quotes/calls/callQuotes.ts'
import { createSessions } from '../quotes/sessions.ts'
import { testQuoteKey } from '../quotes/testQuotes.ts'
import { startTestDatabase, type TestDatabase } from '../storage/testDatabase.ts'
import { assetOf, composeDesk, type TestDesk, untilTerminal } from './testDesk.ts'
import { ownerOf, signByOwners, type TestOwner } from './testKinds.ts'

const admin = privateKeyToAccount(`0x${'ad'.repeat(32)}`)
const thief = privateKeyToAccount(`0x${'7e'.repeat(32)}`)
const shop: EvmAddress = '0x00000000000000000000000000000000000054a9'
const noMore: SessionPolicy = { paysOthers: false, makesCalls: false }

let devnet: TestDevnet
let database: TestDatabase
/** Takes quotes; carries them out only where a test starts it. */
let desk: TestDesk

beforeAll(async () => {
  ;[devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
})
beforeEach(() => {
  desk = composeDesk(devnet.network, {
    storage: database.storage,
    keys: { ...devnetKeys, paymaster: devnetKeys.paymasterSigner },
  })
})
afterAll(async () => {
  await database.stop()
  await devnet.stop()
})

/** Anybody can name it: its address follows from the keys alone. */
function ofAdmin(session: PrivateKeyAccount): TestOwner {
  const keys = { sessionAddress: session.address, adminAddress: admin.address }
  const { predictedAddress: accountAddress } = desk.service.quotes.predictAddress(keys)
  return { key: session, account: { ...keys, accountAddress } }
}

describe('A session key', () => {
  test('pays the account itself and what else the admin holds, on any chain', async () => {
    const owner = await funded()
    const other = ownerOf(admin, { kind: 'basic', quotes: desk.service.quotes })
    await desk.start()
    for (const recipient of [owner, other]) {
      const quote = await signed({ owner, own: [other], recipient: addressOf(recipient) })
      await accept(quote)
      expect(await untilTerminal(desk, { quoteId: quote.id })).toMatchObject({
        status: 'COMPLETED',
      })
    }
    await desk.stop()
  })

  test.each<[string, () => TestOwner[], EvmAddress]>([
    ['a stranger', () => [], shop],
    [
      'a stranger’s account that the quote claims as its own',
      () => [ownerOf(thief, { kind: 'basic', quotes: desk.service.quotes })],
      thief.address,
    ],
    [
      'a wallet that the quote claims as its own',
      () => [ownerOf(thief, { kind: 'eip7702', quotes: desk.service.quotes })],
      thief.address,
    ],
    [
      'an account of the admin with a session key of the thief, whom nobody revokes there',
      () => [ofAdmin(thief)],
      thief.address,
    ],
  ])('does not pay %s, and the admin does', async (_, ownOf, address) => {
    const owner = await funded()
    const own = ownOf()
    const recipient = own[0] ? addressOf(own[0]) : address
    const quote = await signed({ owner, own, recipient })
    await expect(accept(quote)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [
        {
          path: 'originChainsOperations.0.userOp.signature',
          message: expect.stringContaining('may not pay'),
        },
      ],
    })
    expect(await desk.executions.status(quote.id)).toEqual({})
    await accept(await signed({ owner: { ...owner, key: admin }, own, recipient }))
  })

  test('does not pay a contract that answers with the admin’s key, nor is one taken for an account', async () => {
    const owner = await funded()
    // As the thief of a session key deploys it: whatever it is asked, it answers the admin.
    const accountAddress: EvmAddress = '0x00000000000000000000000000000000000f41ea'
    const { client } = chainOf(devnet, 'Delta')
    const bytecode = concat(['0x7f', pad(admin.address), '0x5f5260205ff3'])
    await client.setCode({ address: accountAddress, bytecode })
    const { type } = ownerOf(admin, { kind: 'basic', quotes: desk.service.quotes }).account
    const impostor = {
      key: thief,
      account: { type: type ?? '', signerAddress: admin.address, accountAddress },
    }
    const refused = {
      code: 'ADDRESS_MISMATCH',
      issues: [{ path: 'from.accounts.1.accountAddress' }],
    }
    const asked = signed({ owner, own: [impostor], recipient: accountAddress })
    await expect(asked).rejects.toMatchObject(refused)
    const alone = signed({ owner: impostor, own: [], recipient: shop, chain: 'Delta' })
    await expect(alone).rejects.toMatchObject({ code: 'ADDRESS_MISMATCH' })
  })

  test('pays others and makes calls as soon as the admin allows it, and no more when it does not', async () => {
    const owner = await funded()
    await expect(callQuote(owner)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [
        {
          path: 'chainOperation.userOp.signature',
          message: expect.stringContaining('may not make contract calls'),
        },
      ],
    })
    expect(await callQuote({ ...owner, key: admin })).toMatchObject({ fees: {} })
    const policy = { paysOthers: true, makesCalls: true }
    expect(await allow(owner, policy)).toMatchObject({ isRevoked: false, policy })
    const call = await callQuote(owner)
    await accept(await signed({ owner, own: [], recipient: shop }))

    await allow(owner, noMore, 100n)
    await expect(accept(await signed({ owner, own: [], recipient: shop }))).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
    })
    // Quoted while it was allowed, and not any more.
    await expect(accept(call)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [{ path: 'destinationChainOperation.userOp.signature' }],
    })
  })
})

describe('A session key that the admin revoked', () => {
  test('is co-signed on no chain, not even where the account does not stand yet', async () => {
    const owner = await funded()
    const before = await signed({ owner, own: [], recipient: addressOf(owner) })
    expect(await revoke(owner)).toMatchObject({ isRevoked: true })
    for (const chain of ['Firth', 'Delta', 'Lagoon']) {
      const quote = await signed({ owner, own: [], recipient: addressOf(owner), chain })
      await expect(accept(quote)).rejects.toMatchObject({
        code: 'INVALID_SIGNATURE',
        issues: [{ message: expect.stringContaining('has revoked the session key') }],
      })
    }
    await expect(accept(before)).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' })
    await accept(await signed({ owner: { ...owner, key: admin }, own: [], recipient: shop }))
  })

  test('is not co-signed for what was accepted before', async () => {
    const owner = await funded()
    const quote = await signed({ owner, own: [], recipient: addressOf(owner) })
    await accept(quote)
    await revoke(owner)
    await desk.start()
    const record = await untilTerminal(desk, { quoteId: quote.id })
    await desk.stop()
    expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'INVALID_SIGNATURE' })
    const left = await desk.chains
      .get(splitAssetType(asset('Firth', 'USDC')).chainId)
      ?.readBalance(addressOf(owner), asset('Firth', 'USDC'))
    expect(left?.units).toBe(20_000_000n)
    const rows = await database.storage.query<{ hash: string }>(
      'select hash from transactions where quote_id = $1',
      [quote.id],
    )
    expect(rows).toEqual([])
  })

  test('stays revoked, whatever else the admin says about it', async () => {
    const owner = await funded()
    await revoke(owner)
    expect(await revoke(owner)).toMatchObject({ isRevoked: true, policy: noMore })
    await expect(allow(owner, { paysOthers: true, makesCalls: true })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })
})

describe('A statement about a session key', () => {
  test('is taken from the admin only', async () => {
    const owner = await funded()
    for (const key of [owner.key, thief])
      await expect(revoke(owner, { key })).rejects.toMatchObject({
        code: 'INVALID_SIGNATURE',
        issues: [{ path: 'signature' }],
      })
  })

  test('is good for its account, session, network and words only', async () => {
    const owner = await funded()
    const other = await funded()
    const request = await statement(owner, { policy: noMore })
    const sessions = sessionsOf(desk)
    await expect(sessions.revoke(request)).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' })
    for (const changed of [
      { ...request, account: roleOf(other) },
      { ...request, policy: { ...noMore, paysOthers: true } },
      { ...request, deadline: (BigInt(request.deadline) + 1n).toString() },
      await statement(owner, { policy: noMore, network: 'mirror' }),
    ])
      await expect(sessions.allow({ policy: noMore, ...changed })).rejects.toMatchObject({
        code: 'INVALID_SIGNATURE',
      })
  })

  test('of somebody who calls another’s account their own is refused', async () => {
    const owner = await funded()
    const account = { ...roleOf(owner), adminAddress: thief.address }
    const request = await statement({ ...owner, account }, { key: thief })
    await expect(sessionsOf(desk).revoke(request)).rejects.toMatchObject({
      code: 'ADDRESS_MISMATCH',
      issues: [{ path: 'account.accountAddress' }],
    })
  })

  test.each([
    ['has passed', -10n],
    ['is more than an hour away', 3_700n],
  ])('whose deadline %s is refused', async (_, seconds) => {
    await expect(revoke(await funded(), { seconds })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      issues: [{ path: 'deadline' }],
    })
  })

  test('does not bring back what a later one replaced', async () => {
    const owner = await funded()
    const earlier = await statement(owner, {
      policy: { ...noMore, paysOthers: true },
      seconds: 60n,
    })
    const sessions = sessionsOf(desk)
    await sessions.allow({ policy: { ...noMore, paysOthers: true }, ...earlier })
    await allow(owner, noMore, 90n)
    await expect(
      sessions.allow({ policy: { ...noMore, paysOthers: true }, ...earlier }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('is not needed for a session key that is the admin key', async () => {
    const owner = ownerOf(admin, { kind: 'roleBased', quotes: desk.service.quotes })
    await expect(revoke(owner)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      issues: [{ path: 'account.sessionAddress' }],
    })
  })
})

let made = 0

/** An account whose session key is not the admin's, with some USDC on every chain. */
async function funded(): Promise<TestOwner> {
  made += 1
  const key = privateKeyToAccount(`0x${(0x5e55_0000 + made).toString(16).padStart(64, '0')}`)
  const keys = { sessionAddress: key.address, adminAddress: admin.address }
  const { predictedAddress } = desk.service.quotes.predictAddress(keys)
  const wishes = ['Firth', 'Delta', 'Lagoon'].map((chain) => ({
    assetType: asset(chain, 'USDC'),
    amount: 20_000_000n,
  }))
  await devnet.faucet.give(predictedAddress, wishes)
  return { key, account: { ...keys, accountAddress: predictedAddress } }
}

function asset(chain: string, symbol: string): AssetType {
  return assetOf(devnet.network, { chain, symbol })
}

function addressOf({ account }: TestOwner): EvmAddress {
  return account.accountAddress
}

function roleOf({ account }: TestOwner): RoleBasedAccount {
  if (!('sessionAddress' in account)) throw new Error('Not a role-based account.')
  return account
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
  desk.service.balances.forget(owner.account.accountAddress)
  const accounts = [owner, ...own].map(({ account }) => account)
  const quote = await desk.service.quotes.quoteV3({
    from: { accounts, asset: { assetId: from }, amount: '3000000' },
    to: { asset: { assetId: to }, account: `${splitAssetType(to).chainId}:${recipient}` },
  })
  return signByOwners(quote, { owners: [owner], network: devnet.network })
}

function accept(quote: Quote) {
  return desk.executions.accept(quote, { receivedBody: quote })
}

function operationsOf(quote: Quote): [EvmChainOperation] {
  const [operation] = quote.originChainsOperations
  if (!operation || !isEvmOperation(operation)) throw new Error('There is no operation.')
  return [operation]
}

/** A call that moves one USDC of the account to a shop, prepared, signed and quoted. */
async function callQuote(owner: TestOwner): Promise<Quote> {
  const calls = createCallQuotes({
    ...desk.service,
    network: devnet.network,
    quoteKey: testQuoteKey,
    storage: database.storage,
    quoteSigner: quoteSignerOf(testQuoteKey),
    signing: desk.chains,
  })
  const assetType = asset('Lagoon', 'USDC')
  const { account } = owner
  const { to, data } = transferCall(devnetAddresses.usdc, { recipient: shop, amount: 1_000_000n })
  desk.service.balances.forget(account.accountAddress)
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
      { owners: [owner], network: devnet.network },
    ),
  )
  const request = {
    accounts: prepared.accounts,
    chainOperation: operation,
    tamperProofSignature: prepared.tamperProofSignature,
  }
  return calls.quote(request, request)
}

function sessionsOf({ service }: TestDesk) {
  return createSessions({
    storage: database.storage,
    network: devnet.network,
    chains: service.chains,
  })
}

type Words = {
  policy?: SessionPolicy
  key?: TestOwner['key']
  seconds?: bigint
  network?: string
}

/** What the admin, or somebody else, signs about an account's session key. */
async function statement(owner: TestOwner, words: Words) {
  const { policy, key = admin, seconds = 60n, network = devnet.network.name } = words
  const account = roleOf(owner)
  const now = Math.floor((await database.storage.now()).getTime() / 1000)
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
  return sessionsOf(desk).revoke(await statement(owner, words))
}

async function allow(owner: TestOwner, policy: SessionPolicy, seconds = 60n) {
  return sessionsOf(desk).allow({ ...(await statement(owner, { policy, seconds })), policy })
}
