import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'

/** Address of the code that {@link placeCoinRejecter} places. */
export const coinRejecter: EvmAddress = '0x7e5a11ed00000000000000000000000000000bad'

/**
 * Places code that accepts exactly one wei: a recipient that passes a trial transfer and then
 * rejects the fill.
 */
export async function placeCoinRejecter({ client }: Pick<DevnetChain, 'client'>): Promise<void> {
  await client.setCode({ address: coinRejecter, bytecode: '0x34600211600a575f5ffd5b00' })
}
