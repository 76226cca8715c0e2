import type { DevnetChain } from '#devnet/deploy/startChains.ts'

/** Time between updates: several in each block, so that a late one does no harm. */
const everyMs = 100

/** Pinned base fees; see {@link pinBaseFees}. */
export type PinnedFees = {
  /** Sets the base fee of one chain, wei, and mines a block with it. */
  set: (chain: FeeChain, baseFeePerGas: bigint) => Promise<void>
  /** Stops pinning and restores the initial base fee for other tests. */
  end: () => Promise<void>
}

type FeeChain = Pick<DevnetChain, 'client'>

/**
 * Pins the base fee of chains and mines a block with it. A node would lower it by an eighth with each
 * empty block, so that tests depended on the machine's speed.
 *
 * @param baseFeePerGas - Wei; the initial base fee unless given.
 */
export async function pinBaseFees(
  chains: readonly FeeChain[],
  baseFeePerGas = firstBaseFee,
): Promise<PinnedFees> {
  const fees = new Map(chains.map((chain) => [chain.client, baseFeePerGas]))
  await Promise.all(chains.map((chain) => mineAt(chain, baseFeePerGas)))
  let held = Promise.resolve()
  const timer = setInterval(() => {
    held = held.then(async () => {
      await Promise.all([...fees].map(([client, fee]) => setBaseFee({ client }, fee)))
    })
  }, everyMs)
  return {
    async set(chain, fee) {
      fees.set(chain.client, fee)
      await held
      await mineAt(chain, fee)
    },
    async end() {
      clearInterval(timer)
      await held
      await Promise.all(chains.map((chain) => mineAt(chain, firstBaseFee)))
    },
  }
}

/** As {@link pinBaseFees}, with a constant fee. @returns Stops pinning. */
export async function pinBaseFee(
  chains: readonly FeeChain[],
  baseFeePerGas: bigint,
): Promise<() => Promise<void>> {
  const { end } = await pinBaseFees(chains, baseFeePerGas)
  return end
}

/** Base fee of a devnet node's first block, wei. */
export const firstBaseFee = 10_000_000n

async function setBaseFee({ client }: FeeChain, baseFeePerGas: bigint): Promise<void> {
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas })
}

async function mineAt(chain: FeeChain, baseFeePerGas: bigint): Promise<void> {
  await setBaseFee(chain, baseFeePerGas)
  await chain.client.mine({ blocks: 1 })
}
