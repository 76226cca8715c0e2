import { fork } from 'node:child_process'

import { getEvmChains } from '#networks/getChain.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import type { Network } from '#networks/network.ts'
import { type AssetType, type ChainId, splitAssetType } from '#protocol/ids/caip.ts'
import { endpoints } from '#protocol/http/endpoints.ts'
import { generateAddress } from './benchBalances.ts'
import { startBalancesServer } from './benchDistantBalances.ts'
import type { BenchRow } from './benchReport.ts'
import { measureMedians } from './benchSample.ts'
import { ask, type BenchService } from './benchService.ts'

const few = 3
const many = 30
/** Simulated round-trip time to an endpoint, as to a provider in the same region. */
const distanceMs = 20
const warmUps = 20
const runs = 150

/**
 * Measures balances over thirty chains against balances over three, with the service's own code. The
 * endpoints replay a node's first answers after {@link distanceMs}, in a process of their own: thirty
 * nodes on two cores would measure the nodes. The ratio shows whether the service asks all chains at
 * once and only once, and what a further chain costs. Goal: 1.3 x.
 */
export async function benchManyChains(service: BenchService): Promise<BenchRow[]> {
  const { chains } = endpoints.discovery.response.parse(await ask(service, 'discovery'))
  const nodes = new Map<string, string>(chains.map(({ chain, rpcUrl }) => [chain, rpcUrl]))
  const network = multiplyChains(devnet, many)
  const urls = await startEndpoints(network.chains.map(({ rpcUrl }) => nodes.get(rpcUrl) ?? ''))
  const placed = {
    ...network,
    chains: network.chains.map((chain, index) => ({ ...chain, rpcUrl: urls.of[index] ?? '' })),
  }
  const [wide, narrow] = [
    await startBalancesServer(placed),
    await startBalancesServer(takeFirstChains(placed, few)),
  ]
  const aggregatedAssetId = network.aggregates.map((one) => one.aggregatedAssetId).join(',')
  function balancesOf(at: BenchService) {
    return ask(at, 'balances', { account: `eip155:1:${generateAddress()}`, aggregatedAssetId })
  }
  try {
    const [measured = 0, value = 0] = await measureMedians(
      [() => balancesOf(wide), () => balancesOf(narrow)],
      { warmUps, runs },
    )
    return [
      {
        what: `balances over ${many} chains, endpoints ${distanceMs} ms away, p50 of ${runs}`,
        measured,
        floor: { what: `the same over ${few} chains`, value },
        bar: 1.3 * value,
        unit: 'ms',
      },
    ]
  } finally {
    await Promise.all([wide.stop(), narrow.stop()])
    urls.stop()
  }
}

/** Copies the network's EVM chains in turn; `rpcUrl` holds the id of the copied chain. */
function multiplyChains(network: Network, count: number): Network {
  const known = getEvmChains(network)
  const copies = Array.from({ length: count }, (_, index) => {
    const like = known[index % known.length]
    if (!like) throw new Error('The network has no EVM chain.')
    const chainId: ChainId = `eip155:${9_000_000 + index}`
    return { like, chainId }
  })
  return {
    ...network,
    chains: copies.map(({ like, chainId }) => ({
      ...like,
      chainId,
      nativeAsset: moveAsset(chainId, like.nativeAsset),
      rpcUrl: like.chainId,
    })),
    aggregates: network.aggregates.map((aggregate) => ({
      ...aggregate,
      members: copies.flatMap(({ like, chainId }) =>
        aggregate.members
          .filter(({ assetType }) => splitAssetType(assetType).chainId === like.chainId)
          .map((member) => ({ ...member, assetType: moveAsset(chainId, member.assetType) })),
      ),
    })),
    pools: [],
  }
}

/** The network with only its first `count` chains. */
function takeFirstChains(network: Network, count: number): Network {
  const chains = network.chains.slice(0, count)
  const ids = new Set(chains.map(({ chainId }) => chainId))
  return {
    ...network,
    chains,
    aggregates: network.aggregates.map((aggregate) => ({
      ...aggregate,
      members: aggregate.members.filter(({ assetType }) =>
        ids.has(splitAssetType(assetType).chainId),
      ),
    })),
  }
}

function moveAsset(chainId: ChainId, assetType: AssetType): AssetType {
  const { namespace, reference } = splitAssetType(assetType)
  return `${chainId}/${namespace}:${reference}` as const
}

/** Starts an endpoint for each node, in a child process, apart from the service's. */
async function startEndpoints(
  nodes: readonly string[],
): Promise<{ of: readonly string[]; stop: () => void }> {
  const child = fork(
    new URL('benchEndpoints.ts', import.meta.url),
    [String(distanceMs), ...nodes],
    { execArgv: ['--import', 'tsx'] },
  )
  const of = await new Promise<readonly string[]>((resolve, reject) => {
    child.once('message', (message) => resolve(JSON.stringify(message).slice(1, -1).split(',')))
    child.once('exit', (code) => reject(new Error(`The endpoints ended with ${code}.`)))
  })
  return { of, stop: () => child.kill() }
}
