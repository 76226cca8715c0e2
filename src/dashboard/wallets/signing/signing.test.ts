import { describe, expect, it } from 'vitest'
import { hashTypedData } from 'viem'

import { toTypedDataJson } from './signing.ts'
import { toSigningError } from '../requests/signingError.ts'

const typedData = {
  domain: {
    name: 'EstuaryAccount',
    version: '1',
    chainId: 71_117_001,
    verifyingContract: '0x0000000000000000000000000000000000000001',
  },
  types: { Approve: [{ name: 'callDataAndNonceHash', type: 'bytes32' }] },
  primaryType: 'Approve',
  message: { callDataAndNonceHash: `0x${'22'.repeat(32)}` },
} as const

describe('typedDataJson', () => {
  it('is read by a wallet as the typed data that was reviewed', () => {
    const read: typeof typedData = JSON.parse(toTypedDataJson(typedData))
    expect(hashTypedData(read)).toBe(hashTypedData(typedData))
  })

  it('names only the domain fields that are there', () => {
    const { verifyingContract: _, ...domain } = typedData.domain
    const read: { types: { EIP712Domain: { name: string }[] } } = JSON.parse(
      toTypedDataJson({ ...typedData, domain }),
    )
    expect(read.types.EIP712Domain.map(({ name }) => name)).toEqual(['name', 'version', 'chainId'])
  })
})

describe('signingErrorOf', () => {
  it('tells a person who declined from a wallet that failed', () => {
    expect(toSigningError({ code: 4001, message: 'no' }).code).toBe('REJECTED')
    expect(toSigningError({ cause: { code: 4001 } }).code).toBe('REJECTED')
    expect(toSigningError(new Error('broken')).message).toBe('broken')
    expect(toSigningError(new Error('broken')).code).toBe('FAILED')
  })
})
