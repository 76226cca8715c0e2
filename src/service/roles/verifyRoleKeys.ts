import { getKeyAddress } from '#chains/evm/settlement/getKeyAddress.ts'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import {
  type RoleKeyHolders,
  findEvmRoleKeyErrors,
} from '#chains/evm/settlement/findEvmRoleKeyErrors.ts'
import { getSolanaKeyAddress } from '#chains/solana/settlement/keys/solanaKey.ts'
import { findSolanaRoleKeyErrors } from '#chains/solana/settlement/keys/findSolanaRoleKeyErrors.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { ConfigError, type Config } from '../config/config.ts'
import type { Keys } from '../config/configKeys.ts'
import { guardChain } from '../executions/guards/guardedChain.ts'
import type { SettlementChains } from '../executions/plan/executionPlan.ts'
import type { Links } from '../links/links.ts'
import type { Log } from '../monitoring/log.ts'

/** Verifies that the contracts know this process's keys; see {@link createRoleKeyVerifier}. */
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
 * Creates the verifier of this process's keys. A chain that was down at the start is checked when
 * it is back, before anything is signed for it. Source: security rule 11.
 */
export function createRoleKeyVerifier(
  { keys }: Pick<Config, 'keys'>,
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

  async function check(chainId: ChainId): Promise<void> {
    const faults = await findErrorsOn(chainId, { keys, holders, links })
    if (faults.length === 0) {
      passed.add(chainId)
      return
    }
    if (!reported.has(chainId)) log('keys_not_registered', { chain: chainId, faults })
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
            if (!findChainUnavailableError(error)) throw error
            log('chain_silent', { chain: chainId })
            return []
          }
        }),
      )
      if (faults.flat().length > 0) throw new ConfigError(faults.flat().join('\n'))
    },
  }
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
