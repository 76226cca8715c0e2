import type { SolanaAccount } from '#protocol/accounts/account.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import type { NamedAppFee } from './quoteTerms.ts'
import type { SolanaRootAsset, SolanaRootChain } from './roots.ts'
import type { InstructionFact } from './instructionFact.ts'

/** What an operation on a Solana chain does, decoded from the message that is signed. */
export type SolanaOperationFacts = {
  kind: 'solana'
  index: number
  chain: SolanaRootChain
  asset: SolanaRootAsset
  /** The account that makes and signs it. */
  account: SolanaAccount
  /** The amount it moves, without the fee, and the fee; smallest units. */
  amount: bigint
  fee: bigint
  /** The part of the fee that goes to an app. */
  appFee?: NamedAppFee
  facts: readonly InstructionFact[]
  /** Deposit deadline, Unix seconds; a transfer has none, it expires with its blockhash. */
  validUntil: bigint | undefined
  /** When an undelivered deposit becomes refundable, Unix seconds. */
  refundAfter: bigint | undefined
  /** Pays all network fees and account rent. */
  feePayer: SolanaAddress
  recentBlockhash: string
  /** The message that is signed, base64, and its SHA-256, which hardware wallets show. */
  dataToSign: string
  digest: Hash
  /** As on the wire; one per entry of `facts`. */
  instructions: SolanaChainOperation['instructions']
}
