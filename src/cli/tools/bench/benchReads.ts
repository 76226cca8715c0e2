import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createPublicClient, custom, erc20Abi, type Hex, zeroAddress } from 'viem'
import { EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { endpoints } from '#protocol/http/endpoints.ts'
import { buildSwapRequest, createFundedAccount, ask, type BenchService } from './benchClient.ts'
import { type BenchRow, computePercentile, measureMedians, measureTimes } from './benchSample.ts'

const samples = { warmUps: 50, runs: 300 }
const quoteRuns = 100
const load = { perSecond: 200, seconds: 10 }
const hundredDollars = 100_000_000n

/**
 * Measures the balances of an account over all EVM chains against the slowest chain's raw multicall:
 * one `eth_call` with call data encoded in advance. Each sample asks for a new address, because the
 * service caches by account. Goal: 1.5 x the multicall.
 */
export async function benchBalances(service: BenchService): Promise<BenchRow[]> {
  const { chains } = endpoints.discovery.response.parse(await ask(service, 'discovery'))
  const assets = endpoints.assets.response.parse(await ask(service, 'assets'))
  const members = assets.flatMap((asset) => asset.aggregatedEntities.map((it) => it.assetType))
  const evmChains = chains.filter(({ chain }) => chain.startsWith('eip155:'))
  const aggregatedAssetId = assets
    .filter(({ aggregatedEntities }) =>
      aggregatedEntities.some(({ assetType }) => assetType.startsWith('eip155:')),
    )
    .map((asset) => asset.aggregatedAssetId)
    .join(',')
  const multicalls = await Promise.all(
    evmChains.map(({ chain, rpcUrl }) =>
      createRawMulticall(
        rpcUrl,
        members
          .map(splitAssetType)
          .flatMap(({ chainId, reference }) =>
            chainId === chain ? (EvmAddress.safeParse(reference).data ?? []) : [],
          ),
      ),
    ),
  )
  function readBalances(): Promise<unknown> {
    const account = `${evmChains[0]?.chain}:0x${randomBytes(20).toString('hex')}`
    return ask(service, 'balances', { account, aggregatedAssetId })
  }
  const [measured = 0, ...single] = await measureMedians([readBalances, ...multicalls], samples)
  const slowest = Math.max(...single)
  return [
    {
      what: `balances of one account, ${evmChains.length} EVM chains, p50`,
      measured,
      floor: { what: "slowest chain's raw multicall", value: slowest },
      bar: 1.5 * slowest,
      unit: 'ms',
    },
  ]
}

/** One `eth_call` for the balances of all tokens, as viem's deployless multicall encodes it. */
async function createRawMulticall(rpcUrl: string, tokens: readonly Hex[]) {
  let params: unknown
  const client = createPublicClient({
    transport: custom({
      async request(asked: { params: unknown }) {
        params = asked.params
        return '0x'
      },
    }),
  })
  const read = { abi: erc20Abi, functionName: 'balanceOf', args: [zeroAddress] } as const
  await client.multicall({
    deployless: true,
    contracts: tokens.map((address) => ({ ...read, address })),
  })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params })
  const headers = { 'content-type': 'application/json' }
  return async () => {
    const response = await fetch(rpcUrl, { method: 'POST', headers, body })
    const answer: unknown = await response.json()
    if (typeof answer !== 'object' || answer === null || !('result' in answer))
      throw new Error(`${rpcUrl} refused the raw multicall: ${JSON.stringify(answer)}`)
  }
}

/**
 * Measures quotes of a funded account with warm caches: in sequence, then on a fixed schedule, whether or
 * not earlier ones were answered. There, durations count from the moment each request was due, so that
 * a service that falls behind shows it; it shares the machine with load and chains. Goals: p50 within 60 ms in sequence; p99 within 250 ms for both.
 */
export async function benchQuotes(service: BenchService): Promise<BenchRow[]> {
  const account = await createFundedAccount(service)
  const swap = { from: 'agg:usdc', to: 'agg:eth', amount: hundredDollars }
  const request = buildSwapRequest(account, swap)
  await measureTimes(10, () => ask(service, 'quote', request))
  const times = await measureTimes(quoteRuns, () => ask(service, 'quote', request))
  const startedAt = performance.now()
  const answers: Promise<number>[] = []
  for (let sent = 0; sent < load.perSecond * load.seconds; sent += 1) {
    const dueAt = startedAt + (sent * 1_000) / load.perSecond
    await pause(Math.max(0, dueAt - performance.now()))
    // A refused request counts as never answered.
    answers.push(
      ask(service, 'quote', request).then(
        () => performance.now() - dueAt,
        () => Number.POSITIVE_INFINITY,
      ),
    )
  }
  const loaded = await Promise.all(answers)
  const refused = loaded.filter((time) => time === Number.POSITIVE_INFINITY).length
  const underLoad = `${load.perSecond} a second (${refused} of ${loaded.length} refused)`
  return [
    { what: 'quote, warm, p50', measured: computePercentile(times, 0.5), bar: 60, unit: 'ms' },
    { what: 'quote, warm, p99', measured: computePercentile(times, 0.99), bar: 250, unit: 'ms' },
    {
      what: `quote, ${underLoad}, p99`,
      measured: computePercentile(loaded, 0.99),
      bar: 250,
      unit: 'ms',
    },
  ]
}
