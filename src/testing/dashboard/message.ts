import { encodeMessage, type SolanaMessage } from '#chains/solana/codec/message.ts'
import { buildTransferInstruction } from '#chains/solana/program/transferInstructions.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'

/** The test address with this number. */
export function buildTestSolanaAddress(number: number): SolanaAddress {
  return encodeBase58(new Uint8Array(32).fill(number))
}

/** The fee payer of test transactions; as in production, not the user. */
export const testFeePayer = buildTestSolanaAddress(7)

/** A message in which `user` sends coins and the fee payer pays. */
export function buildTestMessage(user: SolanaAddress): SolanaMessage {
  const transfer = buildTransferInstruction({
    from: user,
    to: buildTestSolanaAddress(9),
    units: 5n,
  })
  return { feePayer: testFeePayer, blockhash: buildTestSolanaAddress(3), instructions: [transfer] }
}

/** {@link buildTestMessage}, encoded. */
export function buildTestMessageBytes(user: SolanaAddress): Uint8Array {
  return encodeMessage(buildTestMessage(user))
}
