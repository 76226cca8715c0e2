import { createWalletClient, type Hex, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '#protocol/endpoints.ts'
import { newAccount, signedQuote } from './benchAccount.ts'
import type { BenchRow } from './benchReport.ts'
import { percentile, timesOf } from './benchSample.ts'
import { ask, type BenchService } from './benchService.ts'

const runs = 9
const pollMs = 10
const blockMs = 1_000
const fiftyDollars = 50_000_000n

type Route = { origin: { chain: string; rpcUrl: string }; destination: Route['origin'] }

/**
 * A swap from one chain to another, from sending execute-quote until status says COMPLETED, against
 * three plain transfers one after the other (origin, destination, origin) in the same run. Both start
 * at random moments of a block. Goal: within 2 x (origin + destination) + 500 ms.
 */
export async function benchExecution(service: BenchService): Promise<BenchRow[]> {
  const route = await routeOf(service)
  const times = await executionTimes(service, route)
  const inclusions = await inclusionTimes(service, route)
  const sums = inclusions.map(([origin, destination, again]) => origin + destination + again)
  const bars = inclusions.map(([origin, destination]) => 2 * (origin + destination) + 500)
  return [
    {
      what: `execute to COMPLETED, two chains, p50 of ${runs}`,
      measured: percentile(times, 0.5),
      floor: { what: 'three inclusions', value: percentile(sums, 0.5) },
      bar: percentile(bars, 0.5),
      unit: 'ms',
    },
  ]
}

async function routeOf(service: BenchService): Promise<Route> {
  const answer = await ask(service, 'discovery')
  const [origin, destination] = endpoints.discovery.response.parse(answer).chains
  if (origin === undefined || destination === undefined) throw new Error('It needs two chains')
  return { origin, destination }
}

async function executionTimes(service: BenchService, route: Route): Promise<number[]> {
  const account = await newAccount(service)
  const from = await memberOn(service, 'agg:usdc', route.origin.chain)
  const to = await memberOn(service, 'agg:eth', route.destination.chain)
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const swap = { from, to, amount: fiftyDollars }
    const signed = await signedQuote(service, { account, swap })
    await pause(Math.random() * blockMs)
    times.push(
      ...(await timesOf(1, async () => {
        await ask(service, 'executeQuote', signed.body)
        await untilCompleted(service, signed.id)
      })),
    )
  }
  return times
}

async function memberOn(service: BenchService, aggregate: string, chain: string): Promise<string> {
  const assets = endpoints.assets.response.parse(await ask(service, 'assets'))
  const members = assets.find((asset) => asset.aggregatedAssetId === aggregate)?.aggregatedEntities
  const member = members?.find(({ assetType }) => assetType.startsWith(`${chain}/`))
  if (member === undefined) throw new Error(`${aggregate} has no member on ${chain}`)
  return member.assetType
}

async function untilCompleted(service: BenchService, quoteId: string): Promise<void> {
  for (;;) {
    const answer = endpoints.status.response.parse(await ask(service, 'status', { quoteId }))
    const status = 'status' in answer ? answer.status : undefined
    if (status === 'COMPLETED') return
    if (status === 'REFUNDED' || status === 'FAILED') throw new Error(`${quoteId} ended ${status}`)
    await pause(pollMs)
  }
}

async function inclusionTimes(service: BenchService, route: Route) {
  const key = generatePrivateKey()
  await ask(service, 'faucet', { address: privateKeyToAccount(key).address })
  const samples: [number, number, number][] = []
  for (let run = 0; run < runs; run += 1) {
    await pause(Math.random() * blockMs)
    const origin = await transferTime(route.origin.rpcUrl, key)
    const destination = await transferTime(route.destination.rpcUrl, key)
    samples.push([origin, destination, await transferTime(route.origin.rpcUrl, key)])
  }
  return samples
}

/** From sending a plain transfer until its receipt can be read, in milliseconds. */
async function transferTime(rpcUrl: string, key: Hex): Promise<number> {
  const account = privateKeyToAccount(key)
  const client = createWalletClient({ account, transport: http(rpcUrl) }).extend(publicActions)
  const [time = 0] = await timesOf(1, async () => {
    const hash = await client.sendTransaction({ chain: null, to: account.address, value: 1n })
    await client.waitForTransactionReceipt({ hash, pollingInterval: pollMs })
  })
  return time
}
