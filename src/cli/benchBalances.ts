import { createPublicClient, erc20Abi, type Hex, http } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { endpoints } from '#protocol/endpoints.ts'
import type { BenchRow } from './benchReport.ts'
import { percentile, timesOf } from './benchSample.ts'
import { ask, type BenchService } from './benchService.ts'

const runs = 60

/**
 * Balances of an account over all chains against a raw multicall of the slowest chain, both for an
 * address that nobody asked for before, so that no cache answers. Goal: 1.5 x.
 */
export async function benchBalances(service: BenchService): Promise<BenchRow[]> {
  const assets = endpoints.assets.response.parse(await ask(service, 'assets'))
  const { chains } = endpoints.discovery.response.parse(await ask(service, 'discovery'))
  const aggregatedAssetId = assets.map((asset) => asset.aggregatedAssetId).join(',')
  const members = assets.flatMap((asset) => asset.aggregatedEntities.map((it) => it.assetType))
  const floors: number[] = []
  for (const { chain, rpcUrl } of chains) {
    const tokens = members.flatMap((assetType) => tokenOn(chain, assetType))
    floors.push(percentile(await multicallTimes(rpcUrl, tokens), 0.5))
  }
  const first = chains[0]?.chain
  const measured = await timesOf(runs, () =>
    ask(service, 'balances', { account: `${first}:${newAddress()}`, aggregatedAssetId }),
  )
  const floor = Math.max(...floors)
  return [
    {
      what: `balances of one account over ${chains.length} chains, p50`,
      measured: percentile(measured, 0.5),
      floor: { what: "the slowest chain's raw multicall", value: floor },
      bar: 1.5 * floor,
      unit: 'ms',
    },
  ]
}

/** One deployless multicall per run: the balance of every token that the service reads there. */
function multicallTimes(rpcUrl: string, tokens: readonly Hex[]): Promise<number[]> {
  const client = createPublicClient({ transport: http(rpcUrl) })
  return timesOf(runs, () => {
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
  })
}

function tokenOn(chain: string, assetType: string): Hex[] {
  const prefix = `${chain}/erc20:0x`
  return assetType.startsWith(prefix) ? [`0x${assetType.slice(prefix.length)}`] : []
}

function newAddress(): Hex {
  return privateKeyToAddress(generatePrivateKey())
}
