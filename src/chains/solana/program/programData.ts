import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'

/** What the upgradeable loader keeps of a program beside its address. */
export type ProgramData = {
  /** May replace the code; undefined: nobody may, the program is final. */
  authority: SolanaAddress | undefined
  /** The shared object; behind it, zeros fill the room for longer successors. */
  code: Uint8Array
}

/** Bytes before the code: kind (4), slot (8), whether an authority follows (1), the authority (32). */
export const programDataHeaderBytes = 45
const programDataKind = 3
const hasAuthorityAt = 12
const authorityAt = 13

/**
 * Reads an account of the upgradeable loader that holds a program's code.
 *
 * @returns Undefined for an account of another kind.
 * Source: solana-sdk, bpf_loader_upgradeable, `UpgradeableLoaderState::ProgramData`.
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
