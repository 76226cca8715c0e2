import type { AccountAddress, ChainId } from '#protocol/ids/caip.ts'
import type {
  EvmNetworkChain,
  Network,
  NetworkChain,
  Roles,
  SolanaNetworkChain,
} from './network.ts'

/** The network's EVM chains, in network order. */
export function getEvmChains({ chains }: Pick<Network, 'chains'>): readonly EvmNetworkChain[] {
  return chains.filter((chain) => chain.kind === 'evm')
}

/** The network's Solana clusters, in network order. */
export function getSolanaChains({
  chains,
}: Pick<Network, 'chains'>): readonly SolanaNetworkChain[] {
  return chains.filter((chain) => chain.kind === 'solana')
}

/** A chain of the network by its id. @throws Error when the network has none. */
export function getChain(
  network: Pick<Network, 'name' | 'chains'>,
  chainId: ChainId,
): NetworkChain {
  const chain = network.chains.find((candidate) => candidate.chainId === chainId)
  if (!chain) throw new Error(`${chainId} is not a chain of ${network.name}.`)
  return chain
}

/** An EVM chain of the network by its id; undefined for a Solana one or a stranger. */
export function findEvmChain(
  network: Pick<Network, 'chains'>,
  chainId: string | undefined,
): EvmNetworkChain | undefined {
  return getEvmChains(network).find((chain) => chain.chainId === chainId)
}

/** The addresses that play a part on a chain. @throws Error when the network has no such chain. */
export function getRoles(
  network: Pick<Network, 'name' | 'chains' | 'roles'>,
  chainId: ChainId,
): Roles<AccountAddress> {
  const chain = getChain(network, chainId)
  return chain.kind === 'evm' ? network.roles : chain.roles
}

/** Where deposits of a chain are held: the escrow contract, or the program. */
export function getEscrow(chain: NetworkChain): AccountAddress {
  return chain.kind === 'evm' ? chain.contracts.originEscrow : chain.program
}
