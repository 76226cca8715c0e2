import { afterEach, describe, expect, it, test } from 'vitest'
import { hashTypedData } from 'viem'

import { announceWallet } from '#testing/dashboard/announceWallet.ts'
import { addDomainType, sendTransaction } from './signing.ts'
import { toProviderError } from '../remote/walletConnect/pairWallet.ts'
import { toSigningError } from '../errors/signingError.ts'
import { toSolanaError } from '../solana/solanaWatch.ts'

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

describe('the type of the domain', () => {
  it('changes nothing of what was reviewed', () => {
    expect(hashTypedData(addDomainType(typedData))).toBe(hashTypedData(typedData))
  })

  it('names only the domain fields that are there', () => {
    const { verifyingContract: _, ...domain } = typedData.domain
    const { types } = addDomainType({ ...typedData, domain })
    expect(types['EIP712Domain']?.map(({ name }) => name)).toEqual(['name', 'version', 'chainId'])
  })
})

describe('the chain of a request', () => {
  const chainId = 71_117_002
  const wanted = '0x43d28ca'
  const target = { chainId, to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', data: '0x' } as const
  const hash = `0x${'ab'.repeat(32)}`
  let stop: (() => Promise<void>) | undefined

  afterEach(async () => stop?.())

  /** A wallet that answers to a wish for another chain as `change` does. */
  async function open(change: (method: string, go: () => void) => unknown) {
    let chain = '0x43d28c9'
    function go(): void {
      chain = wanted
    }
    const wallet = await announceWallet(
      (method) => (method === 'eth_sendTransaction' ? hash : change(method, go)),
      { readChainId: () => chain },
    )
    ;({ stop } = wallet)
    return { ...wallet, methods: () => wallet.asked.map(({ method }) => method) }
  }

  test('is named in a transaction', async () => {
    const { asked, signing } = await open((_, go) => {
      go()
      return null
    })
    expect(await sendTransaction(signing, target)).toBe(hash)
    expect(asked.at(-1)).toMatchObject({ params: [{ chainId: wanted }] })
  })

  test.each([4901, 4902])(
    'is switched from one that the wallet calls by error %i',
    async (code) => {
      let chain: string | undefined = '0x43d28c9'
      const wallet = await announceWallet(
        (method) => {
          if (method === 'eth_sendTransaction') return hash
          chain = wanted
          return null
        },
        {
          readChainId() {
            if (chain === undefined) throw Object.assign(new Error('Chain Disconnected'), { code })
            return chain
          },
        },
      )
      ;({ stop } = wallet)
      chain = undefined
      expect(await sendTransaction(wallet.signing, target)).toBe(hash)
    },
  )

  test('is awaited of a wallet that takes a moment to switch', async () => {
    const { signing } = await open((_, go) => {
      setTimeout(go, 50)
      return null
    })
    expect(await sendTransaction(signing, target)).toBe(hash)
  })

  test('is read again: nothing is asked of a wallet that only says it switched', async () => {
    const { methods, signing } = await open(() => null)
    await expect(sendTransaction(signing, target)).rejects.toMatchObject({ code: 'CHAIN' })
    expect(methods()).not.toContain('eth_sendTransaction')
  })

  test.each([
    { code: -32603, message: 'Internal error' },
    { code: 32603, message: 'Invalid chain' },
    { code: -1, message: 'Die Kette ist unbekannt' },
    { code: -32603, message: '{"message":"Unrecognized chain ID","code":4902}' },
  ])('is added where a wallet cannot switch to it: %j', async (problem) => {
    let isAdded = false
    const { signing } = await open((method, go) => {
      if (method === 'wallet_addEthereumChain') isAdded = true
      else if (!isAdded) return Promise.reject(problem)
      else go()
      return null
    })
    expect(await sendTransaction(signing, target)).toBe(hash)
  })

  test.each([
    [{ code: 4001, message: 'no' }, 'REJECTED'],
    [{ code: -32002, message: 'Already pending.' }, 'CHAIN'],
  ])('is not asked for twice: %j', async (problem, code) => {
    const { methods, signing } = await open(() => Promise.reject(problem))
    await expect(sendTransaction(signing, target)).rejects.toMatchObject({ code })
    expect(methods()).not.toContain('wallet_addEthereumChain')
  })

  test('is missing for the reason that the wallet gave first where it cannot be added', async () => {
    const { signing } = await open((method) => {
      throw new Error(method === 'wallet_addEthereumChain' ? 'no such method' : 'out of memory')
    })
    await expect(sendTransaction(signing, target)).rejects.toThrow('out of memory')
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
    ['JSON in its text', new Error('{"code":4001,"message":"no"}')],
    ['a closed dialog', new Error('User closed WalletConnect modal')],
    ['a closed window', 'Popup closed'],
    ['a phone', { code: -3, message: 'sign request declined' }],
    ['one word', new Error('cancelled')],
    ['an aborted device', 'User aborted'],
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
    [new Error('connection closed')],
    [new Error('the socket was closed by the user agent')],
    [new Error('{"code":-32000}')],
    [new Error('{')],
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
