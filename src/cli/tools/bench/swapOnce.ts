import { setTimeout as wait } from 'node:timers/promises'

import { createEvmClient } from '#chains/evm/rpc/client.ts'
import { readBalances } from '#chains/evm/assets/readBalances.ts'
import {
  type AssetType,
  type ChainId,
  type EvmAddress,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import { endpoints } from '#protocol/http/endpoints.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { isTerminal, StatusRecord } from '#protocol/status/status.ts'
import { type BenchAccount, createFundedAccount, fetchSignedQuote } from './benchAccount.ts'
import { ask, type BenchService } from './benchService.ts'

/** A swap that was carried out: its last record, and the states seen on the way. */
export type SwapResult = {
  quote: Quote
  record: StatusRecord
  states: readonly string[]
  /** From sending execute-quote until the terminal state was seen. */
  elapsedMs: number
}

/** More than one chain of the starter set holds: the swap draws from two. */
const threeThousandUsdc = 3_000_000_000n
const withinMs = 60_000
const pollMs = 50

/**
 * One whole swap as a client does it, by the public interface and an API key: a new account, the
 * faucet, `agg:usdc` from two chains to `agg:eth`, signatures, execution; then the balances are read
 * from the nodes and compared with the quote, unit by unit.
 *
 * @throws Error that says which step or which balance is not as promised.
 */
export async function swapOnce(service: BenchService): Promise<SwapResult> {
  const account = await createFundedAccount(service)
  const swap = { from: 'agg:usdc', to: 'agg:eth', amount: threeThousandUsdc }
  const signed = await fetchSignedQuote(service, { account, swap })
  const quote = endpoints.quote.response.parse(signed.body)
  if (quote.originChainsOperations.length < 2)
    throw new Error('The swap draws from one chain only.')
  const before = await readHoldings(service, { account, quote })
  const startedMs = performance.now()
  await ask(service, 'executeQuote', signed.body)
  const { record, states } = await waitUntilTerminal(service, quote.id)
  const elapsedMs = performance.now() - startedMs
  if (record.status !== 'COMPLETED')
    throw new Error(`${quote.id} ended ${record.status}: ${record.failReason ?? 'no reason'}`)
  checkHoldings(quote, { before, after: await readHoldings(service, { account, quote }) })
  return { quote, record, states, elapsedMs }
}

/**
 * Asks for the state of an execution until it is terminal. A service that is away is asked again.
 *
 * @throws Error when it is not terminal within a minute.
 */
export async function waitUntilTerminal(
  service: BenchService,
  quoteId: string,
): Promise<{ record: StatusRecord; states: string[] }> {
  const states: string[] = []
  for (const endsAtMs = performance.now() + withinMs; performance.now() < endsAtMs;) {
    const record = await fetchRecord(service, quoteId)
    if (record && states.at(-1) !== record.status) states.push(record.status)
    if (record && isTerminal(record.status)) return { record, states }
    await wait(pollMs)
  }
  throw new Error(`${quoteId} is still ${states.at(-1) ?? 'unknown'} after ${withinMs / 1000} s.`)
}

/** The record of an execution; undefined while the service cannot be reached. */
async function fetchRecord(
  service: BenchService,
  quoteId: string,
): Promise<StatusRecord | undefined> {
  try {
    // An id that is not known is answered `{}`, which is no record.
    return StatusRecord.parse(await ask(service, 'status', { quoteId }))
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

type HeldAmounts = ReadonlyMap<AssetType, bigint>

/** What the account holds of every asset that the quote touches, from the nodes themselves. */
async function readHoldings(
  service: BenchService,
  { account, quote }: { account: BenchAccount; quote: Quote },
): Promise<HeldAmounts> {
  const { chains } = endpoints.discovery.response.parse(await ask(service, 'discovery'))
  const assetTypes = [...quote.originToken.assetType, quote.destinationToken.assetType]
  const entries = await Promise.all(
    assetTypes.map(async (assetType) => {
      const { chainId } = splitAssetType(assetType)
      const rpcUrl = chains.find(({ chain }) => chain === chainId)?.rpcUrl ?? ''
      const at = { chainId, rpcUrl, account: account.wire.accountAddress }
      return [assetType, await readHolding(assetType, at)] as const
    }),
  )
  return new Map(entries)
}

async function readHolding(
  assetType: AssetType,
  { chainId, rpcUrl, account }: { chainId: ChainId; rpcUrl: string; account: EvmAddress },
): Promise<bigint> {
  const client = createEvmClient(chainId, { rpcUrl })
  const { balances } = await readBalances(client, { account, assetTypes: [assetType] })
  const [units] = balances
  if (units === undefined) throw new Error(`${assetType} does not tell its balance.`)
  return units
}

/** Every origin asset fell by its legs and its fee, the destination rose by the amount promised. */
function checkHoldings(
  quote: Quote,
  { before, after }: { before: HeldAmounts; after: HeldAmounts },
): void {
  const { destinationToken, originChainsOperations, fees } = quote
  for (const [assetType, unitsBefore] of before) {
    const spent = originChainsOperations
      .filter((operation) => operation.assetType === assetType)
      .reduce((sum, { amount }) => sum + BigInt(amount), BigInt(fees?.assets[assetType] ?? 0))
    const gained = assetType === destinationToken.assetType ? BigInt(destinationToken.amount) : 0n
    const expected = unitsBefore - spent + gained
    const found = after.get(assetType)
    if (found !== expected)
      throw new Error(`${assetType}: ${expected} were promised, the node says ${found}.`)
  }
}
