import type { SolanaAccount } from '#protocol/accounts/account.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import type { SolanaRootAsset, SolanaRootChain } from './roots.ts'
import type { InstructionFact } from './instructionFact.ts'

/** What an operation on a Solana chain does, read from the message that is signed. */
export type SolanaOperationFacts = {
  kind: 'solana'
  index: number
  chain: SolanaRootChain
  asset: SolanaRootAsset
  /** Who makes it, and whose signature it needs. */
  account: SolanaAccount
  /** What moves, and the fee beside it; smallest units. */
  amount: bigint
  fee: bigint
  facts: readonly InstructionFact[]
  /** Until when a deposit may land, in Unix seconds; a transfer ends with its blockhash. */
  validUntil: bigint | undefined
  /** From when an undelivered deposit is the user's again, in Unix seconds. */
  refundAfter: bigint | undefined
  /** Pays all network fees, and the rent of accounts. */
  feePayer: SolanaAddress
  recentBlockhash: string
  /** The message that is signed, base64, and its SHA-256: what a hardware wallet shows. */
  dataToSign: string
  digest: Hash
  /** As on the wire, one for one with `facts`. */
  instructions: SolanaChainOperation['instructions']
}
