import { setEnglishMessages } from '#protocol/http/setEnglishMessages.ts'
import {
  AggregatedAssetId,
  AssetType,
  ChainId,
  EvmAddress,
  isSameAddress,
  isSameAsset,
  SolanaAddress,
  splitAssetType,
} from '#protocol/ids/caip.ts'
import { Deployment } from '#protocol/service/deployment.ts'
import { toChainName, chooseChains, withChains } from './chooseChains.ts'
import { devnetWithSolana } from './devnet/devnetWithSolana.ts'
import { buildMirrorNetwork } from './mirror/mirror.ts'
import { getEvmChains, findEvmChain } from './getChain.ts'
import { getFeedChain, withPriceSources } from './priceSources.ts'
import { toSecondFeeds, getDevnetSecondFeed } from './secondFeeds.ts'
import type {
  Aggregate,
  EvmNetworkChain,
  Member,
  Network,
  NetworkChain,
  NetworkName,
  SolanaNetworkChain,
} from './network.ts'

/** Settings of an installation that apply to a network. */
export type NetworkOptions = {
  /** Comma-separated names of chains, see `ChainName`; all when absent. */
  chains?: string | undefined
  /** JSON of a `Deployment`; not needed for networks with fixed addresses. */
  deployment?: string | undefined
}

/** Builders of each network with all its chains. */
const networks: Record<NetworkName, (deployment: string | undefined) => Network> = {
  devnet: (text) => {
    if (text)
      throw new Error('The devnet has fixed addresses: unset DEPLOYMENT, or set NETWORK=mirror.')
    return withPriceSources(devnetWithSolana, getDevnetSecondFeed)
  },
  mirror: (text) => {
    const deployment = parseDeployment(text)
    return withPriceSources(buildMirrorNetwork(deployment), toSecondFeeds(deployment))
  },
}

/**
 * Loads a network by name and validates it.
 *
 * @throws Error when the name is unknown, the deployment is missing or malformed, a chain does not
 *   exist, or {@link checkNetwork} finds an error.
 */
export function loadNetwork(name: string, options: NetworkOptions = {}): Network {
  setEnglishMessages()
  if (!isKnown(name)) {
    const known = Object.keys(networks).join(', ')
    throw new Error(`There is no network "${name}". Known: ${known}.`)
  }
  const whole = networks[name](options.deployment)
  checkNetwork(whole)
  if (!options.chains) return whole
  return withChains(whole, chooseChains(options.chains, whole.chains.map(toChainName)))
}

function isKnown(name: string): name is NetworkName {
  return Object.hasOwn(networks, name)
}

function parseDeployment(text: string | undefined): Deployment {
  if (!text)
    throw new Error('The network "mirror" needs DEPLOYMENT, the JSON of what was deployed.')
  const parsed = Deployment.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => {
    return `DEPLOYMENT is wrong at ${path.join('.') || 'its top'}: ${message}.`
  })
  throw new Error(faults.join('\n'))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema reports what is missing.
    return undefined
  }
}

/**
 * Checks what the types cannot express.
 *
 * Ids are well formed and unique, members and pools are on chains of the network, no asset is in
 * two aggregates, decimals are 0 to 36, and deadlines are in order: at least five minutes between
 * fill and refund (architecture section 2), and enough for finality, clock skew and an outage of
 * every pair of chains (security rule 7), since any pair can be quoted.
 *
 * @throws Error with the network's name and the first error found.
 */
export function checkNetwork(network: Network): void {
  const error = findNetworkError(network)
  if (error !== undefined) throw new Error(`The network "${network.name}" is wrong: ${error}`)
}

function findNetworkError(network: Network): string | undefined {
  const checks = [
    findChainError,
    findAggregateError,
    findMemberError,
    findPoolError,
    findDeadlineError,
    findSettlementError,
    findRoleError,
  ]
  for (const check of checks) {
    const error = check(network)
    if (error !== undefined) return error
  }
  return undefined
}

function findChainError({ chains }: Network): string | undefined {
  if (getEvmChains({ chains }).length === 0) return 'it has no EVM chain.'
  const duplicate = findDuplicate(chains.map(({ chainId }) => chainId))
  if (duplicate !== undefined) return `the chain ${duplicate} is listed twice.`
  for (const chain of chains) {
    const { chainId, nativeAsset, name, depth, blockMs } = chain
    if (!ChainId.safeParse(chainId).success) return `"${chainId}" is not a chain id.`
    if (name === '') return `the chain ${chainId} has no name.`
    if (!isWhole(depth) || depth < 1) return `the depth of ${chainId} is ${depth}, not at least 1.`
    if (!isWhole(blockMs) || blockMs < 1) return `the block time of ${chainId} is ${blockMs} ms.`
    if (getAssetChain(nativeAsset) !== chainId)
      return `the native asset ${nativeAsset} is not on ${chainId}.`
    const error = chain.kind === 'evm' ? findEvmChainError(chain) : findSolanaChainError(chain)
    if (error !== undefined) return error
  }
  return undefined
}

function findEvmChainError(chain: EvmNetworkChain): string | undefined {
  const { chainId, contracts, sequencer, logPageBlocks = 1, firstBlock = 0 } = chain
  const { ensUniversalResolver: names } = chain
  if (!isWhole(logPageBlocks) || logPageBlocks < 1)
    return `events of ${chainId} are asked for in ${logPageBlocks} blocks.`
  if (!isWhole(firstBlock)) return `the first block of ${chainId} is ${firstBlock}.`
  for (const [contract, address] of Object.entries(contracts))
    if (!EvmAddress.safeParse(address).success)
      return `the address of ${contract} on ${chainId} is "${address}".`
  if (names !== undefined && !EvmAddress.safeParse(names).success)
    return `the universal resolver of ENS on ${chainId} is "${names}".`
  if (sequencer && !EvmAddress.safeParse(sequencer.feed).success)
    return `the sequencer feed of ${chainId} is "${sequencer.feed}".`
  if (sequencer?.graceSeconds !== undefined && !isWhole(sequencer.graceSeconds))
    return `the grace period of ${chainId} is ${sequencer.graceSeconds} seconds.`
  return undefined
}

/** A cluster's CAIP-2 reference is the first 32 characters of its genesis hash (CAIP-30). */
function findSolanaChainError(chain: SolanaNetworkChain) {
  const { chainId, genesisHash, program, snsProgram, upgradeAuthority, roles } = chain
  if (chainId !== `solana:${genesisHash.slice(0, 32)}`)
    return `${chainId} is not the cluster whose genesis is ${genesisHash}.`
  if (!SolanaAddress.safeParse(program).success)
    return `the address of the program on ${chainId} is "${program}".`
  if (snsProgram !== undefined && !SolanaAddress.safeParse(snsProgram).success)
    return `the program of SNS on ${chainId} is "${snsProgram}".`
  const authority = upgradeAuthority === undefined ? {} : { 'upgrade authority': upgradeAuthority }
  const entries = Object.entries({ ...roles, ...authority })
  for (const [role, address] of entries)
    if (!SolanaAddress.safeParse(address).success)
      return `the address of the ${role} on ${chainId} is "${address}".`
  const duplicate = findDuplicate(entries.map(([, address]) => address))
  return duplicate === undefined
    ? undefined
    : `the address ${duplicate} has two roles on ${chainId}.`
}

function findAggregateError({ aggregates }: Network): string | undefined {
  const duplicate = findDuplicate(aggregates.map(({ aggregatedAssetId }) => aggregatedAssetId))
  if (duplicate !== undefined) return `the aggregate ${duplicate} is listed twice.`
  for (const { aggregatedAssetId, decimals, members } of aggregates) {
    if (!AggregatedAssetId.safeParse(aggregatedAssetId).success)
      return `"${aggregatedAssetId}" is not an aggregated asset id.`
    if (!areDecimals(decimals)) return `${aggregatedAssetId} has ${decimals} decimals.`
    if (members.length === 0) return `${aggregatedAssetId} has no member.`
  }
  return undefined
}

function findMemberError({ aggregates, chains }: Network): string | undefined {
  const seen: { assetType: AssetType; aggregate: Aggregate }[] = []
  for (const aggregate of aggregates)
    for (const member of aggregate.members) {
      const { assetType, decimals } = member
      const home = getAssetChain(assetType)
      if (!chains.some(({ chainId }) => chainId === home))
        return `${assetType} is not on a chain of the network.`
      const other = seen.find((member) => isSameAsset(member.assetType, assetType))
      if (other)
        return `${assetType} is a member of ${other.aggregate.aggregatedAssetId} and of ${aggregate.aggregatedAssetId}.`
      if (!areDecimals(decimals)) return `${assetType} has ${decimals} decimals.`
      const error = findFeedError(member, { chains })
      if (error !== undefined) return error
      seen.push({ assetType, aggregate })
    }
  return undefined
}

function findFeedError(member: Member, { chains }: Pick<Network, 'chains'>): string | undefined {
  const { assetType, feed, secondFeed, maxAgeSeconds, deviationBps = 1, driftBps = 0 } = member
  if (!isWhole(maxAgeSeconds) || maxAgeSeconds < 1)
    return `prices of ${assetType} may be ${maxAgeSeconds} s old.`
  if (!isWhole(deviationBps) || deviationBps < 1 || deviationBps >= 10_000)
    return `the feed of ${assetType} may be off by ${deviationBps} basis points.`
  if (!isWhole(driftBps) || driftBps < 0 || driftBps > deviationBps)
    return `the price of ${assetType} usually moves by ${driftBps} basis points.`
  if (!EvmAddress.safeParse(feed).success) return `the feed of ${assetType} is "${feed}".`
  if (secondFeed !== undefined && !EvmAddress.safeParse(secondFeed).success)
    return `the second feed of ${assetType} is "${secondFeed}".`
  if (secondFeed !== undefined && isSameAddress(secondFeed, feed))
    return `the second feed of ${assetType} is its first.`
  if (!findEvmChain({ chains }, getFeedChain(member)))
    return `the feed of ${assetType} is on no EVM chain of the network.`
  return undefined
}

function findPoolError({ pools, aggregates }: Network): string | undefined {
  const members = aggregates.flatMap((aggregate) => aggregate.members)
  for (const { pool, chainId, tokens, fee } of pools) {
    if (!EvmAddress.safeParse(pool).success) return `the address of a pool is "${pool}".`
    if (!isWhole(fee) || fee < 1) return `the pool ${pool} takes a fee of ${fee}.`
    for (const token of tokens) {
      if (getAssetChain(token) !== chainId)
        return `${token} of the pool ${pool} is not on ${chainId}.`
      if (!members.some(({ assetType }) => isSameAsset(assetType, token)))
        return `${token} of the pool ${pool} is in no aggregate.`
    }
    const [first, second] = tokens.map((token) => BigInt(splitAssetType(token).reference))
    if (first === undefined || second === undefined || first >= second)
      return `the tokens of the pool ${pool} on ${chainId} are not in the pool's order.`
  }
  return undefined
}

function findDeadlineError({ deadlines }: Network): string | undefined {
  const { quoteSeconds, depositSeconds, fillSeconds, refundSeconds } = deadlines
  const inOrder = 0 < quoteSeconds && quoteSeconds <= depositSeconds && depositSeconds < fillSeconds
  if (!inOrder)
    return `the deadlines ${quoteSeconds}, ${depositSeconds}, ${fillSeconds} s are out of order.`
  if (refundSeconds - fillSeconds < 300)
    return `only ${refundSeconds - fillSeconds} s lie between delivery and refund, not 300.`
  return undefined
}

/** Maximum deviation of a chain's clock from real time, seconds. */
const clockToleranceSeconds = 60
const defaultOutageSeconds = 300

/**
 * Between the fill deadline and the first possible refund, the fill must become final and the
 * release must be mined, even if the origin chain halts meanwhile. Calls and Solana swaps have
 * their own chain as destination, so that pair is checked too. Source: security rule 7.
 */
function findSettlementError({ chains, deadlines }: Network): string | undefined {
  const given = deadlines.refundSeconds - deadlines.fillSeconds
  for (const destination of chains)
    for (const { chainId, outageSeconds = defaultOutageSeconds } of chains) {
      const needed = getFinalitySeconds(destination) + 2 * clockToleranceSeconds + outageSeconds
      if (given < needed)
        return `${given} s lie between delivery and refund; from ${chainId} to ${destination.chainId} it takes ${needed}.`
    }
  return undefined
}

function getFinalitySeconds({ finalitySeconds, depth, blockMs }: NetworkChain): number {
  return finalitySeconds ?? Math.ceil((depth * blockMs) / 1000)
}

function findRoleError({ roles }: Network): string | undefined {
  const entries = Object.entries(roles)
  for (const [role, address] of entries)
    if (!EvmAddress.safeParse(address).success) return `the address of the ${role} is "${address}".`
  const duplicate = findDuplicate(entries.map(([, address]) => address.toLowerCase()))
  return duplicate === undefined ? undefined : `the address ${duplicate} has two roles.`
}

function getAssetChain(assetType: AssetType): ChainId | undefined {
  return AssetType.safeParse(assetType).success ? splitAssetType(assetType).chainId : undefined
}

function areDecimals(decimals: number): boolean {
  return isWhole(decimals) && decimals >= 0 && decimals <= 36
}

function isWhole(value: number): boolean {
  return Number.isSafeInteger(value)
}

function findDuplicate(values: readonly string[]): string | undefined {
  return values.find((value, index) => values.indexOf(value) !== index)
}
