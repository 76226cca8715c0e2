import type { DevnetChain } from '#devnet/deploy/startChains.ts'

/** How often the fee is set: several times in each block, so that a late one is made good by the next. */
const everyMs = 100

/** Base fees that are held; see {@link pinBaseFees}. */
export type PinnedFees = {
  /** Sets the base fee of one of the chains, from a block that is mined at once. */
  set: (chain: FeeChain, baseFeePerGas: bigint) => Promise<void>
  /** Ends it, and puts back the fee that the nodes started with: it is not left to other tests. */
  end: () => Promise<void>
}

type FeeChain = Pick<DevnetChain, 'client'>

/**
 * Sets the base fee of chains and keeps it there, from a block that is mined at once. Left alone a node
 * lowers it by an eighth with each empty block: what it is when a test comes to it would depend on how
 * fast the machine is.
 *
 * @param baseFeePerGas - What the nodes started with unless given.
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

/** The same for a fee that stays as it is. @returns Ends it. */
export async function pinBaseFee(
  chains: readonly FeeChain[],
  baseFeePerGas: bigint,
): Promise<() => Promise<void>> {
  const { end } = await pinBaseFees(chains, baseFeePerGas)
  return end
}

/** What a node of a devnet asks in its first block, in wei. */
export const firstBaseFee = 10_000_000n

async function setBaseFee({ client }: FeeChain, baseFeePerGas: bigint): Promise<void> {
  await client.setNextBlockBaseFeePerGas({ baseFeePerGas })
}

async function mineAt(chain: FeeChain, baseFeePerGas: bigint): Promise<void> {
  await setBaseFee(chain, baseFeePerGas)
  await chain.client.mine({ blocks: 1 })
}
