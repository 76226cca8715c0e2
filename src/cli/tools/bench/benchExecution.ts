import { setTimeout as pause } from 'node:timers/promises'
import { createWalletClient, type Hex, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { endpoints } from '#protocol/http/endpoints.ts'
import {
  type BenchAccount,
  createFundedAccount,
  fetchSignedQuote,
  ask,
  type BenchService,
  waitUntilTerminal,
} from './benchClient.ts'
import { type BenchRow, computePercentile } from './benchSample.ts'

const runs = 9
const pollMs = 10
const blockMs = 1_000
const fiftyDollars = 50_000_000n

type Chain = { chain: string; rpcUrl: string }

/**
 * Measures swaps from sending execute-quote until the status is COMPLETED, against plain transfers of the
 * same run: between two EVM chains three in sequence (origin, destination, origin), on one chain a single
 * one. Both start at random moments within a block. Goals: 2 x (origin + destination) + 500 ms, and
 * 1.3 x the transfer + 200 ms.
 */
export async function benchExecution(service: BenchService): Promise<BenchRow[]> {
  const { chains } = endpoints.discovery.response.parse(await ask(service, 'discovery'))
  const [origin, destination] = chains.filter(({ chain }) => chain.startsWith('eip155:'))
  if (origin === undefined || destination === undefined) throw new Error('It needs two chains')
  const account = await createFundedAccount(service)
  const key = generatePrivateKey()
  await ask(service, 'faucet', { address: privateKeyToAccount(key).address })
  const between = await runSwaps(service, account, [origin, destination])
  const within = await runSwaps(service, account, [origin, origin])
  const inclusions = await measureInclusions(key, [origin, destination, origin])
  const [first = 0, second = 0] = inclusions
  const all = inclusions.reduce((total, time) => total + time, 0)
  return [
    { what: 'execute-quote accepted, p50', measured: between.accepted, unit: 'ms' },
    {
      what: `execute to COMPLETED, two chains, p50 of ${runs}`,
      measured: between.completed,
      floor: { what: 'three inclusions', value: all },
      bar: 2 * (first + second) + 500,
      unit: 'ms',
    },
    {
      what: `execute to COMPLETED, one chain, p50 of ${runs}`,
      measured: within.completed,
      floor: { what: 'one inclusion', value: first },
      bar: 1.3 * first + 200,
      unit: 'ms',
    },
  ]
}

/** Median times from sending execute-quote until it is answered, and until the swap is COMPLETED. */
async function runSwaps(
  service: BenchService,
  account: BenchAccount,
  [origin, destination]: readonly [Chain, Chain],
): Promise<{ accepted: number; completed: number }> {
  const assets = endpoints.assets.response.parse(await ask(service, 'assets'))
  function findMember(aggregate: string, { chain }: Chain): string {
    const found = assets
      .find(({ aggregatedAssetId }) => aggregatedAssetId === aggregate)
      ?.aggregatedEntities.find(({ assetType }) => assetType.startsWith(`${chain}/`))
    if (found === undefined) throw new Error(`${aggregate} has no member on ${chain}`)
    return found.assetType
  }
  const [from, to] = [findMember('agg:usdc', origin), findMember('agg:eth', destination)]
  const accepted: number[] = []
  const completed: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const swap = { from, to, amount: fiftyDollars }
    const { id, body } = await fetchSignedQuote(service, { account, swap })
    await pause(Math.random() * blockMs)
    const startedAt = performance.now()
    await ask(service, 'executeQuote', body)
    accepted.push(performance.now() - startedAt)
    const record = await waitUntilTerminal(service, id)
    completed.push(performance.now() - startedAt)
    if (record.status !== 'COMPLETED') throw new Error(`${id} ended ${record.status}`)
  }
  return {
    accepted: computePercentile(accepted, 0.5),
    completed: computePercentile(completed, 0.5),
  }
}

/** Median milliseconds from sending a plain transfer until its receipt is there, chain after chain. */
async function measureInclusions(key: Hex, chains: readonly Chain[]): Promise<number[]> {
  const account = privateKeyToAccount(key)
  const times = chains.map((): number[] => [])
  for (let run = 0; run < runs; run += 1) {
    await pause(Math.random() * blockMs)
    for (const [index, { rpcUrl }] of chains.entries()) {
      const client = createWalletClient({ account, transport: http(rpcUrl) }).extend(publicActions)
      const startedAt = performance.now()
      const hash = await client.sendTransaction({ chain: null, to: account.address, value: 1n })
      await client.waitForTransactionReceipt({ hash, pollingInterval: pollMs })
      times[index]?.push(performance.now() - startedAt)
    }
  }
  return times.map((samples) => computePercentile(samples, 0.5))
}
