import { VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { encodeBase58 } from '#protocol/ids/base58.ts'
import {
  decodeMessage,
  decodeTransaction,
  encodeMessage,
  encodeTransaction,
  type SolanaMessage,
  getSigners,
  getWritableAccounts,
} from './message.ts'

const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58)

/** Messages in which accounts recur, each time with other privileges. */
const message: fc.Arbitrary<SolanaMessage> = fc
  .uniqueArray(address, { minLength: 2, maxLength: 30 })
  .chain((addresses) => {
    const one = fc.constantFrom(...addresses)
    const account = fc.record({ address: one, isSigner: fc.boolean(), isWritable: fc.boolean() })
    const instruction = fc.record({
      programId: one,
      accounts: fc.array(account, { maxLength: 20 }),
      data: fc.uint8Array({ maxLength: 300 }),
    })
    return fc.record({
      feePayer: one,
      blockhash: address,
      instructions: fc.array(instruction, { maxLength: 8 }),
    })
  })

test('reads its own bytes, with the rights that the message gives, and writes them again', () => {
  fc.assert(
    fc.property(message, (one) => {
      const bytes = encodeMessage(one)
      const read = decodeMessage(bytes)
      if (!read) throw new Error('It was not read.')
      const named = read.instructions.flatMap(({ accounts }) => accounts)
      const [signers, writable] = [getSigners(one), getWritableAccounts(one)]
      expect(named.map(({ isSigner }) => isSigner)).toEqual(
        named.map(({ address }) => signers.includes(address)),
      )
      expect(named.map(({ isWritable }) => isWritable)).toEqual(
        named.map(({ address }) => writable.includes(address)),
      )
      expect(encodeMessage(read)).toEqual(bytes)
    }),
  )
})

test('reads nothing that it would write differently: any bit changed is another message or none', () => {
  fc.assert(
    fc.property(message, fc.nat(), fc.integer({ min: 1, max: 255 }), (one, place, change) => {
      const bytes = encodeMessage(one)
      const at = place % bytes.length
      const changed = bytes.map((byte, index) => (index === at ? byte ^ change : byte))
      const read = decodeMessage(changed)
      const isExact = !read || Buffer.from(encodeMessage(read)).equals(Buffer.from(changed))
      expect(isExact).toBe(true)
    }),
  )
})

const plainMessage: SolanaMessage = {
  feePayer: 'AarZcS1rjecCKouuFor4ZTz46LYc61fyH4nC7cxYYWNR',
  blockhash: '3w66d784TGJgHWm4wczXAAG2JjP87oJXabzcVCeJkC3D',
  instructions: [
    {
      programId: 'FeDezRDgsQTM2U7BcYb7C2KWpHTG7j3wi8qNVzewznaZ',
      accounts: [
        {
          address: 'HQUJafZNAXdowqoBtE5EdA9xq7PyxU9YQorSSw3jJBqb',
          isSigner: true,
          isWritable: false,
        },
      ],
      data: Uint8Array.of(1, 2, 3),
    },
  ],
}

test('reads no message with slack, of another version, or with a lookup table', () => {
  const bytes = encodeMessage(plainMessage)
  expect(decodeMessage(bytes)).toEqual(plainMessage)
  expect(decodeMessage(Uint8Array.of(...bytes, 0))).toBeUndefined()
  expect(decodeMessage(bytes.slice(0, -1))).toBeUndefined()
  expect(decodeMessage(Uint8Array.of(0x81, ...bytes.slice(1)))).toBeUndefined()
  expect(decodeMessage(bytes.slice(1))).toBeUndefined()
  expect(decodeMessage(new Uint8Array())).toBeUndefined()
  const table = [...bytes.slice(0, -1), 1, ...new Uint8Array(32), 0, 0]
  expect(decodeMessage(Uint8Array.from(table))).toBeUndefined()
})

test('reads no length that is written longer than it must be', () => {
  const bytes = encodeMessage(plainMessage)
  // The last byte is the number of lookup tables: none.
  expect(decodeMessage(Uint8Array.of(...bytes.slice(0, -1), 0x80, 0))).toBeUndefined()
})

test('puts signatures where web3.js finds them, and parts them again', () => {
  const message = encodeMessage(plainMessage)
  const signature = new Uint8Array(64).fill(7)
  const [, second = ''] = getSigners(plainMessage)
  const bytes = encodeTransaction(message, new Map([[second, signature]]))
  const web = VersionedTransaction.deserialize(bytes)
  expect(web.signatures.map((one) => one[0])).toEqual([0, 7])
  expect(Buffer.from(web.message.serialize())).toEqual(Buffer.from(message))
  expect(decodeTransaction(bytes)).toEqual({ signatures: [new Uint8Array(64), signature], message })
  expect(decodeTransaction(bytes.slice(0, 100))).toBeUndefined()
})
