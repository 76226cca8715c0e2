import { programs } from '#chains/solana/program/addresses.ts'
import type { Network } from '#networks/network.ts'
import { getOwnContracts } from '#networks/getOwnContracts.ts'
import { type AccountAddress, isSameAddress } from '#protocol/ids/caip.ts'

/**
 * What of the network's own stands at an address: a contract on any of its EVM chains (most have the same
 * address everywhere), a pool, a token, the program of a cluster. What is sent there is lost.
 *
 * @returns A name for people; undefined for anybody else's address.
 */
export function findOwnContractName(address: AccountAddress, network: Network): string | undefined {
  const named = [...getOwnContracts(network), ...Object.entries(programs)]
  return named.find(([, own]) => isSameAddress(own, address))?.[0]
}
