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
import {
  type BenchAccount,
  createFundedAccount,
  fetchSignedQuote,
  ask,
  type BenchService,
} from './benchClient.ts'

/** A finished swap: its last record, and the statuses reported on the way. */
export type SwapResult = {
  quote: Quote
  record: StatusRecord
  states: readonly string[]
  /** From sending execute-quote until a terminal status was reported. */
  elapsedMs: number
}

/** More than the faucet's starter set has on any one chain, so that the swap spends from two. */
const threeThousandUsdc = 3_000_000_000n
const withinMs = 60_000
const pollMs = 50

/**
 * Performs one swap as a client does, through the public interface with an API key: a new account, the
 * faucet, `agg:usdc` from two chains to `agg:eth`, signatures, execution. Then compares the balances on
 * the nodes with the quote, to the smallest unit.
 *
 * @throws Error that names the failed step, or the balance that differs from the quote.
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
 * Polls the status of an execution until it is terminal, also while the service is down.
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
    // An unknown id is answered with `{}`, which is not a record.
    return StatusRecord.parse(await ask(service, 'status', { quoteId }))
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

type HeldAmounts = ReadonlyMap<AssetType, bigint>

/** The account's balances of all assets of the quote, read from the nodes. */
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
  if (units === undefined) throw new Error(`${assetType} returned no balance.`)
  return units
}

/** Checks that balances changed exactly by the legs, fees and delivery of the quote. */
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
