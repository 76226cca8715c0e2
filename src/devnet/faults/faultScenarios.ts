import { encodeFunctionData, type Hex, numberToHex, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { priceFeedAbi } from '#contracts/abi/priceFeed.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { type ChainToken, getChainPlan } from '../plan/chainPlan.ts'
import { initialStock } from '../deploy/deployAssets.ts'
import type { LocalPlan } from '../plan/localPlan.ts'
import type { NodeClient } from '../node/nodeClient.ts'
import { buildPoolMove, readPoolPrice } from '../feeds/poolPrices.ts'
import { computeSquareRoot } from '../plan/prices.ts'
import { type LabelledCall, mineCalls } from '../deploy/sendCalls.ts'
import { restoreSolanaInventory, drainSolanaInventory } from '../solana/funds/solanaInventory.ts'
import type { DevnetSolana } from '../solana/startSolana.ts'
import { type DevnetChain, toSlug } from '../deploy/startChains.ts'

/** A fault that is injected for real and can be reverted. Both functions may be called twice. */
export type FaultScenario = {
  name: string
  description: string
  inject(): Promise<void>
  restore(): Promise<void>
}

/** Coins the solver keeps for gas while its inventory is emptied. */
const gasMoney = parseEther('1')

/** The solver's coins on each chain otherwise. */
const solverCoins = parseEther('10000')

/** How far `moved-price` moves pools: Ether costs this much more than by its feed. */
const movedPercent = 10n

/** Age that `frozen-feed` gives Ether's price, older than any network file allows. */
const frozenSeconds = 7n * 86_400n

/**
 * Creates the fault scenarios of a running devnet, in list order.
 *
 * @param solana - Its Solana cluster, if any.
 */
export function createFaultScenarios(
  chains: readonly DevnetChain[],
  plan: LocalPlan,
  solana?: Pick<DevnetSolana, 'name' | 'node' | 'connection' | 'plan'>,
): FaultScenario[] {
  const emptied = createEmptySolverInventory(chains, plan)
  return [
    solana ? addSolana(solana, emptied) : emptied,
    createMovedPrice(chains, plan),
    createFrozenFeed(chains, plan),
    ...[...chains, ...(solana ? [solana] : [])].map(createChainDown),
  ]
}

/** Extends a scenario to empty the inventory on the Solana cluster too, while its node runs. */
function addSolana(
  { node, connection, plan }: Pick<DevnetSolana, 'node' | 'connection' | 'plan'>,
  scenario: FaultScenario,
): FaultScenario {
  function ifUp(effect: typeof drainSolanaInventory) {
    return node.pid() === undefined ? undefined : effect(connection, plan)
  }
  return {
    ...scenario,
    async inject() {
      await Promise.all([scenario.inject(), ifUp(drainSolanaInventory)])
    },
    async restore() {
      await Promise.all([scenario.restore(), ifUp(restoreSolanaInventory)])
    },
  }
}

function createEmptySolverInventory(
  chains: readonly DevnetChain[],
  plan: LocalPlan,
): FaultScenario {
  const solver = privateKeyToAccount(plan.keys.solver).address
  const trickster = privateKeyToAccount(plan.keys.trickster)

  async function move({ client, number }: DevnetChain, kind: 'take' | 'bringBack') {
    const { tokens } = getChainPlan(plan, number)
    const held = await Promise.all(tokens.map((token) => balance(client, token)))
    const calls = tokens.flatMap((token, index) => {
      const units = held[index] ?? 0n
      if (kind === 'take') return transfer(token, [solver, trickster.address], units)
      const missing = initialStock.solver[token.ticker] * 10n ** BigInt(token.decimals) - units
      return transfer(token, [trickster.address, solver], missing)
    })
    await mineCalls(client, { from: trickster, calls })
    const coins = await client.getBalance({ address: solver })
    const isWrong = kind === 'take' ? coins > gasMoney : coins < solverCoins
    const value = kind === 'take' ? gasMoney : solverCoins
    if (isWrong) await client.setBalance({ address: solver, value })
  }

  function balance(client: NodeClient, { address }: ChainToken): Promise<bigint> {
    const args = [solver] as const
    return client.readContract({ address, abi: devTokenAbi, functionName: 'balanceOf', args })
  }

  function transfer(token: ChainToken, [from, to]: [Hex, Hex], units: bigint): LabelledCall[] {
    if (units <= 0n) return []
    const data =
      from === solver
        ? encodeFunctionData({
            abi: devTokenAbi,
            functionName: 'transferFrom',
            args: [from, to, units],
          })
        : encodeFunctionData({ abi: devTokenAbi, functionName: 'transfer', args: [to, units] })
    return [{ label: `move ${token.symbol}`, to: token.address, data, gas: 120_000n }]
  }

  return {
    name: 'empty-solver-inventory',
    description: 'The solver holds nothing but gas money on any chain.',
    inject: () => forEachRunning(chains, (chain) => move(chain, 'take')),
    restore: () => forEachRunning(chains, (chain) => move(chain, 'bringBack')),
  }
}

function createMovedPrice(chains: readonly DevnetChain[], plan: LocalPlan): FaultScenario {
  const trickster = privateKeyToAccount(plan.keys.trickster)

  async function move({ client, number }: DevnetChain, percent: bigint): Promise<void> {
    const { pools, uniswap } = getChainPlan(plan, number)
    const router = uniswap.swapRouter.address
    const pool = pools.find((one) => one.tokens.some(({ ticker }) => ticker === 'eth'))
    if (!pool) return
    const { fair } = await readPoolPrice(client, pool)
    const factor = computeSquareRoot((100n + percent) * 10n ** 16n)
    const isFirst = pool.tokens[0].ticker === 'eth'
    const to = isFirst ? (fair * factor) / 10n ** 9n : (fair * 10n ** 9n) / factor
    const target = percent === 0n ? fair : to
    const calls = await buildPoolMove(client, {
      pool,
      router,
      trader: trickster.address,
      to: target,
    })
    await mineCalls(client, { from: trickster, calls })
  }

  return {
    name: 'moved-price',
    description: `In the pools Ether is ${movedPercent} % dearer than by the price feeds.`,
    inject: () => forEachRunning(chains, (chain) => move(chain, movedPercent)),
    restore: () => forEachRunning(chains, (chain) => move(chain, 0n)),
  }
}

/** The feed of Ether on a chain; undefined where no token uses it. */
export function findEtherFeed(plan: LocalPlan, chainNumber: number): EvmAddress | undefined {
  return getChainPlan(plan, chainNumber).tokens.find(({ ticker }) => ticker === 'eth')?.feed
}

/** Slot of PriceFeed.sol's round (low 80 bits) and answer time (next 64). */
const roundAndTimeSlot: Hex = '0x1'

function createFrozenFeed(chains: readonly DevnetChain[], plan: LocalPlan): FaultScenario {
  async function setAge({ client, number }: DevnetChain, ageSeconds: bigint): Promise<void> {
    const address = findEtherFeed(plan, number)
    if (address === undefined) return
    const latest = { address, abi: priceFeedAbi, functionName: 'latestRoundData' } as const
    const [round, , , updatedAt] = await client.readContract(latest)
    const { timestamp } = await client.getBlock()
    const stored = await client.getStorageAt({ address, slot: roundAndTimeSlot })
    if (stored !== packSlot(round, updatedAt))
      throw new Error('PriceFeed.sol keeps its time elsewhere.')
    const value = packSlot(round, timestamp - ageSeconds)
    await client.setStorageAt({ address, index: roundAndTimeSlot, value })
    await client.mine({ blocks: 1 })
  }

  return {
    name: 'frozen-feed',
    description: `The price feed of Ether has not moved for ${frozenSeconds / 86_400n} days.`,
    inject: () => forEachRunning(chains, (chain) => setAge(chain, frozenSeconds)),
    restore: () => forEachRunning(chains, (chain) => setAge(chain, 0n)),
  }
}

function packSlot(round: bigint, time: bigint): Hex {
  return numberToHex((time << 80n) | round, { size: 32 })
}

function createChainDown({
  name,
  node,
}: Pick<DevnetSolana, 'name' | 'node'> | DevnetChain): FaultScenario {
  return {
    name: `chain-down-${toSlug(name)}`,
    description: `The node of ${name} does not run: its chain stands still and answers nothing.`,
    inject: () => node.pause(),
    restore: () => node.resume(),
  }
}

/** Runs an action on every chain whose node runs. */
async function forEachRunning(
  chains: readonly DevnetChain[],
  effect: (chain: DevnetChain) => Promise<void>,
): Promise<void> {
  const running = chains.filter(({ node }) => node.pid() !== undefined)
  await Promise.all(running.map(effect))
}
