import { Keypair, PublicKey } from '@solana/web3.js'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { associatedTokenAddress } from '#chains/solana/program/addresses.ts'
import { solanaTokens } from '#devnet/solana/solanaTokens.ts'
import {
  startTestDevnetWithSolana,
  type TestDevnetWithSolana,
} from '#devnet/startTestDevnetWithSolana.ts'
import type { RoleBasedAccount, SolanaAccount } from '#protocol/account.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/caip.ts'
import type { Quote } from '#protocol/quote.ts'
import { accountOf } from '../quotes/testQuotes.ts'
import { startTestDatabase, type TestDatabase } from '../storage/testDatabase.ts'
import { assetOf, composeDesk, signQuote, type TestDesk, untilTerminal } from './testDesk.ts'
import { keysWithSolana, signOnSolana } from './testSolana.ts'

const owner = privateKeyToAccount(`0x${'c7'.repeat(32)}`)
const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41e4')
const user = Keypair.generate()

let devnet: TestDevnetWithSolana
let database: TestDatabase
let desk: TestDesk
let onEvm: RoleBasedAccount
const onSolana: SolanaAccount = { type: 'solana', accountAddress: user.publicKey.toBase58() }

beforeAll(async () => {
  ;[devnet, database] = await Promise.all([startTestDevnetWithSolana(), startTestDatabase()])
  desk = composeDesk(devnet.network, { storage: database.storage, keys: keysWithSolana })
  onEvm = accountOf(owner.address, desk.service.quotes)
  await devnet.faucet.give(onEvm.accountAddress, [
    { assetType: asset('Firth', 'USDC'), amount: 900_000_000n },
  ])
  await devnet.solana.give(user.publicKey, [
    { asset: 'sol', units: 2_000_000_000n },
    { asset: 'usdc', units: 900_000_000n },
  ])
  await desk.start()
}, 60_000)

afterAll(async () => {
  await desk.stop()
  await database.stop()
  await devnet.stop()
})

function asset(chain: string, symbol: string): AssetType {
  return assetOf(devnet.network, { chain, symbol })
}

/** What a wallet's canonical token account holds, as the cluster's node says. */
async function heldOnSolana(wallet: string): Promise<bigint> {
  const account = associatedTokenAddress(wallet, solanaTokens.usdc)
  const { connection } = devnet.solana
  if (!(await connection.getAccountInfo(new PublicKey(account)))) return 0n
  return BigInt((await connection.getTokenAccountBalance(new PublicKey(account))).value.amount)
}

async function heldOnEvm(holder: EvmAddress, assetType: AssetType): Promise<bigint> {
  const chain = desk.chains.get(splitAssetType(assetType).chainId)
  return (await chain?.readBalance(holder, assetType))?.units ?? 0n
}

async function signed(quote: Quote): Promise<Quote> {
  return signOnSolana(await signQuote(quote, owner), user)
}

test('a transfer from Solana to an EVM chain is deposited, delivered and paid out', async () => {
  const from = {
    accounts: [onSolana],
    asset: { assetId: asset('Reef', 'USDC') },
    amount: '25000000',
  }
  const to = { asset: { assetId: asset('Lagoon', 'USDC') }, account: recipient('Lagoon', friend) }
  const quote = await signed(await desk.service.quotes.quoteV3({ from, to }))
  const before = await heldOnSolana(onSolana.accountAddress)
  const payee = devnet.network.chains.find((chain) => chain.kind === 'solana')?.roles.payee ?? ''
  const paidBefore = await heldOnSolana(payee)
  await desk.executions.accept(quote, { receivedBody: quote })
  const record = await untilTerminal(desk, { quoteId: quote.id })
  expect(record).toMatchObject({ status: 'COMPLETED', user: onSolana.accountAddress })
  const delivered = BigInt(quote.destinationToken.amount)
  expect(await heldOnEvm(friend, asset('Lagoon', 'USDC'))).toBe(delivered)
  expect(before - (await heldOnSolana(onSolana.accountAddress))).toBe(25_000_000n)
  expect((await heldOnSolana(payee)) - paidBefore).toBeGreaterThan(24_000_000n)
}, 60_000)

function recipient(chain: string, address: string): string {
  return `${devnet.network.chains.find(({ name }) => name === chain)?.chainId}:${address}`
}
