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
 * Replaces the code of a chain's USDC by a token whose issuer can charge a transfer fee and block
 * addresses; balances stay.
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
  if (!code) throw new Error('The token was not created.')
  await client.setCode({ address: usdc, bytecode: code })
}

/** Sets the transfer fee in basis points. */
export function setTax(chain: DevnetChain, bps: bigint): Promise<unknown> {
  const data = encodeFunctionData({ abi: taxTokenAbi, functionName: 'setTax', args: [bps] })
  return sendCall(chain, data)
}

/** Blocks or unblocks an address, as the issuer of USDC can. */
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
