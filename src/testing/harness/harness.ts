import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll } from 'vitest'

import type { EvmNetwork, Network } from '#networks/network.ts'
import type { RoleBasedAccount } from '#protocol/accounts/account.ts'
import { type AssetType, type EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { AnyQuote, ExecuteQuoteAnswer, Quote, QuoteRequest } from '#protocol/quotes/quote.ts'
import type { StatusRecord } from '#protocol/status/status.ts'
import { getAccount } from '#testing/quotes/quotes.ts'
import { startTestDevnet, type TestDevnet } from '../devnet/startTestDevnet.ts'
import {
  composeServices,
  signQuote,
  testKeys,
  type TestServices,
  waitUntilTerminal,
} from './composeServices.ts'
import { startTestDatabase, type TestDatabase } from './database.ts'
import { createDevnetAccess, type TestFunds } from './devnetAccess.ts'
import { createOwner, type TestOwner } from './kinds.ts'

/** A devnet, a database, a service and a funded account; see {@link setUpHarness}. */
export type TestHarness = ReturnType<typeof setUpHarness>

/** One asset for another; `recipient` is a CAIP-10 account. */
export type SwapRequest = Omit<QuoteRequest, 'from' | 'to'> & {
  from: string
  amount: string
  to: string
  recipient?: string | undefined
}

/** Private key of the account's owner. */
export const ownerKey: Hash = `0x${'a1'.repeat(32)}`

type ServiceOptions = Partial<Parameters<typeof composeServices>[1]>

type Running = { devnet: TestDevnet; database: TestDatabase; services: TestServices }

/**
 * Starts a devnet, a database and a service before the tests of a file, and stops them after the last.
 * Call it once, at the top level of the file. Nothing is shared with other files.
 *
 * @param options.funds - What the account holds at first.
 * @param options.services - What differs from the defaults in the service.
 * @param options.isStarted - Starts worker and attestor too: executions then make progress.
 * @param options.devnet - What differs from the defaults in the devnet.
 * @example
 * const { asset, execute, requestQuote } = setUpHarness({
 *   funds: [['Firth', 'USDC', 900_000_000n]],
 *   isStarted: true,
 * })
 *
 * test('moves value to another chain', async () => {
 *   const [from, to] = [asset('Firth', 'USDC'), asset('Delta', 'USDC')]
 *   const quote = await requestQuote({ from, amount: '1000000', to })
 *   expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
 * })
 */
export function setUpHarness({
  funds = [],
  services: serviceOptions = {},
  isStarted = false,
  devnet: devnetOptions,
}: {
  funds?: TestFunds
  services?: ServiceOptions
  isStarted?: boolean
  devnet?: Parameters<typeof startTestDevnet>[0]
} = {}) {
  /** Signs for the account. */
  const owner = privateKeyToAccount(ownerKey)
  let running: Running | undefined

  beforeAll(async () => {
    const [devnet, database] = await Promise.all([
      startTestDevnet(devnetOptions),
      startTestDatabase(),
    ])
    const { storage } = database
    const options = { storage, keys: testKeys, ...serviceOptions }
    running = { devnet, database, services: composeServices(devnet.network, options) }
    await fund(harness.account.accountAddress, funds)
    if (isStarted) await running.services.start()
  })
  afterAll(async () => {
    await running?.services.stop()
    await running?.database.stop()
    await running?.devnet.stop()
  })

  function getRunning(): Running {
    if (!running) throw new Error('The harness runs only inside of tests and hooks.')
    return running
  }

  const access = createDevnetAccess(() => harness.devnet)
  const { fund } = access

  /** Another service, not started, on the same database and with the devnet's keys unless given. */
  function createServices({
    network = harness.network,
    ...options
  }: ServiceOptions & { network?: Network } = {}): TestServices {
    const { storage } = harness.database
    return composeServices(network, { storage, keys: testKeys, ...options })
  }

  /** A new account with these funds. */
  async function newOwner(
    kind: Parameters<typeof createOwner>[1]['kind'],
    given: TestFunds = [],
  ): Promise<TestOwner> {
    const key = privateKeyToAccount(generatePrivateKey())
    const created = createOwner(key, { kind, quotes: harness.services.service.quotes })
    await fund(created.account.accountAddress, given)
    return created
  }

  /** A signed quote of the account, from its current balances. */
  async function requestQuote(
    { from, amount, to, recipient, ...more }: SwapRequest,
    { service }: Pick<TestServices, 'service'> = harness.services,
  ): Promise<Quote> {
    const { account } = harness
    service.balances.forget(account.accountAddress)
    const quote = await service.quotes.quoteV3({
      from: { accounts: [account], asset: { assetId: from }, amount },
      to: { asset: { assetId: to }, ...(recipient !== undefined && { account: recipient }) },
      ...more,
    })
    return signQuote(quote, owner)
  }

  /** Accepts a quote, as from a client without a key. */
  function accept(
    quote: AnyQuote,
    { executions }: Pick<TestServices, 'executions'> = harness.services,
  ): Promise<ExecuteQuoteAnswer> {
    return executions.accept(quote, { receivedBody: quote })
  }

  /** Accepts a quote and waits until its execution is terminal. */
  async function execute(
    quote: AnyQuote,
    services: TestServices = harness.services,
  ): Promise<StatusRecord> {
    await accept(quote, services)
    return waitUntilTerminal(services, { quoteId: quote.id })
  }

  /** What the account, or another holder, has of an asset, in the smallest unit. */
  async function balanceOf(
    assetType: AssetType,
    holder: EvmAddress = harness.account.accountAddress,
  ): Promise<bigint> {
    const chain = harness.services.chains.get(splitAssetType(assetType).chainId)
    return (await chain?.readBalance(holder, assetType))?.units ?? 0n
  }

  const harness = {
    owner,
    get devnet(): TestDevnet {
      return getRunning().devnet
    },
    get network(): EvmNetwork {
      return getRunning().devnet.network
    },
    get database(): TestDatabase {
      return getRunning().database
    },
    get services(): TestServices {
      return getRunning().services
    },
    /** Role-based; its session and admin key is {@link owner}. */
    get account(): RoleBasedAccount {
      return getAccount(owner.address, getRunning().services.service.quotes)
    },
    ...access,
    createServices,
    newOwner,
    requestQuote,
    accept,
    execute,
    balanceOf,
  }
  return harness
}
