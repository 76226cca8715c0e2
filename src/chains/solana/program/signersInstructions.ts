import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { programDataAddress, programs, signersAddress } from './addresses.ts'
import { type ByteWriter, writeBytes } from './bytes.ts'
import { pays, reads, type SolanaInstruction, signs, writes } from './instruction.ts'
import { instructionNumbers } from './instructionNumbers.ts'

/** How many attestors a set can have. Source: src/contracts/solana/program/state.h. */
export const maximumAttestors = 3

/** Attestors, of whom `threshold` must sign. */
export type AttestorSet = { keys: readonly SolanaAddress[]; threshold: number }

/** What the signers of a program begin with. */
export type SignersInstallation = {
  /** `hashChain` of the CAIP-2 id of the chain. */
  chain: Hash
  authority: SolanaAddress
  /** Seconds between announcing attestors and installing them. */
  delay: bigint
  attestors: AttestorSet
}

/** Names the first attestors; the program's upgrade authority signs. */
export function installInstruction(
  { chain, authority, delay, attestors }: SignersInstallation,
  at: Record<'program' | 'upgradeAuthority' | 'rentPayer', SolanaAddress>,
): SolanaInstruction {
  const data = writeBytes().u8(instructionNumbers.install).hash(chain).address(authority).i64(delay)
  return {
    programId: at.program,
    accounts: [
      signs(at.upgradeAuthority),
      pays(at.rentPayer),
      writes(signersAddress(at.program)),
      reads(programDataAddress(at.program)),
      reads(programs.system),
    ],
    data: writeAttestors(data, attestors).bytes(),
  }
}

/** A change of who attests or rules, with what it needs. */
export type SignersChange =
  | { name: 'propose'; attestors: AttestorSet }
  | { name: 'disable' | 'offerAuthority'; key: SolanaAddress }
  | { name: 'withdraw' | 'accept' | 'acceptAuthority' }

/** Announces, installs or shuts off attestors, or hands the authority over; `caller` signs. */
export function signersInstruction(
  change: SignersChange,
  { program, caller }: Record<'program' | 'caller', SolanaAddress>,
): SolanaInstruction {
  const data = writeBytes().u8(instructionNumbers[change.name])
  if (change.name === 'propose') writeAttestors(data, change.attestors)
  if ('key' in change) data.address(change.key)
  return {
    programId: program,
    accounts: [signs(caller), writes(signersAddress(program))],
    data: data.bytes(),
  }
}

function writeAttestors(data: ByteWriter, { keys, threshold }: AttestorSet): ByteWriter {
  if (keys.length > maximumAttestors) throw new Error(`At most ${maximumAttestors} attestors fit.`)
  data.u8(threshold).u8(keys.length)
  for (let index = 0; index < maximumAttestors; index++) {
    data.address(keys[index] ?? programs.system)
  }
  return data
}
