import { ed25519 } from '@noble/curves/ed25519.js'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createSolanaClient } from '#chains/solana/rpc/client.ts'
import { encodeTransaction } from '#chains/solana/codec/message.ts'
import { getOrderAddress, getVaultAddress } from '#chains/solana/program/addresses.ts'
import { decodeHolding } from '#chains/solana/program/tokenState.ts'
import { readAccounts } from '#chains/solana/rpc/readAccounts.ts'
import { readOperation } from '#chains/solana/codec/readOperation.ts'
import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import {
  startTestDevnetWithSolana,
  type TestDevnetWithSolana,
} from '#testing/devnet/startTestDevnetWithSolana.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { defaultAccountTypes, type RoleBasedAccount } from '#protocol/accounts/account.ts'
import { type AssetType, splitAssetType } from '#protocol/ids/caip.ts'
import { isEvmOperation, type SolanaChainOperation } from '#protocol/orders/operation.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { verifyQuoteSignature, getQuoteSigner } from '#protocol/quotes/quoteSignature.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { explainOutage } from '../roles/outage.ts'
import { prepareCall } from './calls/prepareCall.ts'
import { quoteCall } from './calls/quoteCall.ts'
import { createQuoteService } from './quoteService.ts'
import { getAccount, composeQuotes, testQuoteKey } from '#testing/quotes/quotes.ts'

const { chainId, genesisHash, program, roles, mints } = devnetSolana
const sol: AssetType = `${chainId}/slip44:501`
const usdc: AssetType = `${chainId}/token:${mints.usdc}`
const usdt: AssetType = `${chainId}/token:${mints.usdt}`
const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)

const user = getWallet(1)
const second = getWallet(2)

let devnet: TestDevnetWithSolana
let service: ReturnType<typeof composeQuotes>
let account: RoleBasedAccount
beforeAll(async () => {
  devnet = await startTestDevnetWithSolana()
  service = composeQuotes(devnet.network)
  account = getAccount(owner.address, service.quotes)
  await devnet.faucet.send(user.account.accountAddress, [
    { assetType: sol, amount: 5_000_000_000n },
    { assetType: usdc, amount: 300_000_000n },
  ])
  await devnet.faucet.send(account.accountAddress, [
    { assetType: evm('Firth', 'USDC'), amount: 200_000_000n },
  ])
})
afterAll(() => devnet.stop())

test('tells what both accounts hold together, with dollars', async () => {
  const record = await service.balances.read({
    account: [account.accountAddress, user.account.accountAddress],
    aggregatedAssetId: ['agg:usdc', 'agg:sol'],
  })
  const [ofUsdc, ofSol] = record.balanceByAggregatedAsset
  expect(ofUsdc?.balance).toBe('500000000')
  expect(ofSol).toMatchObject({ balance: '5000000000', fiatValue: 750 })
  expect(record).toMatchObject({ unavailableChains: [], unpricedAssets: [] })
})

test('from Solana to an EVM chain: one deposit that its program takes, signed by its user', async () => {
  // Gas for less than 20 cents, and the most that the prices of two unlike assets are charged for.
  const [maxGasUsd, maxSpread] = [0.2, 0.0105]
  for (const [from, amount, worthUsd] of [
    [usdc, 50_000_000n, 50],
    [sol, 1_000_000_000n, 150],
  ] as const) {
    const quote = await ask({
      from,
      amount,
      to: evm('Lagoon', 'ETH'),
      accounts: [account, user.account],
    })
    expect(quote.destinationToken.recipientAccount).toMatch(account.accountAddress)
    const maxUsd = maxGasUsd + maxSpread * worthUsd
    expect(Number(quote.fees?.cumulativeUSD)).toBeLessThan(maxUsd)
    const [deposit] = await landAll(quote)
    if (deposit?.kind !== 'deposit') throw new Error('It is no deposit.')
    const { order } = deposit
    const held = order.amount + order.fee
    expect(held).toBe(amount)
    expect(await heldBy(order)).toBe(held)
    expect(order.fillId).toBe(quote.id)
  }
})

test('from an EVM chain to a wallet without a token account: its rent is in the fee', async () => {
  const from = evm('Firth', 'USDC')
  const question = { from, amount: 20_000_000n, to: usdc, accounts: [account] }
  const there = await ask({ ...question, recipient: user.account.accountAddress })
  const missing = await ask({ ...question, recipient: second.account.accountAddress })
  expect([there, missing].map((quote) => quote.createsRecipientAccount)).toEqual([undefined, true])
  const [known, made] = [there, missing].map(({ fees }) => BigInt(fees?.assets[from] ?? 0))
  // 2,039,280 lamports at 150 dollars and a tenth, in millionths of a dollar.
  const rent = (2_039_280n * 150n * 11n) / 10_000n
  expect(Math.abs(Number((made ?? 0n) - (known ?? 0n) - rent))).toBeLessThan(20_000)
  expect(missing.destinationToken.recipientAccount).toBe(
    `${chainId}:${second.account.accountAddress}`,
  )
  expect(BigInt(missing.destinationToken.amount)).toBe(20_000_000n - (made ?? 0n))
})

test('a transfer on Solana arrives to the unit, also at a wallet that had no account', async () => {
  const recipient = getWallet(3).account.accountAddress
  for (const [from, amount] of [
    [usdc, 10_000_000n],
    [sol, 100_000_000n],
  ] as const) {
    const quote = await ask({ from, amount, to: from, recipient })
    const [transfer] = await landAll(quote)
    expect(transfer?.kind).toBe('transfer')
    service.balances.forget(recipient)
    const holdings = await service.balances.holdings(recipient, chainId)
    expect(holdings?.balanceOf(from)).toBe(BigInt(quote.destinationToken.amount))
    expect(quote.destinationToken.minimumAmount).toBe(quote.destinationToken.amount)
  }
})

test('another token of the same cluster goes through a deposit, as there are no pools', async () => {
  const quote = await ask({ from: usdc, amount: 30_000_000n, to: usdt })
  const [deposit] = await landAll(quote)
  expect(deposit?.kind).toBe('deposit')
  expect(quote.destinationToken).toMatchObject({
    assetType: usdt,
    recipientAccount: `${chainId}:${user.account.accountAddress}`,
  })
})

test('one quote draws on both ecosystems when neither holds enough', async () => {
  const accounts = [account, user.account]
  service.balances.forget(user.account.accountAddress)
  const quote = await ask({ from: 'agg:usdc', amount: 350_000_000n, to: 'agg:usdt', accounts })
  expect(quote.originToken.assetType.toSorted()).toEqual([evm('Firth', 'USDC'), usdc])
  const areEvm = quote.originChainsOperations.map((one) => isEvmOperation(one))
  expect(new Set(areEvm)).toEqual(new Set([true, false]))
  expect(quote.destinationToken.recipientAccount).toMatch(account.accountAddress)
  const spent = quote.originToken.fiatValue.reduce((sum, one) => sum + BigInt(one.amount ?? 0), 0n)
  expect(spent).toBe(350_000_000n)
  await landAll(quote)
})

test('a call on an EVM chain is paid for from Solana, in a deposit bound to the call', async () => {
  const quoteService = createQuoteService({ ...service, network: devnet.network })
  const target = evm('Lagoon', 'USDT')
  const request = PrepareCallQuoteRequest.parse({
    accounts: [account, user.account],
    targetChain: splitAssetType(target).chainId,
    calls: [{ to: '0x00000000000000000000000000000000000f41e4', data: '0x' }],
    tokensRequired: [{ assetType: target, amount: '20000000' }],
    fromAssetId: usdc,
  })
  const { terms } = await prepareCall(request, quoteService, async () => undefined)
  expect(terms.callType).toBe('cross_chain_with_solver_and_swaps')
  const body = await quoteCall(terms, undefined, quoteService)
  const { accounts } = terms
  const [deposit] = await landAll(Quote.parse({ ...body, accounts, tamperProofSignature: '0x' }))
  if (deposit?.kind !== 'deposit') throw new Error('It is no deposit.')
  expect(deposit.order.fillId).toBe(terms.prepareId)
  expect(deposit.order.amount).toBeGreaterThanOrEqual(20_000_000n)
  expect(body.originToken.assetType).toEqual([usdc])
})

test('refuses accounts of tokens and programs as recipients', async () => {
  const refused = [
    // A mint, the token program, what the escrow program derived, the cluster's clock.
    mints.usdc,
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    '11111111111111111111111111111111',
    'SysvarC1ock11111111111111111111111111111111',
  ]
  for (const recipient of refused)
    await expect(
      ask({ from: sol, amount: 100_000_000n, to: usdt, recipient }),
    ).rejects.toMatchObject({ code: 'INVALID_REQUEST', issues: [{ path: 'to.account' }] })
})

test('a refusal for the sake of a frozen cluster begins with its id, by which the dashboard names it', async () => {
  const pid = devnet.solana.node.pid() ?? 0
  const { quotes } = composeQuotes(devnet.network)
  process.kill(pid, 'SIGSTOP')
  try {
    const refused: unknown = await quotes
      .quoteV3({
        from: { accounts: [account], asset: { assetId: 'agg:usdc' }, amount: '25000000' },
        to: { asset: { assetId: sol }, account: `${chainId}:${user.account.accountAddress}` },
      })
      .catch((error: unknown) => explainOutage(error) ?? error)
    expect(refused).toMatchObject({
      code: 'CHAIN_UNAVAILABLE',
      message: expect.stringMatching(`^${chainId} `),
    })
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})

/** A quote that fits its schema and whose seal is right. */
async function ask(question: {
  from: string
  amount: bigint
  to: string
  accounts?: Parameters<typeof service.quotes.quoteV3>[0]['from']['accounts']
  recipient?: string
}): Promise<Quote> {
  const { from, amount, to, accounts = [user.account], recipient } = question
  const quote = await service.quotes.quoteV3({
    from: { accounts, asset: { assetId: from }, amount: `${amount}` },
    to: {
      asset: { assetId: to },
      ...(recipient !== undefined && { account: `${chainId}:${recipient}` }),
    },
  })
  expect(Quote.parse(quote)).toEqual(quote)
  const { tamperProofSignature: signature, ...unsigned } = quote
  const quoteSigner = getQuoteSigner(testQuoteKey)
  expect(
    verifyQuoteSignature(unsigned, { kind: 'quote', network: 'devnet', signature, quoteSigner }),
  ).toBe(true)
  return quote
}

/** Signs and sends the Solana operations of a quote. @returns What each does. */
async function landAll({ originChainsOperations }: Quote) {
  const operations = originChainsOperations.flatMap((one) => (isEvmOperation(one) ? [] : [one]))
  const actions = await Promise.all(operations.map(land))
  service.balances.forget(user.account.accountAddress)
  return actions
}

async function land(operation: SolanaChainOperation) {
  const read = readOperation(operation, { program, executor: roles.executor })
  if ('error' in read) throw new Error(`No operation of ours: ${read.error}.`)
  const { connection } = devnet.solana
  const executor = deriveSolanaKey('executor').secretKey.slice(0, 32)
  const bytes = encodeTransaction(
    read.bytes,
    new Map([
      [user.account.accountAddress, ed25519.sign(read.bytes, user.secret)],
      [roles.executor, ed25519.sign(read.bytes, executor)],
    ]),
  )
  const signature = await connection.sendRawTransaction(bytes)
  const { value } = await connection.getSignatureStatuses([signature])
  expect(value[0]?.err).toBeNull()
  return read.action
}

/** Units of a deposit that the program has. */
async function heldBy(order: SolanaOrder): Promise<bigint> {
  const address = getOrderAddress(order, program)
  const vault = getVaultAddress(address, program)
  const { rpcUrl } = devnet.solana.node
  const client = createSolanaClient(chainId, { rpcUrls: [rpcUrl], genesisHash })
  const { accounts } = await readAccounts(client, [address, vault], { commitment: 'confirmed' })
  const [held, inVault] = accounts
  if (!held) throw new Error(`There is no order at ${address}.`)
  const { connection } = devnet.solana
  const rent = await connection.getMinimumBalanceForRentExemption(held.data.length)
  return inVault ? (decodeHolding(inVault)?.units ?? 0n) : held.lamports - BigInt(rent)
}

function getWallet(seed: number) {
  const secret = new Uint8Array(32).fill(seed)
  const accountAddress = encodeBase58(ed25519.getPublicKey(secret))
  return { secret, account: { type: defaultAccountTypes.solana, accountAddress } }
}

function evm(name: string, symbol: string): AssetType {
  const chain = devnet.network.chains.find((one) => one.name === name)
  const member = devnet.network.aggregates
    .flatMap(({ members }) => members)
    .find((one) => one.symbol === symbol && one.assetType.startsWith(`${chain?.chainId}/`))
  if (!member) throw new Error(`There is no ${symbol} on ${name}.`)
  return member.assetType
}
