import type { DevnetChain } from '#devnet/startChains.ts'

/** How often the fee is set: several times in each block, so that a late one is made good by the next. */
const everyMs = 100

/**
 * Sets the base fee of chains and keeps it there, from a block that is mined at once. Left alone a node
 * lowers it by an eighth with each empty block: what it is when a test comes to it would depend on how
 * fast the machine is.
 *
 * @returns Ends it, and puts back the fee that the nodes started with: it is not left to other tests.
 */
export async function holdBaseFee(
  chains: readonly Pick<DevnetChain, 'client'>[],
  baseFeePerGas: bigint,
): Promise<() => Promise<void>> {
  await mineAt(chains, baseFeePerGas)
  let held = Promise.resolve()
  const timer = setInterval(() => {
    held = held.then(() => setBaseFee(chains, baseFeePerGas))
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await held
    await mineAt(chains, firstBaseFee)
  }
}

/** What a node of a devnet asks in its first block, in wei. */
const firstBaseFee = 10_000_000n

async function setBaseFee(
  chains: readonly Pick<DevnetChain, 'client'>[],
  baseFeePerGas: bigint,
): Promise<void> {
  await Promise.all(chains.map(({ client }) => client.setNextBlockBaseFeePerGas({ baseFeePerGas })))
}

async function mineAt(
  chains: readonly Pick<DevnetChain, 'client'>[],
  baseFeePerGas: bigint,
): Promise<void> {
  await setBaseFee(chains, baseFeePerGas)
  await Promise.all(chains.map(({ client }) => client.mine({ blocks: 1 })))
}
