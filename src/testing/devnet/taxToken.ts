import { createWalletClient, encodeDeployData, encodeFunctionData, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { taxTokenAbi } from '#contracts/abi/taxToken.ts'
import { taxTokenBytecode } from '#contracts/bytecode/taxToken.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import { mine } from './settlement.ts'

const issuer = privateKeyToAccount(devnetKeys.deployer)
const { usdc } = devnetAddresses

/**
 * Gives USDC of a chain the code of a token whose issuer can switch a fee on and block addresses; its
 * balances stay.
 */
export async function placeTaxToken({ client, rpcUrl }: DevnetChain): Promise<void> {
  const wallet = createWalletClient({ account: issuer, transport: http(rpcUrl) })
  const data = encodeDeployData({
    abi: taxTokenAbi,
    bytecode: taxTokenBytecode,
    args: ['USD Coin', 'USDC', 6, issuer.address],
  })
  const hash = await wallet.sendTransaction({ chain: null, data })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  const code = contractAddress ? await client.getCode({ address: contractAddress }) : undefined
  if (!code) throw new Error('The token was not made.')
  await client.setCode({ address: usdc, bytecode: code })
}

/** Sets what is taken of every transfer, in hundredths of a percent. */
export function setTax(chain: DevnetChain, bps: bigint): Promise<unknown> {
  const data = encodeFunctionData({ abi: taxTokenAbi, functionName: 'setTax', args: [bps] })
  return sendCall(chain, data)
}

/** Blocks an address as the issuer of USDC can, or lets it go. */
export function setBlacklisted(
  chain: DevnetChain,
  { who, isBlocked }: { who: EvmAddress; isBlocked: boolean },
): Promise<unknown> {
  const args = [who, isBlocked] as const
  return sendCall(
    chain,
    encodeFunctionData({ abi: taxTokenAbi, functionName: 'setBlacklisted', args }),
  )
}

function sendCall(chain: DevnetChain, data: Hex): Promise<unknown> {
  return mine(chain, { from: issuer, calls: [{ to: usdc, data, value: 0n }] })
}
