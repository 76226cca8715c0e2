import { privateKeyToAccount } from 'viem/accounts'
import { hashTypedData, recoverAddress } from 'viem/utils'
import { expect, test } from 'vitest'

import { readStatement } from '#chains/evm/account/recoverSigner.ts'
import { signatureForms } from '#testing/evm/signatureForms.ts'
import { buildSessionTypedData } from '../accounts/session.ts'
import { normalizeSignature } from './normalizeSignature.ts'

const key = privateKeyToAccount(`0x${'a7'.repeat(32)}`)
/** Both parities occur among the signatures of these hashes. */
const hashes = ['01', '02', '03', '04', '05', '06'].map((byte) => `0x${byte.repeat(32)}` as const)

test.each(Object.entries(signatureForms))('a signature with %s', async (_, write) => {
  for (const hash of hashes) {
    const signature = await key.sign({ hash })
    expect(normalizeSignature(write(signature))).toBe(signature)
    expect(await recoverAddress({ hash, signature })).toBe(key.address)
  }
})

test('what has none of these forms stays as it is', () => {
  for (const text of [
    '0x',
    '0x1234',
    `0x${'11'.repeat(66)}`,
    `0x${'11'.repeat(64)}1d`,
    `0x${'11'.repeat(64)}25`,
  ] as const)
    expect(normalizeSignature(text)).toBe(text)
})

test.each(Object.entries(signatureForms))('an admin’s statement with %s', async (_, write) => {
  const session = privateKeyToAccount(`0x${'b7'.repeat(32)}`).address
  const statement = { account: key.address, session, deadline: 1n }
  const signature = await key.sign({
    hash: hashTypedData(buildSessionTypedData(statement, 'devnet')),
  })
  const by = await readStatement(statement, { network: 'devnet', signature: write(signature) })
  expect(by).toBe(key.address)
})
