import { createWalletClient, type Hex, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '#protocol/http/endpoints.ts'
import {
  type BenchSwap,
  createFundedAccount,
  createFundedWallet,
  fetchSignedQuote,
} from './benchAccount.ts'
import type { BenchRow } from './benchReport.ts'
import { computePercentile, measureTimes } from './benchSample.ts'
import { ask, type BenchService } from './benchService.ts'

const runs = 9
const pollMs = 10
const blockMs = 1_000
const fiftyDollars = 50_000_000n

/** Milliseconds from sending execute-quote to its response, and until each status is reported. */
type Moments = Record<'accepted' | 'IN_PROGRESS' | 'EXECUTED' | 'COMPLETED', number>

type Route = { origin: { chain: string; rpcUrl: string }; destination: Route['origin'] }

/**
 * Measures swaps from sending execute-quote until the status is COMPLETED. Between EVM chains, compared
 * with three plain transfers in sequence (origin, destination, origin) of the same run; both start at
 * random moments within a block. Goal: 2 x (origin + destination) + 500 ms. From Solana, if the service
 * has it, to an EVM chain. Goal: one block of that chain + 1,500 ms.
 */
export async function benchExecution(service: BenchService): Promise<BenchRow[]> {
  const { chains } = endpoints.discovery.response.parse(await ask(service, 'discovery'))
  const [origin, destination] = chains.filter(({ chain }) => chain.startsWith('eip155:'))
  if (origin === undefined || destination === undefined) throw new Error('It needs two chains')
  const solana = chains.find(({ chain }) => chain.startsWith('solana:'))
  const rows = await measureBetweenEvmChains(service, { origin, destination })
  return solana === undefined
    ? rows
    : [...rows, ...(await measureFromSolana(service, { origin: solana, destination }))]
}

async function measureBetweenEvmChains(service: BenchService, route: Route): Promise<BenchRow[]> {
  const account = await createFundedAccount(service)
  const swap = await buildSwap(service, route)
  const times = (await runExecutions(service, { account, swap })).map(({ COMPLETED }) => COMPLETED)
  const inclusions = await measureInclusions(service, route)
  const sums = inclusions.map(([first, second, again]) => first + second + again)
  const bars = inclusions.map(([first, second]) => 2 * (first + second) + 500)
  return [
    {
      what: `execute to COMPLETED, two chains, p50 of ${runs}`,
      measured: computePercentile(times, 0.5),
      floor: { what: 'three inclusions', value: computePercentile(sums, 0.5) },
      bar: computePercentile(bars, 0.5),
      unit: 'ms',
    },
  ]
}

async function measureFromSolana(service: BenchService, route: Route): Promise<BenchRow[]> {
  const account = await createFundedWallet(service)
  const recipient = privateKeyToAccount(generatePrivateKey()).address
  const swap = {
    ...(await buildSwap(service, route)),
    recipient: `${route.destination.chain}:${recipient}`,
  }
  const executions = await runExecutions(service, { account, swap })
  const what = `execute to COMPLETED, Solana to EVM, p50 of ${runs}`
  const parts = (['accepted', 'IN_PROGRESS', 'EXECUTED'] as const).map((state): BenchRow => ({
    what: `${what}; of it until ${state}`,
    measured: computePercentile(
      executions.map((moments) => moments[state]),
      0.5,
    ),
    unit: 'ms',
  }))
  const times = executions.map(({ COMPLETED }) => COMPLETED)
  return [
    ...parts,
    { what, measured: computePercentile(times, 0.5), bar: blockMs + 1_500, unit: 'ms' },
  ]
}

async function buildSwap(
  service: BenchService,
  { origin, destination }: Route,
): Promise<BenchSwap> {
  const from = await findMember(service, 'agg:usdc', origin.chain)
  const to = await findMember(service, 'agg:eth', destination.chain)
  return { from, to, amount: fiftyDollars }
}

async function runExecutions(
  service: BenchService,
  asking: Parameters<typeof fetchSignedQuote>[1],
): Promise<Moments[]> {
  const executions: Moments[] = []
  for (let run = 0; run < runs; run += 1) {
    const signed = await fetchSignedQuote(service, asking)
    await pause(Math.random() * blockMs)
    const startedAt = performance.now()
    await ask(service, 'executeQuote', signed.body)
    const accepted = performance.now() - startedAt
    executions.push({ accepted, ...(await waitForMoments(service, { id: signed.id, startedAt })) })
  }
  return executions
}

async function findMember(
  service: BenchService,
  aggregate: string,
  chain: string,
): Promise<string> {
  const assets = endpoints.assets.response.parse(await ask(service, 'assets'))
  const members = assets.find((asset) => asset.aggregatedAssetId === aggregate)?.aggregatedEntities
  const member = members?.find(({ assetType }) => assetType.startsWith(`${chain}/`))
  if (member === undefined) throw new Error(`${aggregate} has no member on ${chain}`)
  return member.assetType
}

/** When each status was first reported; one that polling missed gets the time of the next. */
async function waitForMoments(
  service: BenchService,
  { id, startedAt }: { id: string; startedAt: number },
): Promise<Omit<Moments, 'accepted'>> {
  const seen: Partial<Moments> = {}
  for (;;) {
    const answer = endpoints.status.response.parse(await ask(service, 'status', { quoteId: id }))
    const elapsed = performance.now() - startedAt
    const status = 'status' in answer ? answer.status : 'PENDING'
    if (status === 'REFUNDED' || status === 'FAILED') throw new Error(`${id} ended ${status}`)
    if (status !== 'PENDING') seen[status] ??= elapsed
    if (status === 'COMPLETED') {
      const EXECUTED = seen.EXECUTED ?? elapsed
      return { IN_PROGRESS: seen.IN_PROGRESS ?? EXECUTED, EXECUTED, COMPLETED: elapsed }
    }
    await pause(pollMs)
  }
}

async function measureInclusions(service: BenchService, route: Route) {
  const key = generatePrivateKey()
  await ask(service, 'faucet', { address: privateKeyToAccount(key).address })
  const samples: [number, number, number][] = []
  for (let run = 0; run < runs; run += 1) {
    await pause(Math.random() * blockMs)
    const origin = await measureTransfer(route.origin.rpcUrl, key)
    const destination = await measureTransfer(route.destination.rpcUrl, key)
    samples.push([origin, destination, await measureTransfer(route.origin.rpcUrl, key)])
  }
  return samples
}

/** Milliseconds from sending a plain transfer until its receipt is available. */
async function measureTransfer(rpcUrl: string, key: Hex): Promise<number> {
  const account = privateKeyToAccount(key)
  const client = createWalletClient({ account, transport: http(rpcUrl) }).extend(publicActions)
  const [time = 0] = await measureTimes(1, async () => {
    const hash = await client.sendTransaction({ chain: null, to: account.address, value: 1n })
    await client.waitForTransactionReceipt({ hash, pollingInterval: pollMs })
  })
  return time
}
