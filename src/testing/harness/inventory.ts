import { createWalletClient, erc20Abi, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'

/** Transfers all that a key holds of a token, such as the solver's inventory, to another address. */
export async function transferAll(
  { client, rpcUrl }: Pick<DevnetChain, 'client' | 'rpcUrl'>,
  { assetType, key, to }: { assetType: AssetType; key: Hash; to: EvmAddress },
): Promise<void> {
  const account = privateKeyToAccount(key)
  const address = EvmAddress.parse(splitAssetType(assetType).reference)
  const token = { address, abi: erc20Abi } as const
  const held = { ...token, functionName: 'balanceOf', args: [account.address] } as const
  const units = await client.readContract(held)
  const wallet = createWalletClient({ account, transport: http(rpcUrl) })
  const transfer = { ...token, functionName: 'transfer', args: [to, units] } as const
  const hash = await wallet.writeContract({ chain: null, ...transfer })
  await client.waitForTransactionReceipt({ hash })
}
