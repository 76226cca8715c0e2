import { createHash } from 'node:crypto'

import { ed25519 } from '@noble/curves/ed25519.js'
import { Keypair } from '@solana/web3.js'
import { expect, test } from 'vitest'

import { createRuntime } from '#devnet/solana/bank/runtime.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { getSolanaKeyAddress, isSignedBy, signBytes } from './solanaKey.ts'
import { encodeMessage, encodeTransaction } from '../../codec/message.ts'
import { encodeHex, decodeHex } from '../../program/bytes.ts'
import { buildTransferInstruction } from '../../program/transferInstructions.ts'

const { Point } = ed25519
const order = Point.Fn.ORDER
/** A point of order 8: eight times it is the identity. */
const torsion = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')

const seed = Hash.parse(encodeHex(Keypair.generate().secretKey.slice(0, 32)))
const signer = getSolanaKeyAddress(seed)
const other = Keypair.generate().publicKey.toBase58()
const message = encodeMessage({
  feePayer: signer,
  blockhash: '1'.repeat(32),
  instructions: [buildTransferInstruction({ from: signer, to: other, units: 2_000_000n })],
})

test('what its key signed as usual is signed', () => {
  expect(verdictsOn(signBytes(message, seed))).toEqual({ ours: true, clusters: true })
})

test.each([1n, 2n, 3n, 4n, 5n, 6n, 7n])(
  'a signature beside the one that holds, by %i of eight, is refused as the cluster refuses it',
  (times) => {
    const nonce = 123_456_789n
    const point = Point.BASE.multiply(nonce).add(torsion.multiplyUnsafe(times))
    expect(verdictsOn(signed(point, nonce))).toEqual({ ours: false, clusters: false })
  },
)

test('a signature without anything random in it is refused as the cluster refuses it', () => {
  expect(verdictsOn(signed(Point.ZERO, 0n))).toEqual({ ours: false, clusters: false })
  expect(verdictsOn(signed(torsion, 0n))).toEqual({ ours: false, clusters: false })
})

test('a signature written in a second way is refused as the cluster refuses it', () => {
  const usual = signBytes(message, seed)
  const scalar = numberIn(usual.slice(32)) + order
  const second = joined(usual.slice(0, 32), scalar)
  expect(verdictsOn(second)).toEqual({ ours: false, clusters: false })
})

/** Our verdict on a signature, and a cluster's on a transaction that carries it. */
function verdictsOn(signature: Uint8Array): { ours: boolean; clusters: boolean } {
  const runtime = createRuntime()
  const account = { lamports: 10_000_000_000n, data: new Uint8Array(), owner: '1'.repeat(32) }
  runtime.setAccount({ address: signer, account: { ...account, isExecutable: false } })
  const { error } = runtime.execute(encodeTransaction(message, new Map([[signer, signature]])))
  expect([undefined, 'SignatureFailure']).toContain(error)
  return {
    ours: isSignedBy(signer, { bytes: message, signature }),
    clusters: error === undefined,
  }
}

/** Signature by a dishonest wallet that adds a point of its choice. Source: RFC 8032, 5.1.6. */
function signed(point: typeof torsion, nonce: bigint): Uint8Array {
  const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(decodeHex(seed))
  const first = point.toBytes()
  const hash = createHash('sha512').update(first).update(pointBytes).update(message).digest()
  return joined(first, (nonce + numberIn(hash) * scalar) % order)
}

function joined(point: Uint8Array, scalar: bigint): Uint8Array {
  const digits = scalar.toString(16).padStart(64, '0')
  return Uint8Array.from([...point, ...Buffer.from(digits, 'hex').toReversed()])
}

/** Little-endian. */
function numberIn(bytes: Uint8Array): bigint {
  return BigInt(encodeHex(bytes.toReversed()))
}
