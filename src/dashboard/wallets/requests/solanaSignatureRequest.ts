import type { SolanaAddress } from '#protocol/ids/caip.ts'

/** A parsed Solana signature request; exactly this value is shown and signed. */
export type SolanaSignatureRequest = {
  kind: 'solanaTransaction'
  /** The complete version 0 message, as a copy that the caller cannot change. */
  message: Uint8Array
  feePayer: SolanaAddress
  /** The programs that it calls, each once, in order. */
  programs: readonly SolanaAddress[]
  instructionCount: number
}
