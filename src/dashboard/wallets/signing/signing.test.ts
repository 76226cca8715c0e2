import { describe, expect, it } from 'vitest'
import { hashTypedData } from 'viem'

import { toTypedDataJson } from './signing.ts'
import { toProviderError } from '../remote/walletConnect/pairWallet.ts'
import { toSigningError } from '../requests/signingError.ts'
import { toSolanaError } from '../solana/toSolanaError.ts'

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
    expect(toSigningError(new Error('broken')).message).toBe('broken')
    expect(toSigningError(new Error('broken')).code).toBe('FAILED')
    expect(toSigningError({ code: -32603, message: 'broken' }).message).toBe('broken')
  })

  it.each<[string, unknown]>([
    ['EIP-1193', { code: 4001, message: 'no' }],
    ['a library', { cause: { code: 4001 } }],
    ['JSON-RPC', { code: -32603, data: { originalError: { code: 4001 } } }],
    ['JSON-RPC with a cause', { code: -32603, data: { cause: { code: 4001 } } }],
    ['ethers', { code: 'ACTION_REJECTED', info: { error: { code: 4001 } } }],
    ['ethers without its code', { code: 'UNKNOWN_ERROR', info: { error: { code: 4001 } } }],
    ['WalletConnect', { code: 5000, message: 'User rejected.' }],
    ['EIP-5792', { code: 5750, message: 'Upgrade rejected' }],
    ['words', new Error('MetaMask Tx Signature: User denied transaction signature.')],
    ['words of a device', { message: 'Condition of use not satisfied (denied by the user?)' }],
    ['words alone', 'Transaction cancelled'],
    ['words of Solana', new Error('Approval Denied')],
    ['words in the passive', { code: -32000, message: 'Request was rejected by the user' }],
  ])('knows a refusal told by %s', (_, cause) => {
    expect(toSigningError(cause).code).toBe('REJECTED')
    expect(toSolanaError({ error: cause }).code).toBe('REJECTED')
    expect(toProviderError(cause).code).toBe(4001)
  })

  it.each<[unknown]>([
    [{ code: -32603, data: { originalError: { code: -32000 } } }],
    [new Error('transaction rejected: nonce too low')],
    [new Error('connect ECONNREFUSED')],
    [new Error('Connection to the node refused')],
    [new Error('Access denied')],
    [{ code: 4900, message: 'disconnected' }],
  ])('does not take a failure for a refusal: %o', (cause) => {
    expect(toSigningError(cause).code).toBe('FAILED')
    expect(toProviderError(cause).code).not.toBe(4001)
  })

  it('reads an error that names itself as its cause', () => {
    const own = Object.assign(new Error('broken'), { cause: {} })
    own.cause = own
    expect(toSigningError(own).code).toBe('FAILED')
  })
})
