import type { SolanaAddress } from '#protocol/ids/caip.ts'

/** What the local wallet can be asked to sign on Solana, read once: this is shown and this is signed. */
export type SolanaSignatureRequest = {
  kind: 'solanaTransaction'
  /** The whole of a version 0 message; a copy of the wallet's own. */
  message: Uint8Array
  feePayer: SolanaAddress
  /** Programs that it calls, each once, in their order. */
  programs: readonly SolanaAddress[]
  instructionCount: number
}
