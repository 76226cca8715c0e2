import { createHash } from 'node:crypto'

import { getKeyAddress } from '#chains/evm/settlement/evmKeys.ts'
import { getSolanaKeyAddress } from '#chains/solana/settlement/keys/solanaKey.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { isPublishedAddress } from '#protocol/accounts/publishedKeys.ts'
import { getSolanaChains } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import type { Role } from '../role.ts'
import { type Environment, keyVariables, parseVariables } from './variables.ts'

/** Private keys of a process, 32 bytes each; absent when none of its roles needs them. */
export type Keys = {
  executor?: Hash | undefined
  /** Additional executors, each with its own nonces. */
  moreExecutors?: readonly Hash[]
  solver?: Hash | undefined
  attestor?: Hash | undefined
  cosigner?: Hash | undefined
  paymaster?: Hash | undefined
  /** Ed25519 seed that signs quotes. */
  quote?: Hash | undefined
  /** Solana keys; absent when the network has no cluster. */
  solana?: SolanaKeys
}

/** Solana keys of a process: 32-byte Ed25519 seeds. */
export type SolanaKeys = {
  executor?: Hash | undefined
  solver?: Hash | undefined
  attestor?: Hash | undefined
}

/** The roles that need each key. */
const needing = {
  EXECUTOR_EVM_KEY: ['worker'],
  EXECUTOR_SOLANA_KEY: ['worker'],
  SOLVER_EVM_KEY: ['worker'],
  SOLVER_SOLANA_KEY: ['worker'],
  COSIGNER_KEY: ['worker'],
  /** Operations of basic and EIP-7702 accounts need the paymaster's signature when quoted. */
  PAYMASTER_KEY: ['api', 'worker'],
  ATTESTOR_EVM_KEY: ['attestor'],
  ATTESTOR_SOLANA_KEY: ['attestor'],
  QUOTE_KEY: ['api'],
} as const satisfies Record<keyof typeof keyVariables, readonly Role[]>

/** SHA-256 of the devnet's published quote key, which is itself the SHA-256 of a fixed text. */
const publishedQuoteKeyHash = createHash('sha256')
  .update(createHash('sha256').update('estuary devnet quote key').digest())
  .digest('hex')

/**
 * Reads only the keys that the roles of this process need. Outside a devnet, published and shared
 * keys are errors; executor and solver keys must match the network everywhere (security rule 11).
 */
export function readKeys(
  environment: Environment,
  { network, roles }: { network: Network; roles: ReadonlySet<Role> },
): { keys: Keys; faults: string[] } {
  const hasSolana = getSolanaChains(network).length > 0
  const needed = Object.entries(needing).flatMap(([name, needers]) => {
    const isNeeded = needers.some((role) => roles.has(role))
    return isNeeded && (hasSolana || !name.includes('SOLANA')) ? [name] : []
  })
  const set = Object.fromEntries(needed.map((name) => [name, environment[name]]))
  const { values = {}, faults } = parseVariables(set, keyVariables)
  const [executor, ...moreExecutors] = values.EXECUTOR_EVM_KEY ?? []
  const keys: Keys = {
    executor,
    ...(moreExecutors.length > 0 && { moreExecutors }),
    solver: values.SOLVER_EVM_KEY,
    attestor: values.ATTESTOR_EVM_KEY,
    cosigner: values.COSIGNER_KEY,
    paymaster: values.PAYMASTER_KEY,
    quote: values.QUOTE_KEY,
    ...(hasSolana && {
      solana: {
        executor: values.EXECUTOR_SOLANA_KEY,
        solver: values.SOLVER_SOLANA_KEY,
        attestor: values.ATTESTOR_SOLANA_KEY,
      },
    }),
  }
  const missing = needed.filter((name) => !environment[name])
  return {
    keys,
    faults: [
      ...missing.map((name) => `${name} is missing in the environment.`),
      ...faults,
      ...findOtherRoles(keys, network),
      ...(network.hasPublishedKeys ? [] : findOpenSecrets(values)),
    ],
  }
}

/** Executor and solver keys that are not those of the network. */
function findOtherRoles(
  { executor, moreExecutors = [], solver, solana }: Keys,
  network: Network,
): string[] {
  const known = [...moreExecutors, executor].find(
    (key) => key && isSameAddress(getKeyAddress(key), network.roles.executor),
  )
  const evm = [
    { name: 'EXECUTOR_EVM_KEY', role: 'executor', key: known ?? executor } as const,
    { name: 'SOLVER_EVM_KEY', role: 'solver', key: solver } as const,
  ].flatMap(({ name, role, key }) =>
    key && !isSameAddress(getKeyAddress(key), network.roles[role])
      ? [`${name} is not the key of ${network.roles[role]}, the ${role}.`]
      : [],
  )
  const cluster = (['executor', 'solver'] as const).flatMap((role) =>
    getSolanaChains(network).flatMap(({ chainId, roles }) => {
      const seed = solana?.[role]
      const name = `${role.toUpperCase()}_SOLANA_KEY`
      return seed && roles[role] !== getSolanaKeyAddress(seed)
        ? [`${name} is not the key of ${roles[role]}, the ${role} of ${chainId}.`]
        : []
    }),
  )
  return [...evm, ...cluster]
}

/** Keys that are published, or that two roles share. */
function findOpenSecrets(values: Readonly<Record<string, Hash | Hash[] | undefined>>): string[] {
  const seen = new Map<string, string>()
  return Object.entries(values).flatMap(([name, given]) =>
    [given ?? []].flat().flatMap((key) => {
      const other = seen.get(key.toLowerCase())
      seen.set(key.toLowerCase(), name)
      return [
        ...(isPublished(name, key)
          ? [`${name} is a published key; off a devnet it is refused.`]
          : []),
        ...(other === name ? [`${name} holds one key twice.`] : []),
        ...(other !== undefined && other !== name
          ? [`${other} and ${name} are the same key; each role needs its own.`]
          : []),
      ]
    }),
  )
}

function isPublished(name: string, key: Hash): boolean {
  if (name.includes('SOLANA')) return isPublishedAddress(getSolanaKeyAddress(key))
  if (name !== 'QUOTE_KEY') return isPublishedAddress(getKeyAddress(key))
  const digest = createHash('sha256')
    .update(Buffer.from(key.slice(2), 'hex'))
    .digest('hex')
  return digest === publishedQuoteKeyHash
}
