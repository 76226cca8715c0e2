import { programs } from '#chains/solana/program/addresses.ts'
import type { Network } from '#networks/network.ts'
import { getOwnContracts } from '#networks/getOwnContracts.ts'
import { type AccountAddress, isSameAddress } from '#protocol/ids/caip.ts'

/**
 * Finds the network's contract, pool, token or program at an address, where funds would be lost.
 *
 * @returns Its display name; undefined for any other address.
 */
export function findOwnContractName(address: AccountAddress, network: Network): string | undefined {
  const named = [...getOwnContracts(network), ...Object.entries(programs)]
  return named.find(([, own]) => isSameAddress(own, address))?.[0]
}
