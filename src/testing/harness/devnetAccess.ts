import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import type { AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { TestDevnet } from '../devnet/startTestDevnet.ts'
import { getAsset } from './composeServices.ts'

/** Amounts of assets, by their chain's name and their symbol, in the smallest unit. */
export type TestFunds = readonly (readonly [chain: string, symbol: string, units: bigint])[]

/** Assets, nodes and the faucet of a devnet that may start later. */
export function createDevnetAccess(getDevnet: () => TestDevnet) {
  /** An asset by its chain's name and its symbol. */
  function asset(chain: string, symbol: string): AssetType {
    return getAsset(getDevnet().network, { chain, symbol })
  }

  /** The node of a chain, given its name, its id or one of its assets. */
  function getNode(place: string): DevnetChain {
    const node = getDevnet().chains.find(
      ({ name, chainId }) => name === place || chainId === place.split('/')[0],
    )
    if (!node) throw new Error(`${place} has no node.`)
    return node
  }

  /** Sends assets from the faucet. */
  async function fund(to: EvmAddress, funds: TestFunds): Promise<void> {
    if (funds.length === 0) return
    const requests = funds.map(([chain, symbol, amount]) => ({
      assetType: asset(chain, symbol),
      amount,
    }))
    await getDevnet().faucet.send(to, requests)
  }

  return { asset, getNode, fund }
}
