import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'

/** The upgradeable loader's data of a program. */
export type ProgramData = {
  /** Upgrade authority; undefined when the program is immutable. */
  authority: SolanaAddress | undefined
  /** The shared object, followed by zeros: the room for longer successors. */
  code: Uint8Array
}

/** Bytes before the code: kind (4), slot (8), whether an authority follows (1), authority (32). */
export const programDataHeaderBytes = 45
const programDataKind = 3
const hasAuthorityAt = 12
const authorityAt = 13

/**
 * Decodes a program data account of the upgradeable loader.
 *
 * @returns Undefined for an account of another kind. Source: solana-sdk, bpf_loader_upgradeable,
 *   `UpgradeableLoaderState::ProgramData`.
 */
export function decodeProgramData(data: Uint8Array): ProgramData | undefined {
  if (data.length < programDataHeaderBytes) return undefined
  const kind = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(0, true)
  if (kind !== programDataKind) return undefined
  const authority = data.subarray(authorityAt, programDataHeaderBytes)
  return {
    authority: data[hasAuthorityAt] === 1 ? encodeBase58(authority) : undefined,
    code: data.subarray(programDataHeaderBytes),
  }
}
