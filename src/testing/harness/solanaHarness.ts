import { afterAll, beforeAll } from 'vitest'
import { Keypair, PublicKey } from '@solana/web3.js'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

import { getAssociatedTokenAddress } from '#chains/solana/program/addresses.ts'
import { solanaTokens } from '#devnet/solana/plan/mintInstructions.ts'
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

/** A devnet with Solana, a service, and a user with an account in each ecosystem. */
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

/** A swap. `recipient` is an address on the destination chain. */
export type HarnessRequest = {
  accounts: Account[]
  from: string
  to: AssetType
  amount: string
  recipient?: AccountAddress
}

/** What differs from the defaults. */
export type HarnessOptions = Pick<Parameters<typeof composeServices>[1], 'onFailpoint'> & {
  /** Options of the Solana node. */
  node?: Parameters<typeof startTestDevnetWithSolana>[0]
  /** Changes the network that the service sees. */
  networkOf?: (network: Network) => Network
}

/** Starts a {@link SolanaHarness}; worker and attestor are not started. */
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

/**
 * Starts a {@link SolanaHarness} before the tests of a file and stops it after the last. Call it once, at
 * the top level of the file.
 *
 * @param options.roles - What runs from the start; nothing unless given.
 */
export function setUpSolanaHarness({
  roles,
  ...options
}: HarnessOptions & { roles?: 'worker' | 'all' } = {}) {
  let running: SolanaHarness | undefined

  beforeAll(async () => {
    running = await startSolanaHarness(options)
    if (roles === 'all') await running.services.start()
    if (roles === 'worker') await running.services.worker.start()
  })
  afterAll(async () => {
    if (running) await stopSolanaHarness(running)
  })

  function getRunning(): SolanaHarness {
    if (!running) throw new Error('The harness runs only inside of tests and hooks.')
    return running
  }

  /** An asset by its chain's name and its symbol. */
  function asset(chain: string, symbol: string): AssetType {
    return getAsset(getRunning().devnet.network, { chain, symbol })
  }

  /** Another service, not started, on the same database unless another is given. */
  function createServices({
    network = getRunning().devnet.network,
    ...more
  }: Partial<Parameters<typeof composeServices>[1]> & { network?: Network } = {}): TestServices {
    const { storage } = getRunning().database
    return composeServices(network, { storage, keys: keysWithSolana, ...more })
  }

  return {
    get devnet() {
      return getRunning().devnet
    },
    get database() {
      return getRunning().database
    },
    get services() {
      return getRunning().services
    },
    /** A test may put another service in its place; it is stopped with the harness. */
    set services(services: TestServices) {
      getRunning().services = services
    },
    get owner() {
      return getRunning().owner
    },
    get user() {
      return getRunning().user
    },
    get onEvm() {
      return getRunning().onEvm
    },
    get onSolana() {
      return getRunning().onSolana
    },
    get roles() {
      return getRunning().roles
    },
    get solanaId() {
      return getRunning().solanaId
    },
    asset,
    createServices,
  }
}

/** Stops a harness. */
export async function stopSolanaHarness({
  services,
  database,
  devnet,
}: SolanaHarness): Promise<void> {
  await services.stop()
  await database.stop()
  await devnet.stop()
}

/** Requests a quote and signs all its operations. */
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

/** Accepts a quote and waits until its execution is terminal. */
export async function carryOut({ services }: SolanaHarness, quote: Quote): Promise<StatusRecord> {
  await services.executions.accept(quote, { receivedBody: quote })
  return waitUntilTerminal(services, { quoteId: quote.id })
}

/** A wallet's token balance on Solana, in the smallest unit; 0 without a token account. */
export async function readTokens(
  { devnet: { solana } }: SolanaHarness,
  { wallet, token }: { wallet: SolanaAddress; token: 'usdc' | 'usdt' },
): Promise<bigint> {
  const account = new PublicKey(getAssociatedTokenAddress(wallet, solanaTokens[token]))
  if (!(await solana.connection.getAccountInfo(account))) return 0n
  return BigInt((await solana.connection.getTokenAccountBalance(account)).value.amount)
}

/** A balance on any chain, in the smallest unit. */
export async function readUnits(
  { services }: SolanaHarness,
  { holder, assetType }: { holder: AccountAddress; assetType: AssetType },
): Promise<bigint> {
  const chain = services.chains.get(splitAssetType(assetType).chainId)
  return (await chain?.readBalance(holder, assetType))?.units ?? 0n
}

/** Transactions signed for an action of an execution, oldest first. */
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
