import { encodeMessage, type SolanaMessage } from '#chains/solana/codec/message.ts'
import { buildTransferInstruction } from '#chains/solana/program/transferInstructions.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'

/** Returns a test address, a different one for each number. */
export function buildTestSolanaAddress(number: number): SolanaAddress {
  return encodeBase58(new Uint8Array(32).fill(number))
}

/** Fee payer of the tests' transactions: not the user, as in production. */
export const testFeePayer = buildTestSolanaAddress(7)

/** Builds a message in which `user` sends coins and {@link testFeePayer} pays the fee. */
export function buildTestMessage(user: SolanaAddress): SolanaMessage {
  const transfer = buildTransferInstruction({
    from: user,
    to: buildTestSolanaAddress(9),
    units: 5n,
  })
  return { feePayer: testFeePayer, blockhash: buildTestSolanaAddress(3), instructions: [transfer] }
}

/** {@link buildTestMessage}, serialized. */
export function buildTestMessageBytes(user: SolanaAddress): Uint8Array {
  return encodeMessage(buildTestMessage(user))
}
