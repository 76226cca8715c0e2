import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'

/** Where the code of {@link placeCoinRejecter} stands. */
export const coinRejecter: EvmAddress = '0x7e5a11ed00000000000000000000000000000bad'

/**
 * Puts code on a chain that takes a single wei and no more: a recipient that seems to take coins when it
 * is tried, and refuses what is delivered.
 */
export async function placeCoinRejecter({ client }: Pick<DevnetChain, 'client'>): Promise<void> {
  await client.setCode({ address: coinRejecter, bytecode: '0x34600211600a575f5ffd5b00' })
}
