import { createPublicClient, erc20Abi, type Hex, http } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { endpoints } from '#protocol/endpoints.ts'
import type { BenchRow } from './benchReport.ts'
import { percentile, timesOf } from './benchSample.ts'
import { ask, type BenchService } from './benchService.ts'

const runs = 60

/**
 * Balances of an account over all chains against a raw multicall of the slowest chain, both for an
 * address that nobody asked for before, so that no cache answers; one after the other in turn, so
 * that both meet the same machine. Goal: 1.5 x.
 */
export async function benchBalances(service: BenchService): Promise<BenchRow[]> {
  const assets = endpoints.assets.response.parse(await ask(service, 'assets'))
  const { chains } = endpoints.discovery.response.parse(await ask(service, 'discovery'))
  const aggregatedAssetId = assets.map((asset) => asset.aggregatedAssetId).join(',')
  const members = assets.flatMap((asset) => asset.aggregatedEntities.map((it) => it.assetType))
  const multicalls = chains.map(({ chain, rpcUrl }) =>
    rawMulticall(
      rpcUrl,
      members.flatMap((assetType) => tokenOn(chain, assetType)),
    ),
  )
  function readService(): Promise<unknown> {
    const account = `${chains[0]?.chain}:${newAddress()}`
    return ask(service, 'balances', { account, aggregatedAssetId })
  }
  const tasks = [readService, ...multicalls]
  const times = tasks.map((): number[] => [])
  for (let run = 0; run < runs; run += 1)
    for (const [index, task] of tasks.entries()) times[index]?.push(...(await timesOf(1, task)))
  const [measured = 0, ...floors] = times.map((samples) => percentile(samples, 0.5))
  const floor = Math.max(...floors)
  return [
    {
      what: `balances of one account over ${chains.length} chains, p50`,
      measured,
      floor: { what: "the slowest chain's raw multicall", value: floor },
      bar: 1.5 * floor,
      unit: 'ms',
    },
  ]
}

/** A deployless multicall for a new address: the balance of each of these tokens. */
function rawMulticall(rpcUrl: string, tokens: readonly Hex[]): () => Promise<unknown> {
  const client = createPublicClient({ transport: http(rpcUrl) })
  return () => {
    const args = [newAddress()] as const
    return client.multicall({
      deployless: true,
      contracts: tokens.map((address) => ({
        address,
        abi: erc20Abi,
        functionName: 'balanceOf' as const,
        args,
      })),
    })
  }
}

function tokenOn(chain: string, assetType: string): Hex[] {
  const prefix = `${chain}/erc20:0x`
  return assetType.startsWith(prefix) ? [`0x${assetType.slice(prefix.length)}`] : []
}

function newAddress(): Hex {
  return privateKeyToAddress(generatePrivateKey())
}
