import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { decodeBase64, encodeBase64 } from '#chains/solana/program/bytes.ts'
import { decodeMessage } from '#chains/solana/codec/message.ts'
import { describeOperation, writeOperation } from '#chains/solana/codec/writeOperation.ts'
import { isEvmOperation, type SolanaChainOperation } from '#protocol/orders/operation.ts'
import { pickEveryNth, getRuns } from '#testing/campaign.ts'
import {
  devnetQuoteKey,
  withSignature,
  sampleEvidence,
  sampleQuote,
} from '#testing/verifier/sampleQuote.ts'
import { verifyQuote } from '../verifyQuote.ts'
import { solanaSamples } from '#testing/verifier/solanaSamples.ts'

describe('a message of which one byte is changed, with everything beside it changed along', () => {
  const name = 'tokens from Solana to an EVM chain'
  const sample = solanaSamples[name]
  const quote = sampleQuote(sample)

  function isRefused(bytes: Uint8Array): boolean {
    const originChainsOperations = quote.originChainsOperations.map((one) =>
      isEvmOperation(one) ? one : mirrored(one, bytes),
    )
    const altered = withSignature({ ...quote, originChainsOperations }, devnetQuoteKey)
    return !verifyQuote(sampleEvidence(sample, altered)).signable
  }

  const [operation] = quote.originChainsOperations
  if (!operation || isEvmOperation(operation)) throw new Error('It pays on Solana.')
  const bytes = decodeBase64(operation.dataToSign)

  test('is refused, but for the blockhash and what the service offers to be early', () => {
    const message = decodeMessage(bytes)
    const free = [operation.recentBlockHash, 'c0d40100', 'e803000000000000']
    expect(
      message && [
        message.blockhash,
        ...describeOperation(message)
          .instructions.slice(0, 2)
          .map(({ data }) => data.slice(2)),
      ],
    ).toEqual(free)
    // Every byte with a meaning of its own, and some of each address.
    function isAddress(at: number): boolean {
      return at >= 5 && at < blockhashAt(bytes) + 32
    }
    const places = [...bytes.keys()]
    const tried = [
      ...places.filter((at) => !isAddress(at)),
      ...pickEveryNth(places.filter(isAddress), 8),
    ]
    const signable = tried.filter((at) => !isRefused(bytes.with(at, (bytes[at] ?? 0) ^ 1)))
    const blockhash = new Set(Array.from({ length: 32 }, (_, at) => blockhashAt(bytes) + at))
    const others = signable.filter((at) => !blockhash.has(at))
    expect(others.length).toBeLessThanOrEqual(4 + 8)
    expect(others.every((at) => isBudget(bytes, at))).toBe(true)
  })

  test('is refused with any bytes at all in place of some', () => {
    fc.assert(
      fc.property(
        fc.nat(bytes.length - 1),
        fc.uint8Array({ minLength: 1, maxLength: 40 }),
        (at, put) => {
          const changed = Uint8Array.from([
            ...bytes.slice(0, at),
            ...put,
            ...bytes.slice(at + put.length),
          ])
          const isFree = [...changed.keys()].every(
            (place) =>
              changed[place] === bytes[place] ||
              isBudget(bytes, place) ||
              (place >= blockhashAt(bytes) && place < blockhashAt(bytes) + 32),
          )
          return isFree && changed.length === bytes.length ? true : isRefused(changed)
        },
      ),
      getRuns({ test: 40, campaign: 200 }),
    )
  })
})

/** Offset of the blockhash, after version, header and addresses. */
function blockhashAt(bytes: Uint8Array): number {
  return 5 + 32 * (bytes[4] ?? 0)
}

/** Whether a byte belongs to a number in the two compute budget instructions. */
function isBudget(bytes: Uint8Array, at: number): boolean {
  // After the blockhash: count, (program, no accounts, length, tag, 4 bytes), (..., 8 bytes).
  const first = blockhashAt(bytes) + 32 + 1 + 4
  return (at >= first && at < first + 4) || (at >= first + 8 && at < first + 16)
}

function mirrored(operation: SolanaChainOperation, bytes: Uint8Array): SolanaChainOperation {
  const message = decodeMessage(bytes)
  const dataToSign = encodeBase64(bytes)
  return message
    ? { ...operation, ...describeOperation(message), dataToSign }
    : { ...operation, dataToSign }
}

test('writes what it reads: the samples go through the encoder unchanged', () => {
  const sample = solanaSamples['a transfer of SOL']
  const [operation] = sampleQuote(sample).originChainsOperations
  if (!operation || isEvmOperation(operation)) throw new Error('It pays on Solana.')
  const message = decodeMessage(decodeBase64(operation.dataToSign))
  const { assetType, amount } = operation
  expect(message && writeOperation(message, { assetType, amount: BigInt(amount) })).toEqual(
    operation,
  )
})
