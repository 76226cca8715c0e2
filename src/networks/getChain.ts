import type { AccountAddress, ChainId } from '#protocol/ids/caip.ts'
import type {
  EvmNetworkChain,
  Network,
  NetworkChain,
  Roles,
  SolanaNetworkChain,
} from './network.ts'

/** Returns the EVM chains of a network, in network order. */
export function getEvmChains({ chains }: Pick<Network, 'chains'>): readonly EvmNetworkChain[] {
  return chains.filter((chain) => chain.kind === 'evm')
}

/** Returns the Solana clusters of a network, in network order. */
export function getSolanaChains({
  chains,
}: Pick<Network, 'chains'>): readonly SolanaNetworkChain[] {
  return chains.filter((chain) => chain.kind === 'solana')
}

/** Returns a chain by its id. @throws Error when the network does not have it. */
export function getChain(
  network: Pick<Network, 'name' | 'chains'>,
  chainId: ChainId,
): NetworkChain {
  const chain = network.chains.find((candidate) => candidate.chainId === chainId)
  if (!chain) throw new Error(`${chainId} is not a chain of ${network.name}.`)
  return chain
}

/** Returns an EVM chain by its id; undefined for Solana and unknown chains. */
export function findEvmChain(
  network: Pick<Network, 'chains'>,
  chainId: string | undefined,
): EvmNetworkChain | undefined {
  return getEvmChains(network).find((chain) => chain.chainId === chainId)
}

/** A service of names: ENS on EVM chains, SNS on Solana. */
export type NameService = 'ENS' | 'SNS'

/** Returns the chain that has the names of a service; undefined where a network has none. */
export function findNamesChain(
  { chains }: Pick<Network, 'chains'>,
  service: NameService,
): NetworkChain | undefined {
  return chains.find((chain) =>
    chain.kind === 'evm'
      ? service === 'ENS' && chain.ensUniversalResolver !== undefined
      : service === 'SNS' && chain.snsProgram !== undefined,
  )
}

/** Returns the role addresses on a chain. @throws Error when the network does not have it. */
export function getRoles(
  network: Pick<Network, 'name' | 'chains' | 'roles'>,
  chainId: ChainId,
): Roles<AccountAddress> {
  const chain = getChain(network, chainId)
  return chain.kind === 'evm' ? network.roles : chain.roles
}

/** Returns the escrow that holds deposits on a chain: a contract (EVM) or a program (Solana). */
export function getEscrow(chain: NetworkChain): AccountAddress {
  return chain.kind === 'evm' ? chain.contracts.originEscrow : chain.program
}
