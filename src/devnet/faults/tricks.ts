import { encodeFunctionData, type Hex, numberToHex, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { priceFeedAbi } from '#contracts/abi/priceFeed.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { type ChainToken, chainPlanOf } from '../plan/chainPlan.ts'
import { stock } from '../deploy/deployAssets.ts'
import type { LocalPlan } from '../plan/localPlan.ts'
import type { NodeClient } from '../node/nodeClient.ts'
import { poolMove, readPoolPrice } from '../feeds/poolPrices.ts'
import { squareRoot } from '../plan/prices.ts'
import { type Call, mineCalls } from '../deploy/sendCalls.ts'
import { returnSolanaInventory, takeSolanaInventory } from '../solana/funds/solanaInventory.ts'
import type { DevnetSolana } from '../solana/startSolana.ts'
import { type DevnetChain, slugOf } from '../deploy/startChains.ts'

/** One thing that can go wrong, done and undone for real. Both may be called twice. */
export type Trick = {
  name: string
  description: string
  play(): Promise<void>
  undo(): Promise<void>
}

/** What the solver keeps of its coins while its inventory is empty: enough for gas. */
const gasMoney = parseEther('1')

/** What the solver holds in coins on each chain when its inventory is not empty. */
const solverCoins = parseEther('10000')

/** How far `moved-price` moves pools: Ether is this much dearer there than by the feed. */
const movedPercent = 10n

/** How old `frozen-feed` makes the price of Ether: older than any network file allows. */
const frozenSeconds = 7n * 86_400n

/**
 * The scenarios of a running devnet, in the order in which they are listed.
 *
 * @param solana - Its Solana cluster, where it has one.
 */
export function devnetTricks(
  chains: readonly DevnetChain[],
  plan: LocalPlan,
  solana?: Pick<DevnetSolana, 'name' | 'node' | 'connection' | 'plan'>,
): Trick[] {
  const emptied = emptySolverInventory(chains, plan)
  return [
    solana ? alsoOn(solana, emptied) : emptied,
    movedPrice(chains, plan),
    frozenFeed(chains, plan),
    ...[...chains, ...(solana ? [solana] : [])].map(chainDown),
  ]
}

/** Empties the inventory on the Solana cluster as well, while its node runs. */
function alsoOn(
  { node, connection, plan }: Pick<DevnetSolana, 'node' | 'connection' | 'plan'>,
  trick: Trick,
) {
  function ifUp(effect: typeof takeSolanaInventory) {
    return node.pid() === undefined ? undefined : effect(connection, plan)
  }
  return {
    ...trick,
    async play() {
      await Promise.all([trick.play(), ifUp(takeSolanaInventory)])
    },
    async undo() {
      await Promise.all([trick.undo(), ifUp(returnSolanaInventory)])
    },
  }
}

function emptySolverInventory(chains: readonly DevnetChain[], plan: LocalPlan): Trick {
  const solver = privateKeyToAccount(plan.keys.solver).address
  const trickster = privateKeyToAccount(plan.keys.trickster)

  async function move({ client, number }: DevnetChain, kind: 'take' | 'bringBack') {
    const { tokens } = chainPlanOf(plan, number)
    const held = await Promise.all(tokens.map((token) => balance(client, token)))
    const calls = tokens.flatMap((token, index) => {
      const units = held[index] ?? 0n
      if (kind === 'take') return transfer(token, [solver, trickster.address], units)
      const missing = stock.solver[token.ticker] * 10n ** BigInt(token.decimals) - units
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

  function transfer(token: ChainToken, [from, to]: [Hex, Hex], units: bigint): Call[] {
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
    play: () => onEach(chains, (chain) => move(chain, 'take')),
    undo: () => onEach(chains, (chain) => move(chain, 'bringBack')),
  }
}

function movedPrice(chains: readonly DevnetChain[], plan: LocalPlan): Trick {
  const trickster = privateKeyToAccount(plan.keys.trickster)

  async function move({ client, number }: DevnetChain, percent: bigint): Promise<void> {
    const { pools, uniswap } = chainPlanOf(plan, number)
    const router = uniswap.swapRouter.address
    const pool = pools.find((one) => one.tokens.some(({ ticker }) => ticker === 'eth'))
    if (!pool) return
    const { fair } = await readPoolPrice(client, pool)
    const factor = squareRoot((100n + percent) * 10n ** 16n)
    const isFirst = pool.tokens[0].ticker === 'eth'
    const to = isFirst ? (fair * factor) / 10n ** 9n : (fair * 10n ** 9n) / factor
    const target = percent === 0n ? fair : to
    const calls = await poolMove(client, { pool, router, trader: trickster.address, to: target })
    await mineCalls(client, { from: trickster, calls })
  }

  return {
    name: 'moved-price',
    description: `In the pools Ether is ${movedPercent} % dearer than by the price feeds.`,
    play: () => onEach(chains, (chain) => move(chain, movedPercent)),
    undo: () => onEach(chains, (chain) => move(chain, 0n)),
  }
}

/** The feed of Ether on a chain; undefined where no token is priced by it. */
export function etherFeed(plan: LocalPlan, chainNumber: number): EvmAddress | undefined {
  return chainPlanOf(plan, chainNumber).tokens.find(({ ticker }) => ticker === 'eth')?.feed
}

/** Where PriceFeed.sol keeps its round (low 80 bits) and the time of its answer (next 64). */
const roundAndTimeSlot: Hex = '0x1'

function frozenFeed(chains: readonly DevnetChain[], plan: LocalPlan): Trick {
  async function setAge({ client, number }: DevnetChain, ageSeconds: bigint): Promise<void> {
    const address = etherFeed(plan, number)
    if (address === undefined) return
    const latest = { address, abi: priceFeedAbi, functionName: 'latestRoundData' } as const
    const [round, , , updatedAt] = await client.readContract(latest)
    const { timestamp } = await client.getBlock()
    const stored = await client.getStorageAt({ address, slot: roundAndTimeSlot })
    if (stored !== packed(round, updatedAt))
      throw new Error('PriceFeed.sol keeps its time elsewhere.')
    const value = packed(round, timestamp - ageSeconds)
    await client.setStorageAt({ address, index: roundAndTimeSlot, value })
    await client.mine({ blocks: 1 })
  }

  return {
    name: 'frozen-feed',
    description: `The price feed of Ether has not moved for ${frozenSeconds / 86_400n} days.`,
    play: () => onEach(chains, (chain) => setAge(chain, frozenSeconds)),
    undo: () => onEach(chains, (chain) => setAge(chain, 0n)),
  }
}

function packed(round: bigint, time: bigint): Hex {
  return numberToHex((time << 80n) | round, { size: 32 })
}

function chainDown({ name, node }: Pick<DevnetSolana, 'name' | 'node'> | DevnetChain): Trick {
  return {
    name: `chain-down-${slugOf(name)}`,
    description: `The node of ${name} does not run: its chain stands still and answers nothing.`,
    play: () => node.pause(),
    undo: () => node.resume(),
  }
}

/** Does something on every chain whose node runs. */
async function onEach(
  chains: readonly DevnetChain[],
  effect: (chain: DevnetChain) => Promise<void>,
): Promise<void> {
  const running = chains.filter(({ node }) => node.pid() !== undefined)
  await Promise.all(running.map(effect))
}
