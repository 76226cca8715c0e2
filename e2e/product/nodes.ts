import type { Hex } from 'viem'
import { getChainByName, type Service } from './service.ts'

/** Sets the coins that an address holds on the chain of this name, in wei. */
export async function setCoins(
  service: Service,
  { chain, address, wei }: { chain: string; address: Hex; wei: bigint },
): Promise<void> {
  await ask(getChainByName(service, chain).rpcUrl, 'anvil_setBalance', [
    address,
    `0x${wei.toString(16)}`,
  ])
}

/** Moves a chain's clock on by `seconds`, for good; the block that shows it is mined. */
export async function warp(
  service: Service,
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
