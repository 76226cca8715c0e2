import { type ChainId, evmChainNumber } from '#protocol/caip.ts'
import type { Network } from '#networks/network.ts'
import type { createEnvironmentReader } from './environment.ts'

type Reader = ReturnType<typeof createEnvironmentReader>

/** Where a process asks the chains: one provider for everything, and those who must agree with it. */
export type Providers = {
  rpcUrls: Readonly<Record<ChainId, string>>
  witnessUrls: Readonly<Record<ChainId, readonly string[]>>
}

/** Largest amount that a variable in whole US dollars may name. */
const mostUsd = 1_000_000_000

/**
 * Reads RPC_URL_<chain>: one address, or several of independent providers separated by commas. Two
 * of one host are one provider.
 */
export function readProviders(read: Reader, network: Network): Providers {
  const entries = network.chains.flatMap(({ chainId, rpcUrl }) => {
    const number = evmChainNumber(chainId)
    if (number === undefined) return []
    const name = `RPC_URL_${number}`
    const [first = '', ...others] = read.urls(name, network.isDevnet ? rpcUrl : undefined)
    const hosts = [first, ...others].map((url) => (URL.canParse(url) ? new URL(url).host : url))
    if (new Set(hosts).size < hosts.length)
      read.fault(`${name} names one host twice: two providers must be independent.`)
    return [{ chainId, first, others }]
  })
  return {
    rpcUrls: Object.fromEntries(entries.map(({ chainId, first }) => [chainId, first])),
    witnessUrls: Object.fromEntries(entries.map(({ chainId, others }) => [chainId, others])),
  }
}

/**
 * Reads what may be in flight on one chain at most: MAX_IN_FLIGHT_USD, and SINGLE_PROVIDER_CAP_USD
 * where a chain has one provider only, without which a service off a devnet does not start.
 *
 * @returns The smaller of both; undefined when neither is given.
 * Source: security rules 8 and 9.
 */
export function readInFlightCap(
  read: Reader,
  { network, witnessUrls }: { network: Network } & Pick<Providers, 'witnessUrls'>,
): number | undefined {
  const most = read.optionalInteger('MAX_IN_FLIGHT_USD', mostUsd)
  const alone = network.chains.filter(({ chainId }) => (witnessUrls[chainId] ?? []).length === 0)
  if (network.isDevnet || alone.length === 0) return most
  const cap = read.optionalInteger('SINGLE_PROVIDER_CAP_USD', mostUsd)
  if (cap === undefined)
    for (const { chainId } of alone)
      read.fault(
        `RPC_URL_${evmChainNumber(chainId)} names one provider: name two, separated by a comma, or limit what may be lost in SINGLE_PROVIDER_CAP_USD.`,
      )
  return Math.min(most ?? mostUsd, cap ?? mostUsd)
}
