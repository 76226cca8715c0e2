import { randomBytes } from 'node:crypto'
import { createPublicClient, custom, erc20Abi, type Hex } from 'viem'
import { endpoints } from '#protocol/http/endpoints.ts'
import type { BenchRow } from './benchReport.ts'
import { measureMedians } from './benchSample.ts'
import { ask, type BenchService } from './benchService.ts'

const warmUps = 50
const runs = 300

/**
 * Measures balances of an account over all chains against the slowest chain's raw multicall, and
 * against the raw multicalls of all chains in parallel. Goal: 1.5 x the slowest chain's.
 *
 * Every sample uses a new random address, because the service caches by account. A raw multicall is one
 * `eth_call` with call data encoded in advance, sent by the same `fetch` as the request to the service.
 * Samples alternate in random order, so that load on the machine affects all alike.
 */
export async function benchBalances(service: BenchService): Promise<BenchRow[]> {
  const { chains, assets } = await selectEvmPart(service)
  const aggregatedAssetId = assets.map((asset) => asset.aggregatedAssetId).join(',')
  const multicalls = await createRawMulticalls(chains, assets)
  const [balances, together, ...single] = await measureMedians(
    [
      () =>
        ask(service, 'balances', {
          account: `${chains[0]?.chain}:${generateAddress()}`,
          aggregatedAssetId,
        }),
      () => Promise.all(multicalls.map((multicall) => multicall())),
      ...multicalls,
    ],
    { warmUps, runs },
  )
  const slowest = Math.max(...single)
  const measured = balances ?? 0
  return [
    {
      what: `balances of one account over ${chains.length} EVM chains, p50 of ${runs}`,
      measured,
      floor: { what: "the slowest chain's raw multicall", value: slowest },
      bar: 1.5 * slowest,
      unit: 'ms',
    },
    {
      what: 'the same, compared with all chains at once',
      measured,
      floor: { what: 'the raw multicalls sent together', value: together ?? 0 },
      unit: 'ms',
    },
  ]
}

/** The service's EVM chains, and the aggregates with a member on one of them. */
export async function selectEvmPart(service: BenchService) {
  const { chains } = endpoints.discovery.response.parse(await ask(service, 'discovery'))
  const assets = endpoints.assets.response.parse(await ask(service, 'assets'))
  return {
    chains: chains.filter(({ chain }) => chain.startsWith('eip155:')),
    assets: assets.filter(({ aggregatedEntities }) =>
      aggregatedEntities.some(({ assetType }) => assetType.startsWith('eip155:')),
    ),
  }
}

/** For each chain, a function that reads all its tokens in one `eth_call`. */
export function createRawMulticalls(
  chains: readonly { chain: string; rpcUrl: string }[],
  assets: readonly { aggregatedEntities: readonly { assetType: string }[] }[],
) {
  const members = assets.flatMap((asset) => asset.aggregatedEntities.map((it) => it.assetType))
  return Promise.all(
    chains.map(({ chain, rpcUrl }) =>
      createRawMulticall(
        rpcUrl,
        members.flatMap((assetType) => getTokens(chain, assetType)),
      ),
    ),
  )
}

/** One `eth_call` for the balances of all tokens, for a new random address each time. */
async function createRawMulticall(rpcUrl: string, tokens: readonly Hex[]) {
  const holder = generateAddress()
  const pieces = (await encodeMulticall(tokens, holder)).split(holder.slice(2))
  return async () => {
    const data = pieces.join(generateAddress().slice(2))
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ data }, 'latest'] }
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    })
    const answer: unknown = await response.json()
    if (typeof answer !== 'object' || answer === null || !('result' in answer))
      throw new Error(`${rpcUrl} refused the raw multicall`)
  }
}

/** The call data of viem's deployless multicall. */
async function encodeMulticall(tokens: readonly Hex[], holder: Hex): Promise<string> {
  let sent: unknown
  const client = createPublicClient({
    transport: custom({
      async request({ params }: { params: [{ data: Hex }] }) {
        sent = params[0].data
        return '0x'
      },
    }),
  })
  const args = [holder] as const
  await client.multicall({
    deployless: true,
    contracts: tokens.map((address) => ({
      address,
      abi: erc20Abi,
      functionName: 'balanceOf' as const,
      args,
    })),
  })
  if (typeof sent !== 'string') throw new Error('viem sent no multicall')
  return sent
}

function getTokens(chain: string, assetType: string): Hex[] {
  const prefix = `${chain}/erc20:0x`
  return assetType.startsWith(prefix) ? [`0x${assetType.slice(prefix.length)}`] : []
}

/** A random address, which no cache knows. */
export function generateAddress(): Hex {
  return `0x${randomBytes(20).toString('hex')}`
}
