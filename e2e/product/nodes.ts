import type { Hex } from 'viem'
import { getChainByName, type ServiceInfo } from './service.ts'

/** Sets an address's native balance on a chain, wei. */
export async function setCoins(
  service: ServiceInfo,
  { chain, address, wei }: { chain: string; address: Hex; wei: bigint },
): Promise<void> {
  await ask(getChainByName(service, chain).rpcUrl, 'anvil_setBalance', [
    address,
    `0x${wei.toString(16)}`,
  ])
}

/** Advances a chain's clock by `seconds` permanently and mines a block. */
export async function warp(
  service: ServiceInfo,
  { chain, seconds }: { chain: string; seconds: number },
): Promise<void> {
  const url = getChainByName(service, chain).rpcUrl
  await ask(url, 'evm_increaseTime', [seconds])
  await ask(url, 'evm_mine', [])
}

async function ask(url: string, method: string, params: unknown[]): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer: { error?: { message: string } } = await response.json()
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
}
