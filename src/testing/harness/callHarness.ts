import { afterAll, beforeAll, expect } from 'vitest'

import { createTestAccount } from '#testing/devnet/account.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { Call, PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { CallQuotes } from '#service/quotes/calls/callQuotes.ts'
import { composeCalls } from './calls.ts'
import { buildFriendlyCall, getFriend, lentCoins, placeTarget } from '#testing/crash/crashCall.ts'
import { type TestServices, waitUntilTerminal } from './composeServices.ts'
import { ownerKey, setUpHarness } from './harness.ts'

/**
 * As {@link setUpHarness}: an account with USDC on Firth and calls to make on Lagoon. Actions named in
 * `paused` are not signed until they are taken out of it: the worker retries them.
 *
 * @param options.roles - What runs from the start; nothing unless given.
 */
export function setUpCallHarness({ roles }: { roles?: 'worker' | 'all' } = {}) {
  const paused = new Set<string>()
  const account = createTestAccount({ session: ownerKey, admin: ownerKey })
  const base = setUpHarness({
    funds: [['Firth', 'USDC', 900_000_000n]],
    isStarted: roles === 'all',
    services: {
      onFailpoint(failpoint, about) {
        if (failpoint === 'before sign' && paused.has(about)) throw new Error(`${about} is paused.`)
      },
    },
  })
  const { asset, balanceOf } = base
  let calls: CallQuotes | undefined

  beforeAll(async () => {
    await placeTarget(base.devnet, 'Lagoon')
    if (roles === 'worker') await base.services.worker.start()
  })
  afterAll(() => paused.clear())

  const harness = {
    paused,
    account,
    accept: base.accept,
    asset,
    createServices: base.createServices,
    getNode: base.getNode,
    get devnet() {
      return base.devnet
    },
    get database() {
      return base.database
    },
    get services(): TestServices {
      return base.services
    },
    get lagoon(): DevnetChain {
      return base.getNode('Lagoon')
    },
    get usdc() {
      return { firth: asset('Firth', 'USDC'), lagoon: asset('Lagoon', 'USDC') }
    },
    /** What `prepareCall`, `quoteCall` and `signCall` need. */
    get signing() {
      const { services, network, database } = base
      calls ??= composeCalls(services, { network, storage: database.storage })
      return { calls, services, signer: account.session }
    },
    /** Native coins that wait in the settler of Lagoon, wei. */
    async waitingCoins(): Promise<bigint> {
      return harness.lagoon.client.getBalance({ address: devnetAddresses.destinationSettler })
    },
    /** Sends tokens and coins that the account does not hold to a friend, then makes one more call. */
    transferRequest(
      more: Partial<PrepareCallQuoteRequest> & { last?: Call } = {},
    ): PrepareCallQuoteRequest {
      const { last, ...fields } = more
      const { firth: from, lagoon: usdc } = harness.usdc
      base.services.service.balances.forget(account.address)
      const plain = buildFriendlyCall(account, { usdc, from, end: 'done' })
      return { ...plain, calls: [...plain.calls, ...(last ? [last] : [])], ...fields }
    },
    /** Puts code at an address of Lagoon. @returns A call to it. */
    async callTo(code: Hex): Promise<Call> {
      const to = '0x00000000000000000000000000000000000f00df'
      await harness.lagoon.client.setCode({ address: to, bytecode: code })
      return { to, data: '0x', value: '0x0' }
    },
    /** Runs `work` once, after a call on Lagoon was simulated with success and before it is sent. */
    afterSimulation(work: () => Promise<unknown>): void {
      const chain = base.services.chains.get(harness.lagoon.chainId)
      if (!chain) throw new Error('Lagoon is not settled on.')
      const known = { ...chain }
      chain.prepare = async (action) => {
        const prepared = await known.prepare(action)
        if (action.kind !== 'call') return prepared
        Object.assign(chain, known)
        await work()
        return prepared
      }
    },
    async untilLent(): Promise<void> {
      await expect.poll(() => harness.waitingCoins()).toBe(lentCoins)
    },
    async waitForEnd(quote: Quote) {
      return waitUntilTerminal(base.services, { quoteId: quote.id })
    },
    /** Actions of an execution for which a transaction was signed. */
    async signedActions(quote: Quote): Promise<readonly string[]> {
      const rows = await base.database.storage.query<{ action: string }>(
        'select distinct action from transactions where quote_id = $1 order by action',
        [quote.id],
      )
      return rows.map(({ action }) => action)
    },
    /** Balances of the assets that such a call moves, without the solver's coins: they pay gas too. */
    async holdings(): Promise<Map<string, bigint>> {
      const { solver, payee, feeReceiver } = base.network.roles
      const { originEscrow: escrow, destinationSettler: settler } = devnetAddresses
      const friend = getFriend(account)
      const holders = { user: account.address, friend, solver, payee, feeReceiver, escrow, settler }
      const { firth, lagoon } = harness.usdc
      const found = new Map<string, bigint>()
      for (const assetType of [firth, lagoon, asset('Lagoon', 'ETH')])
        for (const [name, holder] of Object.entries(holders)) {
          const isCoin = splitAssetType(assetType).namespace === 'slip44'
          if (!(isCoin && name === 'solver'))
            found.set(`${name} ${assetType}`, await balanceOf(assetType, holder))
        }
      return found
    },
  }
  return harness
}
