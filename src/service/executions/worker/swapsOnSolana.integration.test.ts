import { Keypair } from '@solana/web3.js'
import { beforeAll, expect, test } from 'vitest'
import type { Account } from '#protocol/accounts/account.ts'
import { type ChainId, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { addSponsorLoss } from '../../storage/tables/sponsorBudgets.ts'
import { parseStoredQuote, parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { guardSponsoredQuotes } from '../sponsorship/guardSponsoredQuotes.ts'
import { signOnSolana } from '#testing/harness/solana.ts'
import {
  requestQuote,
  carryOut,
  readTokens,
  readUnits,
  setUpSolanaHarness,
} from '#testing/harness/solanaHarness.ts'

const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41e4')
const harness = setUpSolanaHarness({ roles: 'all' })
const { asset } = harness
let wallet: string
let accounts: { evm: Account[]; solana: Account[]; both: Account[] }

beforeAll(() => {
  const { onEvm, onSolana } = harness
  wallet = onSolana.accountAddress
  accounts = { evm: [onEvm], solana: [onSolana], both: [onEvm, onSolana] }
})

test('a wallet whose gas is not sponsored today is given nothing to sign', async () => {
  const { publicKey } = Keypair.generate()
  await harness.devnet.solana.give(publicKey, [{ asset: 'usdc', units: 90_000_000n }])
  const accountAddress = publicKey.toBase58()
  const { storage } = harness.database
  const [few, ample] = [5n, 10n ** 12n]
  const limits = {
    accountUsd: few,
    newAccountUsd: few,
    keyUsd: ample,
    visitorUsd: ample,
    totalUsd: ample,
  }
  const quotes = guardSponsoredQuotes(harness.services.service.quotes, {
    storage,
    limits,
    caller: {},
  })
  const account = { type: 'solana', accountAddress } as const
  const from = { assetId: asset('Reef', 'USDC') }
  const to = { asset: { assetId: asset('Lagoon', 'USDC') }, account: `${lagoon()}:${friend}` }
  const request = { from: { accounts: [account], asset: from, amount: '25000000' }, to }
  expect((await quotes.quoteV3(request)).originChainsOperations).toHaveLength(1)
  await addSponsorLoss(storage, { account: accountAddress, usd: 5n })
  await expect(quotes.quoteV3(request)).rejects.toMatchObject({ code: 'SPONSORSHIP_EXHAUSTED' })
})

function lagoon(): ChainId {
  return splitAssetType(asset('Lagoon', 'USDC')).chainId
}

test('a transfer from Solana to an EVM chain is deposited, delivered and paid out', async () => {
  const { payee, feeReceiver } = harness.roles
  const quote = await requestQuote(harness, {
    accounts: accounts.solana,
    from: asset('Reef', 'USDC'),
    amount: '25000000',
    to: asset('Lagoon', 'USDC'),
    recipient: friend,
  })
  const before = await Promise.all([wallet, payee, feeReceiver].map(getUsdc))
  const record = await carryOut(harness, quote)
  expect(record).toMatchObject({ status: 'COMPLETED', user: wallet })
  const delivered = await readUnits(harness, { holder: friend, assetType: asset('Lagoon', 'USDC') })
  expect(delivered).toBe(BigInt(quote.destinationToken.amount))
  const after = await Promise.all([wallet, payee, feeReceiver].map(getUsdc))
  const [given, paid, fee] = after.map((units, index) => units - (before[index] ?? 0n))
  expect(given).toBe(-25_000_000n)
  // Exactly what was given went to payee and fee receiver.
  expect((paid ?? 0n) + (fee ?? 0n)).toBe(25_000_000n)
  const [deposit] = record.originChainOperations
  expect(deposit?.hash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  const landed = await harness.devnet.solana.connection.getSignatureStatus(deposit?.hash ?? '', {
    searchTransactionHistory: true,
  })
  expect(landed.value?.err).toBeNull()
})

test('a transfer from an EVM chain reaches a wallet on Solana that had no account for it', async () => {
  const stranger = Keypair.generate().publicKey.toBase58()
  const quote = await requestQuote(harness, {
    accounts: accounts.evm,
    from: asset('Firth', 'USDC'),
    amount: '30000000',
    to: asset('Reef', 'USDC'),
    recipient: stranger,
  })
  expect(await carryOut(harness, quote)).toMatchObject({
    status: 'COMPLETED',
    recipientAccountId: `${harness.solanaId}/${stranger}`,
  })
  expect(await getUsdc(stranger)).toBe(BigInt(quote.destinationToken.amount))
})

test('a swap within Solana gives one token and gets the other', async () => {
  const quote = await requestQuote(harness, {
    accounts: accounts.solana,
    from: asset('Reef', 'USDC'),
    amount: '40000000',
    to: asset('Reef', 'USDT'),
  })
  const before = await getUsdc(wallet)
  const record = await carryOut(harness, quote)
  expect(record.status).toBe('COMPLETED')
  expect(before - (await getUsdc(wallet))).toBe(40_000_000n)
  expect(await readTokens(harness, { wallet, token: 'usdt' })).toBe(
    BigInt(quote.destinationToken.amount),
  )
  expect(record.destinationChainOperations).toHaveLength(1)
  expect(record.destinationChainOperations[0]).not.toEqual(record.originChainOperations[0])
})

test('coins and tokens of both ecosystems pay for one delivery', async () => {
  const to = asset('Delta', 'USDT')
  const quote = await requestQuote(harness, {
    accounts: accounts.both,
    from: 'agg:usdc',
    amount: '1200000000',
    to,
    recipient: friend,
  })
  const chains = quote.originChainsOperations.map(({ assetType }) => assetType.split(':')[0])
  expect(new Set(chains)).toEqual(new Set(['eip155', 'solana']))
  const record = await carryOut(harness, quote)
  expect(record).toMatchObject({ status: 'COMPLETED' })
  expect(record.originChainOperations).toHaveLength(2)
  expect(await readUnits(harness, { holder: friend, assetType: to })).toBe(
    BigInt(quote.destinationToken.amount),
  )
})

test('SOL is deposited to the lamport, and delivered as another coin', async () => {
  const { connection } = harness.devnet.solana
  const quote = await requestQuote(harness, {
    accounts: accounts.solana,
    from: asset('Reef', 'SOL'),
    amount: '2000000000',
    to: asset('Lagoon', 'ETH'),
    recipient: friend,
  })
  const before = await connection.getBalance(harness.user.publicKey)
  expect(await carryOut(harness, quote)).toMatchObject({ status: 'COMPLETED' })
  expect(before - (await connection.getBalance(harness.user.publicKey))).toBe(2_000_000_000)
  expect(await readUnits(harness, { holder: friend, assetType: asset('Lagoon', 'ETH') })).toBe(
    BigInt(quote.destinationToken.amount),
  )
})

test('a transfer within Solana needs no solver, and stands in both lists', async () => {
  const stranger = Keypair.generate().publicKey.toBase58()
  const quote = await requestQuote(harness, {
    accounts: accounts.solana,
    from: asset('Reef', 'USDC'),
    amount: '7000000',
    to: asset('Reef', 'USDC'),
    recipient: stranger,
  })
  const record = await carryOut(harness, quote)
  expect(record).toMatchObject({ status: 'COMPLETED' })
  expect(record.destinationChainOperations).toEqual(record.originChainOperations)
  expect(await getUsdc(stranger)).toBe(BigInt(quote.destinationToken.amount))
})

test('a quote that another key signed, or nobody, is refused by name', async () => {
  const quote = await requestQuote(harness, {
    accounts: accounts.solana,
    from: asset('Reef', 'USDC'),
    amount: '5000000',
    to: asset('Lagoon', 'USDC'),
    recipient: friend,
  })
  const forged = signOnSolana(quote, Keypair.generate())
  const unsigned = {
    ...quote,
    originChainsOperations: quote.originChainsOperations.map((one) =>
      'type' in one ? { ...one, signature: '' } : one,
    ),
  }
  for (const bad of [forged, unsigned])
    await expect(
      harness.services.executions.accept(bad, { receivedBody: bad }),
    ).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [{ path: 'originChainsOperations.0.signature' }],
    })
})

test('what is left behind is noted, to be closed when nobody can ask for it any more', async () => {
  const { services, database, devnet, solanaId } = harness
  const { storage } = database
  const rows = await storage.query<{ quote: unknown; kind: string; due: number }>(
    `select quote, kind, extract(epoch from due_at)::int as due
     from rents join executions using (quote_id) where chain = $1`,
    [solanaId],
  )
  const counts = new Map(['order', 'fill'].map((kind) => [kind, 0]))
  for (const { quote, kind, due } of rows) {
    const { legs, destination } = parseExecutionPlan(parseStoredQuote(quote), {
      network: devnet.network,
      chains: services.chains,
    })
    const leg = legs.find(({ chainId }) => chainId === solanaId)
    // A record of a fill may be closed two hours and a quarter after it was made.
    const least =
      kind === 'order' ? Number(leg?.refundAfter) : Number(destination?.fillDeadline) + 7_000
    expect(due).toBeGreaterThan(least)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  expect(Object.fromEntries(counts)).toEqual({ order: 4, fill: 2 })
})

test('nothing had to be tried again', () => {
  expect(harness.services.errors).toEqual([])
})

function getUsdc(holder: string): Promise<bigint> {
  return readTokens(harness, { wallet: holder, token: 'usdc' })
}
