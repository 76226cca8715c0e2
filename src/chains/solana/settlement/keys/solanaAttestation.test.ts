import { Keypair } from '@solana/web3.js'
import { expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { Hash, type Hex } from '#protocol/ids/hex.ts'
import { joinAttestations, readAttestation, signAttestation } from './solanaAttestation.ts'
import { encodeMessage } from '../../codec/message.ts'
import { encodeHex } from '../../program/bytes.ts'
import { buildRefundInstruction } from '../../program/orderInstructions.ts'
import { buildOrder } from '#testing/solana/intents.ts'

const { program, roles, genesisHash: blockhash } = devnetSolana
const attestors = Array.from({ length: 3 }, () => Keypair.generate())
const [first, second, third] = attestors
const user = Keypair.generate()

test.each([1, 2, 3])(
  'the signatures of %i attestors make one attestation, in any order',
  (count) => {
    const signing = attestors.slice(0, count)
    const message = messageFor(signing)
    const parts = signing.map((key) => signAttestation(message, seedOf(key)))
    const joined = joinAttestations(parts)
    expect(joined).toBeDefined()
    expect(joinAttestations(parts.toReversed())).toBe(joined)
    const read = readAttestation(joined ?? '0x')
    expect(encodeHex(read?.message ?? new Uint8Array())).toBe(message)
    expect([...(read?.signatures.keys() ?? [])].toSorted()).toEqual(
      signing.map((key) => key.publicKey.toBase58()).toSorted(),
    )
  },
)

test('there is none while somebody is missing, or when each signs a message of its own', () => {
  if (!first || !second || !third) throw new Error('There are three.')
  const message = messageFor([first, second])
  const other = messageFor([first, second])
  const own = signAttestation(message, seedOf(first))
  expect(joinAttestations([])).toBeUndefined()
  expect(joinAttestations([own, own])).toBeUndefined()
  expect(joinAttestations([own, signAttestation(other, seedOf(second))])).toBeUndefined()
  expect(joinAttestations([own, signAttestation(message, seedOf(third))])).toBeUndefined()
  const whole = joinAttestations([own, signAttestation(message, seedOf(second))])
  expect(
    joinAttestations(['0x', '0x1234', signAttestation(other, seedOf(first)), own]),
  ).toBeUndefined()
  expect(whole).toBeDefined()
})

test('none is read of which any byte is another', () => {
  if (!first) throw new Error('There are three.')
  const whole = joinAttestations([signAttestation(messageFor([first]), seedOf(first))]) ?? '0x'
  expect(readAttestation(whole)).toBeDefined()
  for (let at = 2; at < whole.length; at += 7) {
    const digit = whole[at] === '0' ? '1' : '0'
    const altered: Hex = `0x${whole.slice(2, at)}${digit}${whole.slice(at + 1)}`
    expect(readAttestation(altered)).toBeUndefined()
  }
})

/** A refund that these keys attest, of a new order each time. */
function messageFor(keys: readonly Keypair[]): Hex {
  const place = {
    program,
    rentPayer: roles.executor,
    attestors: keys.map((key) => key.publicKey.toBase58()),
  }
  const instructions = [buildRefundInstruction(buildOrder(user, 'sol'), place)]
  return encodeHex(encodeMessage({ feePayer: roles.executor, blockhash, instructions }))
}

function seedOf(key: Keypair): Hash {
  return Hash.parse(encodeHex(key.secretKey.slice(0, 32)))
}
