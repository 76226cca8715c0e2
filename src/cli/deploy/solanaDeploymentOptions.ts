import { maxAttestors } from '#chains/solana/program/signersInstructions.ts'
import type { SolanaDeploymentOptions } from '#devnet/solana/deploy/deployToSolana.ts'
import { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { createEnvironmentReader } from '#service/config/environment.ts'
import { parseSolanaKey } from '#service/config/solanaKeyText.ts'

type Reader = ReturnType<typeof createEnvironmentReader>

/** Minimum price of a compute unit, micro-lamports; the service's minimum too. */
const minMicroLamports = 1_000n

/**
 * Reads what `npm run deploy` needs for a Solana cluster: `DEPLOYER_SOLANA_KEY`, `PROGRAM_SOLANA_KEY`,
 * `ATTESTORS_SOLANA`, and optionally `AUTHORITY_SOLANA`, `UPGRADE_AUTHORITY_SOLANA` (an address or
 * `none`), `ATTESTOR_SOLANA_THRESHOLD` and `PRIORITY_MICRO_LAMPORTS`. Reports each invalid variable in one
 * sentence, without its value.
 */
export function readSolanaDeploymentOptions(
  read: Reader,
  { delaySeconds }: { delaySeconds: bigint },
): SolanaDeploymentOptions {
  const authority = read.optional('AUTHORITY_SOLANA')
  const next = read.optional('UPGRADE_AUTHORITY_SOLANA')
  const keys = read.list('ATTESTORS_SOLANA', '')
  const limits = { fallback: 1, max: maxAttestors }
  const threshold = read.integer('ATTESTOR_SOLANA_THRESHOLD', limits)
  if (keys.length === 0) read.fault('ATTESTORS_SOLANA is missing in the environment.')
  if (keys.length > maxAttestors)
    read.fault(`ATTESTORS_SOLANA names ${keys.length}; at most ${maxAttestors} fit.`)
  if (new Set(keys).size < keys.length) read.fault('ATTESTORS_SOLANA names one address twice.')
  if (keys.length > 0 && (threshold < 1 || threshold > keys.length))
    read.fault(
      `ATTESTOR_SOLANA_THRESHOLD is ${threshold}; there are ${keys.length} in ATTESTORS_SOLANA.`,
    )
  return {
    rpcUrl: read.url('RPC_URL_SOLANA', undefined),
    deployerKey: readSeed(read, 'DEPLOYER_SOLANA_KEY'),
    programKey: readSeed(read, 'PROGRAM_SOLANA_KEY'),
    authority: authority && readAddress(read, { name: 'AUTHORITY_SOLANA', text: authority }),
    handOver: next === undefined ? undefined : readHandOver(read, next),
    delaySeconds,
    attestors: {
      keys: keys.map((text) => readAddress(read, { name: 'ATTESTORS_SOLANA', text })),
      threshold,
    },
    microLamports: read.units('PRIORITY_MICRO_LAMPORTS', minMicroLamports),
  }
}

function readSeed(read: Reader, name: string): Hash {
  const text = read.required(name)
  const parsed = parseSolanaKey(text)
  if (parsed) return parsed
  if (text !== '')
    read.fault(`${name} is not a Solana key: base58 or a JSON array of 32 or 64 bytes.`)
  return `0x${'0'.repeat(64)}`
}

function readHandOver(read: Reader, text: string): SolanaDeploymentOptions['handOver'] {
  if (text === 'none') return { to: undefined }
  return { to: readAddress(read, { name: 'UPGRADE_AUTHORITY_SOLANA', text }) }
}

function readAddress(read: Reader, { name, text }: { name: string; text: string }): SolanaAddress {
  const parsed = SolanaAddress.safeParse(text)
  if (!parsed.success) read.fault(`${name} holds what is no address.`)
  return text
}
