import { Keypair, PublicKey } from '@solana/web3.js'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'

import {
  getAssociatedTokenAddress,
  getFillAddress,
  getOrderAddressByHash,
  getVaultAddress,
} from '#chains/solana/program/addresses.ts'
import { solanaTokens } from '#devnet/solana/plan/mintInstructions.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { Account } from '#protocol/accounts/account.ts'
import {
  type AccountAddress,
  type AssetType,
  EvmAddress,
  SolanaAddress,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { createOwner, signByOwners } from '#testing/harness/kinds.ts'
import { signByOwnWallets, signOnSolana } from '#testing/harness/solana.ts'
import {
  requestQuote,
  carryOut,
  type SolanaHarness,
  readTokens,
  readUnits,
  setUpSolanaHarness,
} from '#testing/harness/solanaHarness.ts'

const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41e9')
/** Slots to finality on a real cluster; the local one is faster. */
const finalitySlots = 32
const node = { finalizedSlots: 4 }
/** An address without any account. */
const newcomer = EvmAddress.parse('0x00000000000000000000000000000000000f41ec')
const harness = setUpSolanaHarness({ node, roles: 'all' })
const { asset } = harness

/** The harness with a new wallet as its user. */
async function withWallet(
  given: readonly { asset: 'sol' | 'usdc'; units: bigint }[],
): Promise<SolanaHarness> {
  const user = Keypair.generate()
  await harness.devnet.solana.give(user.publicKey, given)
  const onSolana = { type: 'solana' as const, accountAddress: user.publicKey.toBase58() }
  return { ...harness, user, onSolana }
}

/** A wallet that can receive an asset. */
async function newReceiver(asset: 'sol' | 'usdc') {
  const { publicKey } = Keypair.generate()
  await harness.devnet.solana.give(publicKey, [{ asset, units: 1_000_000n }])
  return publicKey.toBase58()
}

type Holding = { holder: AccountAddress; assetType: AssetType }

/** Balances from the nodes. */
function heldBy(holdings: readonly Holding[]): Promise<bigint[]> {
  return Promise.all(holdings.map((one) => readUnits(harness, one)))
}

test.each([
  ['tokens', 'USDC', { asset: 'usdc', units: 50_000_000n }],
  ['coins', 'SOL', { asset: 'sol', units: 2_000_000_000n }],
] as const)(
  'one balance in %s pays for one of three quotes, not for more',
  async (_, symbol, held) => {
    const own = await withWallet([held])
    const { services, onSolana } = own
    const from = asset('Reef', symbol)
    const quotes = []
    for (let count = 0; count < 3; count += 1) {
      const request = {
        from,
        amount: `${held.units}`,
        to: asset('Lagoon', 'USDC'),
        recipient: friend,
      }
      quotes.push(await requestQuote(own, { accounts: [onSolana], ...request }))
    }
    const accepted = await Promise.allSettled(
      quotes.map((quote) => services.executions.accept(quote, { receivedBody: quote })),
    )
    const refusals: unknown[] = accepted.flatMap((one) =>
      one.status === 'rejected' ? [one.reason] : [],
    )
    expect(refusals).toMatchObject([
      { code: 'INSUFFICIENT_BALANCE' },
      { code: 'INSUFFICIENT_BALANCE' },
    ])
    const taken = quotes[accepted.findIndex(({ status }) => status === 'fulfilled')]
    const { status } = await waitUntilTerminal(services, { quoteId: taken?.id ?? '0x' })
    expect(status).toBe('COMPLETED')
    expect(await readUnits(harness, { holder: onSolana.accountAddress, assetType: from })).toBe(0n)
  },
)

test('SOL is delivered to the lamport to a wallet that has never been there', async () => {
  const stranger = Keypair.generate().publicKey
  const quote = await requestQuote(harness, {
    accounts: [harness.onEvm],
    from: asset('Firth', 'USDC'),
    amount: '60000000',
    to: asset('Reef', 'SOL'),
    recipient: stranger.toBase58(),
  })
  expect(await carryOut(harness, quote)).toMatchObject({ status: 'COMPLETED' })
  const held = await harness.devnet.solana.connection.getBalance(stranger)
  expect(BigInt(held)).toBe(BigInt(quote.destinationToken.amount))
})

test('SOL by its aggregated id pays on an EVM chain, and is paid out by it on Solana', async () => {
  const own = await withWallet([{ asset: 'sol', units: 3_000_000_000n }])
  const there = { from: 'agg:sol', amount: '1000000000', to: asset('Delta', 'ETH') }
  const out = await requestQuote(own, { accounts: [own.onSolana], ...there, recipient: friend })
  expect(await carryOut(own, out)).toMatchObject({ status: 'COMPLETED' })
  const holder = { holder: own.onSolana.accountAddress, assetType: asset('Reef', 'SOL') }
  expect(await readUnits(harness, holder)).toBe(2_000_000_000n)
  const back = await requestQuote(own, {
    accounts: [harness.onEvm, own.onSolana],
    from: 'agg:usdc',
    amount: '40000000',
    to: asset('Reef', 'SOL'),
    recipient: own.onSolana.accountAddress,
  })
  expect(await carryOut(own, back)).toMatchObject({ status: 'COMPLETED' })
  expect(await readUnits(harness, holder)).toBe(
    2_000_000_000n + BigInt(back.destinationToken.amount),
  )
})

describe('the fee of an app on Solana', () => {
  const bps = 100n

  async function getAppQuote(
    { user, onSolana }: SolanaHarness,
    asked: { from: AssetType; to: AssetType; amount: bigint; recipient: string; app: string },
  ) {
    const { from, to, amount, recipient, app } = asked
    const appFee = { bps, receivers: { solana: SolanaAddress.parse(app) } }
    const quote = await harness.services.service.quotesOfApp(appFee).quoteV3({
      from: { accounts: [onSolana], asset: { assetId: from }, amount: `${amount}` },
      to: { asset: { assetId: to }, account: `${splitAssetType(to).chainId}:${recipient}` },
    })
    return { quote: signOnSolana(quote, user), appFee }
  }

  test.each([
    { symbol: 'USDC', to: ['Reef', 'USDC'] },
    { symbol: 'SOL', to: ['Reef', 'SOL'] },
  ] as const)('of a transfer of $symbol is paid, and all adds up', async ({ symbol, to }) => {
    const [from, units] = [asset('Reef', symbol), 1_500_000_000n]
    const given = symbol === 'SOL' ? 'sol' : 'usdc'
    const own = await withWallet([{ asset: given, units }])
    const [app, friendHere] = [await newReceiver(given), await newReceiver(given)]
    const amount = 900_000_007n
    const asked = { from, to: asset(to[0], to[1]), amount, recipient: friendHere, app }
    const { quote, appFee } = await getAppQuote(own, asked)
    const due = (amount * bps) / 10_000n
    expect(quote.fees?.app).toEqual([
      { assetType: from, amount: `${due}`, receiver: `${harness.solanaId}:${app}` },
    ])
    const { payee, feeReceiver } = harness.roles
    const holdings = [own.onSolana.accountAddress, app, payee, feeReceiver, friendHere].map(
      (holder) => ({ holder, assetType: from }),
    )
    const before = await heldBy(holdings)
    await harness.services.executions.accept(quote, { receivedBody: quote, appFee })
    const { status } = await waitUntilTerminal(harness.services, { quoteId: quote.id })
    expect(status).toBe('COMPLETED')
    const gains = (await heldBy(holdings)).map((held, index) => held - (before[index] ?? 0n))
    const ownFee = BigInt(quote.fees?.assets[from] ?? 0) - due
    expect(gains).toEqual([-amount, due, 0n, ownFee, amount - due - ownFee])
  })

  test.each(['USDC', 'SOL'] as const)(
    'is not charged on a deposit of %s, whose release its receiver could hold up',
    async (symbol) => {
      const given = symbol === 'SOL' ? 'sol' : 'usdc'
      const own = await withWallet([{ asset: given, units: 900_000_000n }])
      const [from, to] = [asset('Reef', symbol), asset('Lagoon', 'USDC')]
      const app = await newReceiver(given)
      const asked = { from, to, amount: 600_000_000n, recipient: friend, app }
      const { quote } = await getAppQuote(own, asked)
      expect(quote.fees).not.toHaveProperty('app')
    },
  )

  test('is not charged where an account would have to be opened for the app', async () => {
    const own = await withWallet([{ asset: 'usdc', units: 90_000_000n }])
    const from = asset('Reef', 'USDC')
    const app = Keypair.generate().publicKey.toBase58()
    const recipient = await newReceiver('usdc')
    const asked = { from, to: from, amount: 90_000_000n, recipient, app }
    await expect(getAppQuote(own, asked)).rejects.toMatchObject({ code: 'NO_ROUTE' })
  })
})

test('what is signed in the last moment of a quote lands on a cluster with slow finality too', async () => {
  const askedAt = Math.floor(Date.now() / 1000)
  const quote = await requestQuote(harness, {
    accounts: [harness.onSolana],
    from: asset('Reef', 'USDC'),
    amount: '15000000',
    to: asset('Lagoon', 'USDC'),
    recipient: friend,
  })
  const seconds = Number(quote.expirationTimestamp) - askedAt
  expect(seconds).toBeGreaterThanOrEqual(30)
  const slots = Math.ceil((seconds * 1000) / 400) + finalitySlots - node.finalizedSlots
  await harness.devnet.solana.advanceSlots(slots)
  expect(await carryOut(harness, quote)).toMatchObject({ status: 'COMPLETED' })
})

test('coins that a third party sent before to every address of an execution change nothing', async () => {
  const { services, devnet, onSolana, roles } = harness
  const stranger = Keypair.generate().publicKey.toBase58()
  const quote = await requestQuote(harness, {
    accounts: [onSolana],
    from: asset('Reef', 'USDC'),
    amount: '21000000',
    to: asset('Reef', 'USDT'),
    recipient: stranger,
  })
  const { legs, destination } = parseExecutionPlan(quote, {
    network: devnet.network,
    chains: services.chains,
  })
  const { program } = devnetSolana
  const order = getOrderAddressByHash(legs[0]?.orderHash ?? '0x', program)
  const record = getFillAddress(
    { solver: SolanaAddress.parse(roles.solver), fillId: destination?.fillId ?? '0x' },
    program,
  )
  const account = getAssociatedTokenAddress(stranger, solanaTokens.usdt)
  for (const address of [order, getVaultAddress(order, program), record, account])
    await devnet.solana.give(new PublicKey(address), [{ asset: 'sol', units: 1_000_000n }])
  expect(await carryOut(harness, quote)).toMatchObject({ status: 'COMPLETED' })
  expect(await readTokens(harness, { wallet: stranger, token: 'usdt' })).toBe(
    BigInt(quote.destinationToken.amount),
  )
})

test('six accounts of all kinds on an EVM chain and four on Solana are emptied for one delivery', async () => {
  const { services, devnet } = harness
  const { network } = devnet
  const units = 10_000_000n
  const [onFirth, onReef] = [asset('Firth', 'USDC'), asset('Reef', 'USDC')]
  const owners = (['roleBased', 'basic', 'eip7702'] as const).flatMap((kind) =>
    [1, 2].map(() => {
      const key = privateKeyToAccount(generatePrivateKey())
      return createOwner(key, { kind, quotes: services.service.quotes })
    }),
  )
  const wallets = Array.from({ length: 4 }, () => Keypair.generate())
  for (const { account } of owners)
    await devnet.faucet.send(account.accountAddress, [{ assetType: onFirth, amount: units }])
  for (const { publicKey } of wallets)
    await devnet.solana.give(publicKey, [{ asset: 'usdc', units }])
  const given = [
    ...owners.map(({ account }) => ({ holder: account.accountAddress, assetType: onFirth })),
    ...wallets.map(({ publicKey }) => ({ holder: publicKey.toBase58(), assetType: onReef })),
  ]
  const receivers = [network.roles.payee, network.roles.feeReceiver]
    .map((holder): Holding => ({ holder, assetType: onFirth }))
    .concat(
      [harness.roles.payee, harness.roles.feeReceiver].map((holder) => ({
        holder,
        assetType: onReef,
      })),
    )
  const before = await heldBy(receivers)

  const quote = await services.service.quotes.quoteV3({
    from: {
      accounts: [
        ...owners.map(({ account }) => account),
        ...wallets.map(({ publicKey }): Account => ({
          type: 'solana',
          accountAddress: publicKey.toBase58(),
        })),
      ],
      asset: { assetId: 'agg:usdc' },
      amount: `${10n * units}`,
    },
    to: {
      asset: { assetId: asset('Delta', 'ETH') },
      account: `${splitAssetType(asset('Delta', 'ETH')).chainId}:${newcomer}`,
    },
  })
  expect(quote.originChainsOperations).toHaveLength(10)
  const signed = signByOwnWallets(await signByOwners(quote, { owners, network }), wallets)
  expect(await carryOut(harness, signed)).toMatchObject({ status: 'COMPLETED' })
  expect(await heldBy(given)).toEqual(given.map(() => 0n))
  expect(await heldBy([{ holder: newcomer, assetType: asset('Delta', 'ETH') }])).toEqual([
    BigInt(quote.destinationToken.amount),
  ])
  const [paid = 0n, fee = 0n, paidHere = 0n, feeHere = 0n] = (await heldBy(receivers)).map(
    (units, index) => units - (before[index] ?? 0n),
  )
  expect([paid + fee, paidHere + feeHere]).toEqual([6n * units, 4n * units])
})
