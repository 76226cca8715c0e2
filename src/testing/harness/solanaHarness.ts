import { Keypair, PublicKey } from '@solana/web3.js'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

import { getAssociatedTokenAddress } from '#chains/solana/program/addresses.ts'
import { solanaTokens } from '#devnet/solana/plan/solanaTokens.ts'
import {
  startTestDevnetWithSolana,
  type TestDevnetWithSolana,
} from '../devnet/startTestDevnetWithSolana.ts'
import type { Network, Roles } from '#networks/network.ts'
import type { Account, RoleBasedAccount, SolanaAccount } from '#protocol/accounts/account.ts'
import {
  type AccountAddress,
  type AssetType,
  type ChainId,
  type SolanaAddress,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { StatusRecord } from '#protocol/status/status.ts'
import { getAccount } from '#testing/quotes/quotes.ts'
import type { TransactionRow } from '#service/storage/executions/stepRows.ts'
import { startTestDatabase, type TestDatabase } from './database.ts'
import {
  getAsset,
  composeServices,
  signQuote,
  type TestServices,
  waitUntilTerminal,
} from './composeServices.ts'
import { keysWithSolana, signOnSolana } from './solana.ts'

/** Chains of both ecosystems, a desk, and somebody with an account on each. */
export type SolanaHarness = {
  devnet: TestDevnetWithSolana
  database: TestDatabase
  services: TestServices
  owner: PrivateKeyAccount
  user: Keypair
  onEvm: RoleBasedAccount
  onSolana: SolanaAccount
  /** The service's addresses on Solana. */
  roles: Roles<SolanaAddress>
  solanaId: ChainId
}

/** What a scene asks for. `recipient`: an address on the destination's chain. */
export type HarnessRequest = {
  accounts: Account[]
  from: string
  to: AssetType
  amount: string
  recipient?: AccountAddress
}

/** What of a scene is other than the devnet's. */
export type HarnessOptions = Pick<Parameters<typeof composeServices>[1], 'onFailpoint'> & {
  /** Of the node of the Solana chain. */
  node?: Parameters<typeof startTestDevnetWithSolana>[0]
  /** What the service takes the network for. */
  networkOf?: (network: Network) => Network
}

/** Starts everything but worker and attestor. */
export async function startSolanaHarness({
  node,
  networkOf = (network) => network,
  ...options
}: HarnessOptions = {}): Promise<SolanaHarness> {
  const [started, database] = await Promise.all([
    startTestDevnetWithSolana(node),
    startTestDatabase(),
  ])
  const devnet = { ...started, network: networkOf(started.network) }
  const owner = privateKeyToAccount(`0x${'c7'.repeat(32)}`)
  const user = Keypair.generate()
  const { storage } = database
  const services = composeServices(devnet.network, { storage, keys: keysWithSolana, ...options })
  const chain = devnet.network.chains.find(({ kind }) => kind === 'solana')
  if (chain?.kind !== 'solana') throw new Error('There is no Solana chain.')
  const onEvm = getAccount(owner.address, services.service.quotes)
  await devnet.faucet.send(onEvm.accountAddress, [
    {
      assetType: getAsset(devnet.network, { chain: 'Firth', symbol: 'USDC' }),
      amount: 900_000_000n,
    },
  ])
  await devnet.solana.give(user.publicKey, [
    { asset: 'sol', units: 9_000_000_000n },
    { asset: 'usdc', units: 900_000_000n },
  ])
  return {
    devnet,
    database,
    services,
    owner,
    user,
    onEvm,
    onSolana: { type: 'solana', accountAddress: user.publicKey.toBase58() },
    roles: chain.roles,
    solanaId: chain.chainId,
  }
}

/** Ends a scene. */
export async function stopSolanaHarness({
  services,
  database,
  devnet,
}: SolanaHarness): Promise<void> {
  await services.stop()
  await database.stop()
  await devnet.stop()
}

/** Asks for a quote and signs all of it. */
export async function requestQuote(
  { services, owner, user }: SolanaHarness,
  { accounts, recipient, ...request }: HarnessRequest,
): Promise<Quote> {
  for (const { accountAddress } of accounts) services.service.balances.forget(accountAddress)
  const { chainId } = splitAssetType(request.to)
  const from = { accounts, asset: { assetId: request.from }, amount: request.amount }
  const account = recipient === undefined ? {} : { account: `${chainId}:${recipient}` }
  const to = { asset: { assetId: request.to }, ...account }
  const quote = await services.service.quotes.quoteV3({ from, to })
  return signOnSolana(await signQuote(quote, owner), user)
}

/** Accepts a quote and waits for its end. */
export async function carryOut({ services }: SolanaHarness, quote: Quote): Promise<StatusRecord> {
  await services.executions.accept(quote, { receivedBody: quote })
  return waitUntilTerminal(services, { quoteId: quote.id })
}

/** What a wallet holds of a token on Solana, as the cluster's node says. */
export async function readTokens(
  { devnet: { solana } }: SolanaHarness,
  { wallet, token }: { wallet: SolanaAddress; token: 'usdc' | 'usdt' },
): Promise<bigint> {
  const account = new PublicKey(getAssociatedTokenAddress(wallet, solanaTokens[token]))
  if (!(await solana.connection.getAccountInfo(account))) return 0n
  return BigInt((await solana.connection.getTokenAccountBalance(account)).value.amount)
}

/** What a holder holds of an asset, as its chain's node says. */
export async function readUnits(
  { services }: SolanaHarness,
  { holder, assetType }: { holder: AccountAddress; assetType: AssetType },
): Promise<bigint> {
  const chain = services.chains.get(splitAssetType(assetType).chainId)
  return (await chain?.readBalance(holder, assetType))?.units ?? 0n
}

/** What was signed for an action of an execution so far, oldest first. */
export async function findSignedTransaction(
  { database }: SolanaHarness,
  { quoteId, action }: { quoteId: string; action: string },
): Promise<Pick<TransactionRow, 'hash' | 'attempt' | 'replaces' | 'chain'>[]> {
  return database.storage.query(
    `select hash, attempt, replaces, chain from transactions where quote_id = $1 and action = $2
     order by created_at`,
    [quoteId, action],
  )
}
