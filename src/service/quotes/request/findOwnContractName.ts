import { programs } from '#chains/solana/program/addresses.ts'
import type { Network } from '#networks/network.ts'
import { getOwnContracts } from '#networks/getOwnContracts.ts'
import { type AccountAddress, isSameAddress } from '#protocol/ids/caip.ts'

/**
 * Finds the contract, pool, token or program of the network at an address. Funds sent there are
 * lost.
 *
 * @returns Its display name; undefined for any other address.
 */
export function findOwnContractName(address: AccountAddress, network: Network): string | undefined {
  const named = [...getOwnContracts(network), ...Object.entries(programs)]
  return named.find(([, own]) => isSameAddress(own, address))?.[0]
}
