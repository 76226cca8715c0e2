import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll } from 'vitest'

import type { EvmNetwork } from '#networks/network.ts'
import type { RoleBasedAccount } from '#protocol/accounts/account.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { composeQuotes, getAccount } from '#testing/quotes/quotes.ts'
import { startTestDevnet, type TestDevnet } from '../devnet/startTestDevnet.ts'
import { createDevnetAccess, type TestFunds } from './devnetAccess.ts'
import { ownerKey, type SwapRequest } from './harness.ts'

type QuoteService = ReturnType<typeof composeQuotes>

/**
 * As `setUpHarness`, for tests that execute nothing: a devnet, balances, prices and quotes, and a funded
 * account. No database.
 */
export function setUpQuotesHarness({ funds = [] }: { funds?: TestFunds } = {}) {
  const owner = privateKeyToAccount(ownerKey)
  let running: { devnet: TestDevnet; service: QuoteService } | undefined

  beforeAll(async () => {
    const devnet = await startTestDevnet()
    running = { devnet, service: composeQuotes(devnet.network) }
    await access.fund(harness.account.accountAddress, funds)
  })
  afterAll(() => running?.devnet.stop())

  function getRunning() {
    if (!running) throw new Error('The harness runs only inside of tests and hooks.')
    return running
  }

  /** An unsigned quote of the account. Balances are cached; see `service.balances.forget`. */
  function requestQuote(
    { from, amount, to, recipient, ...more }: SwapRequest,
    { quotes }: Pick<QuoteService, 'quotes'> = harness.service,
  ): Promise<Quote> {
    return quotes.quoteV3({
      from: { accounts: [harness.account], asset: { assetId: from }, amount },
      to: { asset: { assetId: to }, ...(recipient !== undefined && { account: recipient }) },
      ...more,
    })
  }

  const access = createDevnetAccess(() => getRunning().devnet)
  const harness = {
    ...access,
    owner,
    get devnet(): TestDevnet {
      return getRunning().devnet
    },
    get network(): EvmNetwork {
      return getRunning().devnet.network
    },
    get service(): QuoteService {
      return getRunning().service
    },
    /** Role-based; its session and admin key is `owner`. */
    get account(): RoleBasedAccount {
      return getAccount(owner.address, getRunning().service.quotes)
    },
    requestQuote,
  }
  return harness
}
