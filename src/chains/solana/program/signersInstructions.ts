import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { getProgramDataAddress, programs, getSignersAddress } from './addresses.ts'
import { type ByteWriter, writeBytes } from './bytes.ts'
import {
  toPayerAccount,
  toReadonlyAccount,
  type SolanaInstruction,
  toSignerAccount,
  toWritableAccount,
  instructionNumbers,
} from './instruction.ts'

/** Maximum number of attestors in a set. Source: src/contracts/solana/program/state.h. */
export const maxAttestors = 3

/** Attestors, of whom `threshold` must sign. */
export type AttestorSet = { keys: readonly SolanaAddress[]; threshold: number }

/** Initial signers of a program. */
export type SignersInstallation = {
  /** `hashChain` of the CAIP-2 id of the chain. */
  chain: Hash
  authority: SolanaAddress
  /** Seconds between announcing attestors and installing them. */
  delay: bigint
  attestors: AttestorSet
}

/** Installs the first attestors; the program's upgrade authority signs. */
export function buildInstallInstruction(
  { chain, authority, delay, attestors }: SignersInstallation,
  at: Record<'program' | 'upgradeAuthority' | 'rentPayer', SolanaAddress>,
): SolanaInstruction {
  const data = writeBytes().u8(instructionNumbers.install).hash(chain).address(authority).i64(delay)
  return {
    programId: at.program,
    accounts: [
      toSignerAccount(at.upgradeAuthority),
      toPayerAccount(at.rentPayer),
      toWritableAccount(getSignersAddress(at.program)),
      toReadonlyAccount(getProgramDataAddress(at.program)),
      toReadonlyAccount(programs.system),
    ],
    data: writeAttestors(data, attestors).bytes(),
  }
}

/** A change of the attestors or the authority, with its parameters. */
export type SignersChange =
  | { name: 'propose'; attestors: AttestorSet }
  | { name: 'disable' | 'offerAuthority'; key: SolanaAddress }
  | { name: 'withdraw' | 'accept' | 'acceptAuthority' }

/** Announces, installs or revokes attestors, or transfers the authority; `caller` signs. */
export function buildSignersInstruction(
  change: SignersChange,
  { program, caller }: Record<'program' | 'caller', SolanaAddress>,
): SolanaInstruction {
  const data = writeBytes().u8(instructionNumbers[change.name])
  if (change.name === 'propose') writeAttestors(data, change.attestors)
  if ('key' in change) data.address(change.key)
  return {
    programId: program,
    accounts: [toSignerAccount(caller), toWritableAccount(getSignersAddress(program))],
    data: data.bytes(),
  }
}

function writeAttestors(data: ByteWriter, { keys, threshold }: AttestorSet): ByteWriter {
  if (keys.length > maxAttestors) throw new Error(`At most ${maxAttestors} attestors fit.`)
  data.u8(threshold).u8(keys.length)
  for (let index = 0; index < maxAttestors; index++) {
    data.address(keys[index] ?? programs.system)
  }
  return data
}
