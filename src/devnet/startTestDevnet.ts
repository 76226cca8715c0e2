import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { loadNetwork } from '#networks/loadNetwork.ts'
import type { Network } from '#networks/network.ts'
import { devnetChains } from '#networks/devnet.ts'
import { planDevnet } from './devnetPlan.ts'
import { createFaucet, type Faucet } from './faucet.ts'
import { type DevnetChain, startChains } from './startChains.ts'

/** A devnet of a test's own. */
export type TestDevnet = {
  /** The devnet as data, with the addresses at which its nodes listen here. */
  network: Network
  /** In network order: Firth, Delta, Lagoon. */
  chains: readonly DevnetChain[]
  /** Gives assets away: `await devnet.faucet.give(address, [{ assetType, amount }])`. */
  faucet: Faucet
  /** Ends the nodes and deletes their state. */
  stop(): Promise<void>
}

/**
 * Starts three fresh chains with everything deployed, on ports that the system chooses; about a
 * second. For tests: nothing of it is shared, so that time may be warped and nodes be paused. No
 * keeper runs.
 */
export async function startTestDevnet(): Promise<TestDevnet> {
  const folder = await mkdtemp(join(tmpdir(), 'estuary-devnet-'))
  const troubles: string[] = []
  const chains = await startChains({
    folder,
    ports: Object.fromEntries(devnetChains.map(({ number }) => [number, 0])),
    staggerMs: 0,
    plan: planDevnet(),
    onTrouble: (sentence) => troubles.push(sentence),
  })
  const network = loadNetwork('devnet')
  return {
    network: {
      ...network,
      chains: network.chains.map((chain) => {
        const rpcUrl = chains.find(({ chainId }) => chainId === chain.chainId)?.rpcUrl
        return rpcUrl === undefined ? chain : { ...chain, rpcUrl }
      }),
    },
    chains,
    faucet: createFaucet(network, chains),
    async stop() {
      await Promise.all(chains.map(({ node }) => node.stop()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
