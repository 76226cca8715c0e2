import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  concat,
  hashTypedData,
  keccak256,
  numberToHex,
  recoverAddress,
  recoverMessageAddress,
  toHex,
  toRlp,
} from 'viem'

import {
  createLocalWallet,
  createPlayWallet,
  forgetLocalWallet,
  getLocalWallet,
  lockLocalWallet,
  unlockLocalWallet,
} from '../local/localWallet.ts'
import { loadNetwork } from '#networks/loadNetwork.ts'
import {
  createTestProvider,
  approve,
  waitForPrompt,
  testAddress,
  testPassphrase,
  testPhrase,
} from '#testing/dashboard/wallet.ts'
import { preApprove } from './preApproval.ts'

const chainId = 71_117_001
const contract = '0x0000000000000000000000000000000000000001'
const typedData = {
  domain: { name: 'Anything', version: '1', chainId, verifyingContract: contract },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Mail: [{ name: 'text', type: 'string' }],
  },
  primaryType: 'Mail',
  message: { text: 'shown' },
} as const
const message = toHex('Log in to somewhere')
const requests = {
  personal_sign: [message, testAddress],
  eth_signTypedData_v4: [testAddress, JSON.stringify(typedData)],
  wallet_signAuthorization: [{ address: contract, chainId, nonce: 7 }],
}
const methods = Object.entries(requests)

beforeAll(async () => {
  await createLocalWallet({ passphrase: testPassphrase, phrase: testPhrase })
})
// Encrypting a wallet is slow on purpose, so all tests share one, and unlock it after locking.
afterEach(async () => {
  if (getLocalWallet().status === 'locked') await unlockLocalWallet(testPassphrase)
})
afterAll(forgetLocalWallet)

describe('whoever gets hold of the provider and is not this app', () => {
  it.each(methods)('gets no signature by %s before the person agrees', async (method, params) => {
    const { provider, prompts } = createTestProvider()
    let isAnswered = false
    const answer = provider.request({ method, params }).finally(() => {
      isAnswered = true
    })
    const prompt = await waitForPrompt(prompts)
    expect(prompt).toMatchObject({ from: 'page', address: testAddress })
    expect(isAnswered).toBe(false)
    approve(prompts)
    expect(await answer).toBeDefined()
  })

  it.each(methods)('is told 4001 when %s is rejected', async (method, params) => {
    const { provider, prompts } = createTestProvider()
    const answer = provider.request({ method, params })
    await waitForPrompt(prompts)
    prompts.reject()
    await expect(answer).rejects.toMatchObject({ code: 4001 })
    expect(prompts.store.getState().pending).toEqual([])
  })

  it('is told 4100 while the wallet is locked, and the person is not asked', async () => {
    lockLocalWallet()
    const { provider, prompts } = createTestProvider()
    for (const [method, params] of methods)
      await expect(provider.request({ method, params })).rejects.toMatchObject({ code: 4100 })
    expect(prompts.store.getState().pending).toEqual([])
    expect(getLocalWallet().isUnlockAsked).toBe(false)
  })

  it('is told 4100 when the wallet locks over the question', async () => {
    const { provider, prompts } = createTestProvider()
    const answer = provider.request({ method: 'personal_sign', params: requests.personal_sign })
    await waitForPrompt(prompts)
    lockLocalWallet()
    await expect(answer).rejects.toMatchObject({ code: 4100 })
  })

  it('is asked about once the app has had what it vouched for', async () => {
    const { provider, prompts } = createTestProvider()
    const request = { method: 'personal_sign', params: requests.personal_sign }
    preApprove(request)
    expect(await provider.request(request)).toMatch(/^0x/)
    const again = provider.request(request)
    expect(await waitForPrompt(prompts)).toMatchObject({ from: 'page' })
    prompts.reject()
    await expect(again).rejects.toMatchObject({ code: 4001 })
  })

  it('is not taken for the app, which is asked about in its own name', async () => {
    const { provider, prompts } = createTestProvider()
    const request = {
      method: 'wallet_signAuthorization',
      params: requests.wallet_signAuthorization,
    }
    const takeBack = preApprove(request, 'asked')
    const own = provider.request(request)
    expect(await waitForPrompt(prompts)).toMatchObject({ from: 'app' })
    prompts.reject()
    await expect(own).rejects.toMatchObject({ code: 4001 })
    takeBack()
    const foreign = provider.request(request)
    expect(await waitForPrompt(prompts)).toMatchObject({ from: 'page' })
    prompts.reject()
    await expect(foreign).rejects.toMatchObject({ code: 4001 })
  })

  it('cannot put itself between the wallet and others who hold the provider', () => {
    const { provider } = createTestProvider()
    expect(Object.isFrozen(provider)).toBe(true)
  })
})

describe('what is signed', () => {
  it('is what was shown, whatever became of the request meanwhile', async () => {
    const { provider, prompts } = createTestProvider()
    const changing = { ...typedData, message: { text: 'shown' } }
    const answer = provider.request({
      method: 'eth_signTypedData_v4',
      params: [testAddress, changing],
    })
    const { request } = await waitForPrompt(prompts)
    changing.message.text = 'signed'
    const shown = request.kind === 'typedData' ? request.typedData.message : undefined
    expect(() => Object.assign(shown ?? {}, { text: 'signed' })).toThrow(TypeError)
    approve(prompts)
    const signature = hexOf(await answer)
    const { domain, primaryType, message } = typedData
    const types = { Mail: typedData.types.Mail }
    const hash = hashTypedData({ domain, types, primaryType, message })
    expect(await recoverAddress({ hash, signature })).toBe(testAddress)
  })

  it('is the message behind its prefix', async () => {
    const { provider, prompts } = createTestProvider()
    const answer = provider.request({ method: 'personal_sign', params: requests.personal_sign })
    await waitForPrompt(prompts)
    approve(prompts)
    const signature = hexOf(await answer)
    expect(await recoverMessageAddress({ message: { raw: message }, signature })).toBe(testAddress)
  })

  it('is keccak256(0x05 || rlp([chain, contract, nonce])) of an EIP-7702 authorization', async () => {
    const { provider, prompts } = createTestProvider()
    const answer = provider.request({
      method: 'wallet_signAuthorization',
      params: requests.wallet_signAuthorization,
    })
    await waitForPrompt(prompts)
    approve(prompts)
    const signed: unknown = await answer
    expect(signed).toMatchObject({ address: contract, chainId, nonce: 7 })
    const { r, s, yParity, v } = partsOf(signed)
    expect(v).toBe(27 + yParity)
    const hash = keccak256(concat(['0x05', toRlp([numberToHex(chainId), contract, '0x07'])]))
    expect(await recoverAddress({ hash, signature: { r, s, yParity } })).toBe(testAddress)
  })
})

describe('what cannot be read whole', () => {
  const long = `0x${'00'.repeat(60_000)}`
  it.each([
    ['wallet_signAuthorization', [{ address: contract, chainId: 0, nonce: 0 }]],
    ['wallet_signAuthorization', [{ address: contract, chainId: '0x0', nonce: 0 }]],
    ['wallet_signAuthorization', [{ address: contract, chainId, nonce: null }]],
    ['wallet_signAuthorization', [{ address: '0x12', chainId, nonce: 0 }]],
    ['personal_sign', ['not hex', testAddress]],
    ['personal_sign', [long, testAddress]],
    ['eth_signTypedData_v4', [testAddress, '{']],
    ['eth_signTypedData_v4', [testAddress, JSON.stringify({ ...typedData, message: {} })]],
    ['eth_signTypedData_v4', [testAddress, withDomainType(['name'])]],
    ['eth_signTypedData_v4', [testAddress, withAmount('6426191757410071111111')]],
    ['eth_signTypedData_v4', [testAddress, withAmount('9007199254740993')]],
    ['eth_sendTransaction', [{ from: testAddress }]],
    ['eth_sendTransaction', [{ from: testAddress, to: contract, chainId: '0x1' }]],
    ['eth_sendTransaction', [{ from: testAddress, to: contract, gas: 'much' }]],
  ])(
    'is refused with -32602 and shown to nobody: %s %j',
    async (method, params) => {
      const { provider, prompts } = createTestProvider()
      await expect(provider.request({ method, params })).rejects.toMatchObject({ code: -32602 })
      expect(prompts.store.getState().pending).toEqual([])
    },
    2_000,
  )
})

describe('a wallet without a passphrase', () => {
  it('is made on a devnet only', async () => {
    const network = loadNetwork('devnet')
    await expect(createPlayWallet({ ...network, isDevnet: false })).rejects.toThrow(
      'needs a passphrase',
    )
  })

  it('is refused a passphrase that is easy to guess', async () => {
    await expect(createLocalWallet({ passphrase: 'password123' })).rejects.toThrow(
      'commonly guessed',
    )
  })
})

function withDomainType(names: readonly string[]): string {
  const fields = typedData.types.EIP712Domain.filter(({ name }) => names.includes(name))
  return JSON.stringify({ ...typedData, types: { ...typedData.types, EIP712Domain: fields } })
}

/** Typed data whose amount is a number of JSON. */
function withAmount(amount: string): string {
  const types = { ...typedData.types, Mail: [{ name: 'amount', type: 'uint256' }] }
  const text = JSON.stringify({ ...typedData, types, message: { amount: 0 } })
  return text.replace('"amount":0', `"amount":${amount}`)
}

function hexOf(value: unknown): `0x${string}` {
  if (typeof value !== 'string' || !value.startsWith('0x')) throw new Error('no signature')
  return `0x${value.slice(2)}`
}

function partsOf(value: unknown) {
  if (typeof value !== 'object' || value === null) throw new Error('no signature')
  const { r, s, yParity, v }: Record<string, unknown> = { ...value }
  if (typeof yParity !== 'number') throw new Error('no parity')
  return { r: hexOf(r), s: hexOf(s), yParity, v }
}
