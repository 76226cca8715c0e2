import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, test } from 'vitest'

import {
  encodeMessage,
  encodeTransaction,
  type SolanaMessage,
} from '#chains/solana/codec/message.ts'
import { buildComputeBudgetInstructions } from '#chains/solana/program/computeBudget.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { takeSignature } from './takeSignature.ts'
import {
  testFeePayer,
  buildTestMessage,
  buildTestMessageBytes,
  buildTestSolanaAddress,
} from '#testing/dashboard/message.ts'

const seed = new Uint8Array(32).fill(1)
const address = encodeBase58(ed25519.getPublicKey(seed))
const message = buildTestMessageBytes(address)
const given = { message, address, wallet: 'Phantom' }

/** The answer of a wallet that signs these bytes. */
function signed(bytes: Uint8Array, by = seed): Uint8Array {
  return encodeTransaction(bytes, new Map([[address, ed25519.sign(bytes, by)]]))
}

function changed(change: Partial<SolanaMessage>): Uint8Array {
  return signed(encodeMessage({ ...buildTestMessage(address), ...change }))
}

test('the signature is taken by the key of the user, who is not the first signer', () => {
  const signature = takeSignature(signed(message), given)
  expect(signature).toBe(encodeBase58(ed25519.sign(message, seed)))
})

const { instructions } = buildTestMessage(address)
test.each<[string, Partial<SolanaMessage>]>([
  [
    'Phantom added a call to the program ComputeBudget111111111111111111111111111111 before signing.',
    {
      instructions: [
        ...buildComputeBudgetInstructions({ units: 10, microLamports: 5n }),
        ...instructions,
      ],
    },
  ],
  [
    'Phantom added an instruction before signing.',
    { instructions: [...instructions, ...instructions] },
  ],
  ['Phantom changed how long the transaction is valid.', { blockhash: buildTestSolanaAddress(4) }],
  ['Phantom changed who pays for the transaction.', { feePayer: address }],
  [
    'Phantom changed an instruction of the transaction before signing.',
    {
      instructions: buildTestMessage(address).instructions.map((one) => ({
        ...one,
        data: one.data.map((byte, at) => (at === 4 ? 6 : byte)),
      })),
    },
  ],
])('a wallet that changed the message is named, and its signature refused: %s', (words, change) => {
  expect(() => takeSignature(changed(change), given)).toThrow(
    expect.objectContaining({ code: 'CHANGED', message: words }),
  )
})

test('a signature by another key, or none, is refused', () => {
  const failed = expect.objectContaining({
    code: 'FAILED',
    message: `Phantom returned no signature from ${address}.`,
  })
  expect(() => takeSignature(signed(message, new Uint8Array(32).fill(2)), given)).toThrow(failed)
  expect(() => takeSignature(encodeTransaction(message, new Map()), given)).toThrow(failed)
})

test('a signature of the fee payer does not stand for the one of the user', () => {
  const payer = new Map([[testFeePayer, ed25519.sign(message, seed)]])
  expect(() => takeSignature(encodeTransaction(message, payer), given)).toThrow('no signature from')
})

test('a message that the user need not sign is refused', () => {
  const other = { ...given, message: buildTestMessageBytes(buildTestSolanaAddress(5)) }
  expect(() => takeSignature(encodeTransaction(other.message, new Map()), other)).toThrow(
    expect.objectContaining({ code: 'ACCOUNT' }),
  )
})

test('bytes that are no transaction are refused', () => {
  expect(() => takeSignature(Uint8Array.of(0), given)).toThrow('isn’t a transaction')
})
