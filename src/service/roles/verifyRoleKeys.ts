import { getKeyAddress } from '#chains/evm/settlement/evmKeys.ts'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import {
  type RoleKeyHolders,
  findEvmRoleKeyErrors,
} from '#chains/evm/settlement/findEvmRoleKeyErrors.ts'
import { getTokenAddress } from '#chains/evm/assets/readBalances.ts'
import { hasCode } from '#chains/evm/rpc/hasCode.ts'
import { readMany } from '#chains/evm/rpc/readMany.ts'
import { getSolanaKeyAddress } from '#chains/solana/settlement/keys/solanaKey.ts'
import { findSolanaRoleKeyErrors } from '#chains/solana/settlement/keys/findSolanaRoleKeyErrors.ts'
import type { EvmNetworkChain, Network } from '#networks/network.ts'
import { getFeedChain } from '#networks/priceSources.ts'
import { type ChainId, type EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { ConfigError, type Config } from '../config/config.ts'
import type { Keys } from '../config/configKeys.ts'
import { guardChain } from '../executions/guards/guardedChain.ts'
import type { SettlementChains } from '../executions/plan/executionPlan.ts'
import { describeProvider } from '../links/describeProvider.ts'
import type { Links } from '../links/links.ts'
import type { Log } from '../monitoring/log.ts'

/** Verifies that contracts exist and know this process's keys; see {@link createRoleKeyVerifier}. */
export type RoleKeyVerifier = {
  /**
   * Checks every chain; unavailable chains are checked later.
   *
   * @throws ConfigError with chain and key.
   */
  checkAll: () => Promise<void>
  /**
   * Resolves once the keys are verified on a chain; cached after the first success.
   *
   * @throws ChainUnavailableError while the chain does not answer; ConfigError for a wrong key.
   */
  allow: (chainId: ChainId) => Promise<void>
  /** The links' settlement adapters, which do nothing before the keys are verified. */
  settlements: SettlementChains
}

/**
 * Creates the verifier of a network's contracts and this process's keys. A chain that was down at the start is checked when
 * it is back, before anything is signed for it. Source: security rule 11.
 */
export function createRoleKeyVerifier(
  { keys, network }: Pick<Config, 'keys' | 'network'>,
  { links, log }: { links: Links; log: Log },
): RoleKeyVerifier {
  const holders: RoleKeyHolders = {
    ...getHolders('cosigner', keys.cosigner),
    ...getHolders('paymaster', keys.paymaster),
    ...getHolders('attestor', keys.attestor),
    ...(keys.executor && {
      executors: [keys.executor, ...(keys.moreExecutors ?? [])].map(getKeyAddress),
    }),
  }
  const passed = new Set<ChainId>()
  const reported = new Set<ChainId>()
  const pending = new Map<ChainId, Promise<void>>()

  /** What is wrong with a chain: each question only makes sense once the one before has no fault. */
  async function findFaults(chainId: ChainId) {
    const foreign = await findForeignProviders(chainId, links)
    if (foreign.length > 0) return { event: 'provider_foreign', faults: foreign } as const
    const missing = await findMissingContracts(chainId, { network, links })
    if (missing.length > 0) return { event: 'contracts_missing', faults: missing } as const
    const faults = await findErrorsOn(chainId, { keys, holders, links })
    return { event: 'keys_not_registered', faults } as const
  }

  async function check(chainId: ChainId): Promise<void> {
    const found = await findFaults(chainId)
    const { faults } = found
    if (faults.length === 0) {
      passed.add(chainId)
      return
    }
    if (!reported.has(chainId)) log(found.event, { chain: chainId, faults })
    reported.add(chainId)
    throw new ConfigError(faults.join('\n'))
  }

  async function allow(chainId: ChainId): Promise<void> {
    if (passed.has(chainId)) return
    const running = pending.get(chainId) ?? check(chainId).finally(() => pending.delete(chainId))
    pending.set(chainId, running)
    await running
  }

  return {
    allow,
    settlements: new Map(
      [...links.settlements].map(([id, chain]) => [id, guardChain(chain, () => allow(id))]),
    ),
    async checkAll() {
      const faults = await Promise.all(
        [...links.clients, ...links.solanaClients].map(async ({ chain: { chainId } }) => {
          try {
            await allow(chainId)
            return []
          } catch (error) {
            if (error instanceof ConfigError) return [error.message]
            const silence = findChainUnavailableError(error)
            if (!silence) throw error
            log('chain_silent', { chain: chainId, reason: silence.message })
            return []
          }
        }),
      )
      if (faults.flat().length > 0) throw new ConfigError(faults.flat().join('\n'))
    },
  }
}

/** One sentence for each provider of another chain, named by its position: its URL may hold a key. */
async function findForeignProviders(
  chainId: ChainId,
  { clients, solanaClients }: Links,
): Promise<readonly string[]> {
  const evm = clients.find(({ chain }) => chain.chainId === chainId)?.providers ?? []
  const solana = solanaClients.find(({ chain }) => chain.chainId === chainId)?.providers ?? []
  const questions = [
    ...evm.map((client) => client.rpc.request({ method: 'eth_chainId' })),
    ...solana.map((client) => client.request({ method: 'getGenesisHash' })),
  ]
  const answers = await Promise.allSettled<unknown>(questions)
  return answers.flatMap((answer, index) => {
    // One that is silent is not asked for: the others may do.
    const served =
      answer.status === 'rejected' ? findChainUnavailableError(answer.reason)?.served : undefined
    if (served === undefined) return []
    return [`${describeProvider(chainId, index + 1)} answers for ${served}.`]
  })
}

/**
 * One sentence for each address of an EVM chain that has no code.
 *
 * @throws ChainUnavailableError while the chain does not answer.
 */
async function findMissingContracts(
  chainId: ChainId,
  { network, links }: { network: Network; links: Links },
): Promise<readonly string[]> {
  const evm = links.clients.find(({ chain }) => chain.chainId === chainId)
  if (!evm) return []
  const named = getContracts(network, evm.chain)
  const { values } = await readMany(
    evm.client,
    named.map(([, of]) => ({ kind: 'code', of })),
  )
  return named.flatMap(([name, address], index) =>
    hasCode(values[index]?.[0] ?? 0n)
      ? []
      : [`${chainId}: ${name} has no code at ${address}: correct DEPLOYMENT, or deploy it.`],
  )
}

/** Every contract of a chain that the service calls, by what `DEPLOYMENT` calls it. */
function getContracts(
  network: Network,
  { chainId, contracts, sequencer }: EvmNetworkChain,
): readonly (readonly [name: string, address: EvmAddress])[] {
  const members = network.aggregates.flatMap((aggregate) => aggregate.members)
  return [
    ...Object.entries(contracts),
    ...network.pools
      .filter((one) => one.chainId === chainId)
      .map(({ pool }) => ['pool', pool] as const),
    ...members.flatMap(({ assetType, symbol }) => {
      const isHere = splitAssetType(assetType).chainId === chainId
      const token = isHere ? getTokenAddress(assetType) : undefined
      return token ? [[symbol, token] as const] : []
    }),
    ...members.flatMap((member) => {
      if (getFeedChain(member) !== chainId) return []
      const { symbol, feed, secondFeed } = member
      const second = secondFeed ? [[`second feed of ${symbol}`, secondFeed] as const] : []
      return [[`feed of ${symbol}`, feed] as const, ...second]
    }),
    ...(network.currencies ?? []).flatMap(({ currency, chainId: of, feed }) =>
      of === chainId ? [[`feed of ${currency}`, feed] as const] : [],
    ),
    ...(sequencer ? [['feed of the sequencer', sequencer.feed] as const] : []),
  ]
}

type VerifierContext = { keys: Keys; holders: RoleKeyHolders; links: Links }

/** @throws ChainUnavailableError while the chain does not answer. */
async function findErrorsOn(
  chainId: ChainId,
  { keys, holders, links }: VerifierContext,
): Promise<readonly string[]> {
  const evm = links.clients.find(({ chain }) => chain.chainId === chainId)
  if (evm) {
    if (Object.keys(holders).length === 0) return []
    const { contracts } = evm.chain
    const faults = await findEvmRoleKeyErrors(evm.client, { contracts, holders })
    return faults.map((fault) => `${chainId}: ${fault}`)
  }
  const solana = links.solanaClients.find(({ chain }) => chain.chainId === chainId)
  if (!solana) throw new ConfigError(`${chainId} is no chain of this network.`)
  const { attestor, ...others } = keys.solana ?? {}
  if (attestor === undefined && Object.keys(others).length === 0) return []
  const faults = await findSolanaRoleKeyErrors(solana.client, {
    chain: solana.chain,
    ...(attestor && { attestor: getSolanaKeyAddress(attestor) }),
  })
  return faults.map((fault) => `${chainId}: ${fault}`)
}

function getHolders(
  role: Exclude<keyof RoleKeyHolders, 'executors'>,
  key: Hash | undefined,
): RoleKeyHolders {
  return key ? { [role]: getKeyAddress(key) } : {}
}
