import { type ChainId, getEvmChainNumber } from '#protocol/ids/caip.ts'
import type { Network } from '#networks/network.ts'
import type { createEnvironmentReader } from './environment.ts'

type EnvironmentReader = ReturnType<typeof createEnvironmentReader>

/** RPC URLs of the chains: the main provider, and those that must agree with it. */
export type ProviderUrls = {
  rpcUrls: Readonly<Record<ChainId, string>>
  quorumRpcUrls: Readonly<Record<ChainId, readonly string[]>>
}

/** Returns the name of a chain's variable, such as `RPC_URL_1` or `RPC_URL_SOLANA`. */
export function toChainVariable(
  kind: 'RPC_URL' | 'PUBLIC_RPC_URL' | 'EXPLORER_URL',
  chainId: ChainId,
): string {
  return `${kind}_${getEvmChainNumber(chainId) ?? 'SOLANA'}`
}

/**
 * Reads RPC_URL_<chain>: one URL, or several of independent providers separated by commas. URLs of
 * one host count as one provider; outside a devnet two are required. Source: security rule 9.
 */
export function readProviders(read: EnvironmentReader, network: Network): ProviderUrls {
  const entries = network.chains.map(({ chainId, rpcUrl }) => {
    const name = toChainVariable('RPC_URL', chainId)
    const [first = '', ...others] = read.urls(name, network.isDevnet ? rpcUrl : undefined)
    const hosts = [first, ...others].map((url) => (URL.canParse(url) ? new URL(url).host : url))
    if (new Set(hosts).size < hosts.length)
      read.fault(`${name} names one host twice: two providers must be independent.`)
    if (!network.isDevnet && others.length === 0)
      read.fault(`${name} names one provider: off a devnet two are needed, separated by a comma.`)
    return { chainId, first, others }
  })
  return {
    rpcUrls: Object.fromEntries(entries.map(({ chainId, first }) => [chainId, first])),
    quorumRpcUrls: Object.fromEntries(entries.map(({ chainId, others }) => [chainId, others])),
  }
}
