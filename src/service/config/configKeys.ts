import { createHash } from 'node:crypto'

import { getKeyAddress } from '#chains/evm/settlement/getKeyAddress.ts'
import { getSolanaKeyAddress } from '#chains/solana/settlement/keys/solanaKey.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { isPublishedAddress } from '#protocol/accounts/publishedKeys.ts'
import { getSolanaChains } from '#networks/getChain.ts'
import type { Network, SolanaNetworkChain } from '#networks/network.ts'
import type { createEnvironmentReader } from './environment.ts'
import type { Role } from '../role.ts'
import { parseSolanaKey } from './solanaKeyText.ts'

/** Private keys of a process, 32 bytes each; absent when none of its roles needs them. */
export type Keys = {
  executor?: Hash
  /** Additional executors, each with its own nonces. */
  moreExecutors?: readonly Hash[]
  solver?: Hash
  attestor?: Hash
  cosigner?: Hash
  paymaster?: Hash
  /** Ed25519 seed that signs quotes. */
  quote?: Hash
  /** Solana keys; absent when the network has no cluster. */
  solana?: SolanaKeys
}

/** Solana keys of a process: 32-byte Ed25519 seeds. */
export type SolanaKeys = { executor?: Hash; solver?: Hash; attestor?: Hash }

type EnvironmentReader = ReturnType<typeof createEnvironmentReader>

/** Environment variable of each key, and the roles that require it. */
const variables = {
  executor: { name: 'EXECUTOR_EVM_KEY', roles: ['worker'] },
  solver: { name: 'SOLVER_EVM_KEY', roles: ['worker'] },
  cosigner: { name: 'COSIGNER_KEY', roles: ['worker'] },
  /** Operations of basic and EIP-7702 accounts need the paymaster's signature when quoted. */
  paymaster: { name: 'PAYMASTER_KEY', roles: ['api', 'worker'] },
  attestor: { name: 'ATTESTOR_EVM_KEY', roles: ['attestor'] },
  quote: { name: 'QUOTE_KEY', roles: ['api'] },
} as const satisfies Record<Exclude<keyof Keys, 'solana' | 'moreExecutors'>, Variable>

type Variable = { name: string; roles: readonly Role[] }

const solanaVariables = {
  executor: { name: 'EXECUTOR_SOLANA_KEY', roles: ['worker'] },
  solver: { name: 'SOLVER_SOLANA_KEY', roles: ['worker'] },
  attestor: { name: 'ATTESTOR_SOLANA_KEY', roles: ['attestor'] },
} as const satisfies Record<keyof SolanaKeys, Variable>

const solanaKeyNames = ['executor', 'solver', 'attestor'] as const

const keyNames = ['executor', 'solver', 'cosigner', 'paymaster', 'attestor', 'quote'] as const

/** SHA-256 of the devnet's published quote key, which is itself the SHA-256 of a fixed text. */
const publishedQuoteKeyHash = createHash('sha256')
  .update(createHash('sha256').update('estuary devnet quote key').digest())
  .digest('hex')

/**
 * Reads only the keys that the roles of this process need. Outside a devnet, published and shared
 * keys are errors; executor and solver keys must match the network everywhere (security rule 11).
 */
export function readKeys(
  read: EnvironmentReader,
  { network, roles }: { network: Network; roles: ReadonlySet<Role> },
): Keys {
  const keys: Keys = {}
  for (const key of keyNames) {
    const { name, roles: needing } = variables[key]
    if (!needing.some((role) => roles.has(role))) continue
    const texts = key === 'executor' ? readKeyTexts(read.required(name)) : [read.required(name)]
    const [first, ...more] = texts.flatMap((text) => parseKey(text, key) ?? [])
    if (first && more.length + 1 === texts.length) {
      keys[key] = first
      if (more.length > 0) keys.moreExecutors = more
    } else if (read.optional(name) !== undefined)
      read.fault(`${name} is not a key: 32 bytes as hex.`)
  }
  checkRole(read, {
    name: 'executor',
    key: findExecutor(keys, network),
    address: network.roles.executor,
  })
  checkRole(read, { name: 'solver', key: keys.solver, address: network.roles.solver })
  const chains = getSolanaChains(network)
  if (chains.length > 0) keys.solana = readSolanaKeys(read, { chains, roles })
  if (!network.hasPublishedKeys) checkSecrecy(read, keys)
  return keys
}

/** Splits comma-separated keys, ignoring spaces and empty items. */
function readKeyTexts(text: string): string[] {
  const texts = text.split(',').map((one) => one.trim())
  return texts.filter((one) => one !== '')
}

function parseKey(text: string, key: (typeof keyNames)[number]): Hash | undefined {
  const value = Hash.safeParse(text)
  return value.success && (key === 'quote' || findAddress(value.data)) ? value.data : undefined
}

/** Returns the key of the network's executor; the first key when none matches. */
function findExecutor(
  { executor, moreExecutors = [] }: Keys,
  { roles }: Network,
): Hash | undefined {
  const found = moreExecutors.find((key) => isSameAddress(getKeyAddress(key), roles.executor))
  return found ?? executor
}

function readSolanaKeys(
  read: EnvironmentReader,
  { chains, roles }: { chains: readonly SolanaNetworkChain[]; roles: ReadonlySet<Role> },
): SolanaKeys {
  const keys: SolanaKeys = {}
  for (const key of solanaKeyNames) {
    const { name, roles: needing } = solanaVariables[key]
    if (!needing.some((role) => roles.has(role))) continue
    const seed = parseSolanaKey(read.required(name))
    if (seed) keys[key] = seed
    else if (read.optional(name) !== undefined)
      read.fault(`${name} is not a Solana key: base58 or a JSON array of 32 or 64 bytes.`)
  }
  for (const role of ['executor', 'solver'] as const) {
    const seed = keys[role]
    const others = chains.filter((chain) => seed && chain.roles[role] !== getSolanaKeyAddress(seed))
    for (const chain of others)
      read.fault(
        `${solanaVariables[role].name} is not the key of ${chain.roles[role]}, the ${role} of ${chain.chainId}.`,
      )
  }
  return keys
}

function checkRole(
  read: EnvironmentReader,
  role: { name: 'executor' | 'solver'; key: Hash | undefined; address: string },
): void {
  if (role.key && !isSameAddress(getKeyAddress(role.key), role.address))
    read.fault(`${variables[role.name].name} is not the key of ${role.address}, the ${role.name}.`)
}

function checkSecrecy(read: EnvironmentReader, keys: Keys): void {
  const seen = new Map<string, string>()
  const given = [
    ...keyNames.map((name) => ({
      variable: variables[name].name,
      key: keys[name],
      isKnown: isPublished,
    })),
    ...(keys.moreExecutors ?? []).map((key) => ({
      variable: variables.executor.name,
      key,
      isKnown: isPublished,
    })),
    ...solanaKeyNames.map((name) => ({
      variable: solanaVariables[name].name,
      key: keys.solana?.[name],
      isKnown: isPublishedSolana,
    })),
  ]
  for (const { variable, key, isKnown } of given) {
    if (!key) continue
    if (isKnown(key)) read.fault(`${variable} is a published key; off a devnet it is refused.`)
    const other = seen.get(key.toLowerCase())
    if (other === variable) read.fault(`${variable} holds one key twice.`)
    else if (other)
      read.fault(`${variable} and ${other} are the same key; each role needs its own.`)
    seen.set(key.toLowerCase(), variable)
  }
}

function isPublished(key: Hash): boolean {
  const hash = createHash('sha256')
    .update(Buffer.from(key.slice(2), 'hex'))
    .digest('hex')
  return hash === publishedQuoteKeyHash || isPublishedAddress(findAddress(key) ?? '')
}

function isPublishedSolana(seed: Hash): boolean {
  return isPublishedAddress(getSolanaKeyAddress(seed))
}

/** Returns the address of a key; undefined when it is not a secp256k1 key. */
function findAddress(key: Hash): EvmAddress | undefined {
  try {
    return getKeyAddress(key)
  } catch {
    // The library's error adds nothing.
    return undefined
  }
}
