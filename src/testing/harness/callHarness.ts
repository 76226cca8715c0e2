import { expect } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { startTestDevnet } from '../devnet/startTestDevnet.ts'
import { createTestAccount } from '#testing/devnet/account.ts'
import { getDevnetChain } from '#testing/devnet/settlement.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { Call, PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { type AssetType, splitAssetType } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { Storage } from '#service/storage/database.ts'
import { startTestDatabase } from './database.ts'
import { composeCalls } from './calls.ts'
import { buildFriendlyCall, getFriend, lentCoins, placeTarget } from '#testing/crash/crashCall.ts'
import { getAsset, composeServices, waitUntilTerminal } from './composeServices.ts'

/** Contract calls on chains of a test's own, stopped where the test wants; see {@link startCallHarness}. */
export type CallHarness = Awaited<ReturnType<typeof startCallHarness>>

const key: Hash = `0x${'cf'.repeat(32)}`

/**
 * One account with tokens on Firth and calls to make on Lagoon, and a service that can be held just
 * before it signs an action: it then tries again and again until it is let go.
 */
export async function startCallHarness() {
  const [devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  const { network } = devnet
  const account = createTestAccount({ session: key, admin: key })
  const lagoon = getDevnetChain(devnet, 'Lagoon')
  const held = new Set<string>()

  function createServices(storage: Storage) {
    const keys = { ...devnetKeys, paymaster: devnetKeys.paymasterSigner }
    return composeServices(network, {
      storage,
      keys,
      onFailpoint(failpoint, about) {
        if (failpoint === 'before sign' && held.has(about)) throw new Error(`${about} is held.`)
      },
    })
  }

  function asset(chain: string, symbol: string): AssetType {
    return getAsset(network, { chain, symbol })
  }

  const services = createServices(database.storage)
  const usdc = { firth: asset('Firth', 'USDC'), lagoon: asset('Lagoon', 'USDC') }
  await Promise.all([
    devnet.faucet.send(account.address, [{ assetType: usdc.firth, amount: 900_000_000n }]),
    placeTarget(devnet, 'Lagoon'),
  ])

  /** Coins that wait in the settler of Lagoon, wei. */
  async function waitingCoins(): Promise<bigint> {
    return lagoon.client.getBalance({ address: devnetAddresses.destinationSettler })
  }

  return {
    devnet,
    database,
    account,
    lagoon,
    held,
    services,
    newDesk: createServices,
    usdc,
    asset,
    waitingCoins,
    parts: {
      calls: composeCalls(services, { network, storage: database.storage }),
      services,
      signer: account.session,
    },
    /** Tokens and coins for a friend, which the account does not hold, and one more call. */
    friendly(
      more: Partial<PrepareCallQuoteRequest> & { last?: Call } = {},
    ): PrepareCallQuoteRequest {
      const { last, ...fields } = more
      services.service.balances.forget(account.address)
      const plain = buildFriendlyCall(account, { usdc: usdc.lagoon, from: usdc.firth, end: 'done' })
      return { ...plain, calls: [...plain.calls, ...(last ? [last] : [])], ...fields }
    },
    /** Puts code at an address of Lagoon and gives a call to it. */
    async callTo(code: Hex): Promise<Call> {
      const to = '0x00000000000000000000000000000000000f00df'
      await lagoon.client.setCode({ address: to, bytecode: code })
      return { to, data: '0x', value: '0x0' }
    },
    /** Does something once a call on Lagoon was tried and found good, before it is sent. */
    afterTrial(work: () => Promise<unknown>): void {
      const chain = services.chains.get(lagoon.chainId)
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
    async accept(quote: Quote): Promise<void> {
      await services.executions.accept(quote, { receivedBody: quote })
    },
    async untilLent(): Promise<void> {
      await expect.poll(waitingCoins).toBe(lentCoins)
    },
    async end(quote: Quote) {
      return waitUntilTerminal(services, { quoteId: quote.id })
    },
    /** Actions of an execution that a transaction was signed for. */
    async signed(quote: Quote): Promise<readonly string[]> {
      const rows = await database.storage.query<{ action: string }>(
        'select distinct action from transactions where quote_id = $1 order by action',
        [quote.id],
      )
      return rows.map(({ action }) => action)
    },
    /** What everybody holds of the assets that such a call moves; the solver's coins pay gas too. */
    async holdings(): Promise<Map<string, bigint>> {
      const { solver, payee, feeReceiver } = network.roles
      const { originEscrow: escrow, destinationSettler: settler } = devnetAddresses
      const friend = getFriend(account)
      const holders = { user: account.address, friend, solver, payee, feeReceiver, escrow, settler }
      const found = new Map<string, bigint>()
      for (const assetType of [usdc.firth, usdc.lagoon, asset('Lagoon', 'ETH')])
        for (const [name, holder] of Object.entries(holders)) {
          const chain = services.chains.get(splitAssetType(assetType).chainId)
          const isCoin = assetType.includes('/slip44:')
          const { units } = (await chain?.readBalance(holder, assetType)) ?? { units: 0n }
          if (!(isCoin && name === 'solver')) found.set(`${name} ${assetType}`, units)
        }
      return found
    },
    async stop(): Promise<void> {
      held.clear()
      await services.stop()
      await database.stop()
      await devnet.stop()
    },
  }
}
