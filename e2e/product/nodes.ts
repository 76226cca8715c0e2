import type { Hex } from 'viem'
import { getChain, getChainByName, type ServiceInfo } from './service.ts'

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

/**
 * Stops all transfers of an ERC-20 token, as an issuer can; what else it does goes on.
 *
 * @returns Lets them go on.
 */
export async function stopTransfers(
  service: ServiceInfo,
  assetType: string,
): Promise<() => Promise<void>> {
  const url = getChain(service, assetType).rpcUrl
  const token = assetType.slice(assetType.indexOf('0x'))
  const code = await ask(url, 'eth_getCode', [token, 'latest'])
  const copy = '0x00000000000000000000000000000000000c0de5'
  await ask(url, 'anvil_setCode', [copy, code])
  await ask(url, 'anvil_setCode', [token, buildRefusingTransfers(copy)])
  return async () => void (await ask(url, 'anvil_setCode', [token, code]))
}

/** Code that reverts on `transfer(address,uint256)` and delegates every other call. */
function buildRefusingTransfers(to: Hex): Hex {
  const onTransfer = '5f3560e01c63a9059cbb14603b57'
  const delegate = `365f5f375f5f365f73${to.slice(2)}5af43d5f5f3e6037573d5ffd5b3d5ff3`
  return `0x${onTransfer}${delegate}5b5f5ffd`
}

async function ask(url: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer: { result?: unknown; error?: { message: string } } = await response.json()
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}
