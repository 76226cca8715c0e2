import { encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { priceFeedAbi } from '#contracts/abi/priceFeed.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { mineCalls } from '#devnet/deploy/sendCalls.ts'
import type { TestDevnet } from '../devnet/startTestDevnet.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import { indexAssets } from '#service/assetIndex.ts'

/**
 * Sets an asset's feeds on its own chain of a test devnet; `answer` in 1e-8 US dollars.
 *
 * @param price.only - Sets one of the two feeds only.
 */
export async function setFeed(
  { network, chains }: TestDevnet,
  price: { assetType: AssetType; answer: bigint; only?: 'feed' | 'secondFeed' },
): Promise<void> {
  const { assetType, answer, only } = price
  const asset = indexAssets(network).find(assetType)
  const chain = chains.find(({ chainId }) => chainId === asset?.chainId)
  if (!asset || !chain) throw new Error(`${assetType} is not on this devnet.`)
  const data = encodeFunctionData({ abi: priceFeedAbi, functionName: 'setAnswer', args: [answer] })
  await mineCalls(chain.client, {
    from: privateKeyToAccount(devnetKeys.keeper),
    calls: (only ? [asset[only]] : [asset.feed, asset.secondFeed]).flatMap((to) =>
      to === undefined ? [] : [{ label: `set the price of ${assetType}`, to, data, gas: 150_000n }],
    ),
  })
}
