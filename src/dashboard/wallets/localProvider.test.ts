// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { recoverAuthorizationAddress, recoverTypedDataAddress } from 'viem/utils'

import { createLocalProvider } from './localProvider.ts'
import {
  createLocalWallet,
  declineUnlock,
  exportLocalPhrase,
  forgetLocalWallet,
  localWallet,
  lockLocalWallet,
  unlockLocalWallet,
  watchLocalWallet,
} from './localWallet.ts'

const passphrase = 'a passphrase'
const phrase =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const chains = [
  { chainId: 71_117_001, rpcUrl: 'http://127.0.0.1:1' },
  { chainId: 71_117_002, rpcUrl: 'http://127.0.0.1:2' },
]
const domain = {
  name: 'EstuaryAccount',
  version: '1',
  chainId: 71_117_002,
  verifyingContract: '0x0000000000000000000000000000000000000001',
} as const
const types = { Approve: [{ name: 'callDataAndNonceHash', type: 'bytes32' }] } as const
const message = { callDataAndNonceHash: `0x${'11'.repeat(32)}` } as const
const typedData = { domain, types, primaryType: 'Approve', message } as const

afterEach(forgetLocalWallet)

function sign(provider: ReturnType<typeof createLocalProvider>): Promise<unknown> {
  const params = [address, JSON.stringify(typedData)]
  return provider.request({ method: 'eth_signTypedData_v4', params })
}

async function onDelta() {
  const provider = createLocalProvider(chains)
  await provider.request({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: `0x${(71_117_002).toString(16)}` }],
  })
  return provider
}

describe('the local wallet as a provider', () => {
  it('shares no account while there is none', async () => {
    const provider = createLocalProvider(chains)
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      code: 4100,
    })
  })

  it('signs typed data that recovers to its address', async () => {
    await createLocalWallet({ passphrase, phrase })
    const signature = await sign(await onDelta())
    expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
    if (typeof signature !== 'string' || !signature.startsWith('0x')) throw new Error('no hex')
    const recovered = await recoverTypedDataAddress({
      ...typedData,
      signature: `0x${signature.slice(2)}`,
    })
    expect(recovered).toBe(address)
  })

  it('refuses typed data for another chain than the active one', async () => {
    await createLocalWallet({ passphrase, phrase })
    await expect(sign(createLocalProvider(chains))).rejects.toMatchObject({ code: -32602 })
  })

  it('answers 4902 for a chain it does not know, until it is added', async () => {
    const provider = createLocalProvider(chains)
    const params = [{ chainId: '0x1', rpcUrls: ['http://127.0.0.1:3'] }]
    await expect(
      provider.request({ method: 'wallet_switchEthereumChain', params }),
    ).rejects.toMatchObject({ code: 4902 })
    await provider.request({ method: 'wallet_addEthereumChain', params })
    await provider.request({ method: 'wallet_switchEthereumChain', params })
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
  })

  it('tells listeners of a chain that changed', async () => {
    const delta = `0x${(71_117_002).toString(16)}`
    const seen: unknown[] = []
    const provider = createLocalProvider(chains)
    provider.on('chainChanged', (chainId) => seen.push(chainId))
    await provider.request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: delta }],
    })
    expect(seen).toEqual([delta])
  })

  it('refuses to sign for an address that is not its own', async () => {
    await createLocalWallet({ passphrase, phrase })
    const params = ['0x0000000000000000000000000000000000000001', JSON.stringify(typedData)]
    await expect(
      (await onDelta()).request({ method: 'eth_signTypedData_v4', params }),
    ).rejects.toMatchObject({ code: 4100 })
  })

  it('signs an EIP-7702 authorization for one chain, and none for all chains', async () => {
    await createLocalWallet({ passphrase, phrase })
    const provider = createLocalProvider(chains)
    const wanted = { contractAddress: domain.verifyingContract, chainId: 71_117_001, nonce: 0 }
    const signed: unknown = await provider.request({
      method: 'wallet_signAuthorization',
      params: [wanted],
    })
    const { r, s, yParity } = readSignature(signed)
    const recovered = await recoverAuthorizationAddress({
      authorization: { address: wanted.contractAddress, chainId: wanted.chainId, nonce: 0 },
      signature: { r, s, yParity },
    })
    expect(recovered).toBe(address)
    await expect(
      provider.request({
        method: 'wallet_signAuthorization',
        params: [{ ...wanted, chainId: 0 }],
      }),
    ).rejects.toMatchObject({ code: -32602 })
  })

  it('refuses blind signatures and unknown wallet methods', async () => {
    await createLocalWallet({ passphrase, phrase })
    const provider = createLocalProvider(chains)
    for (const method of ['eth_sign', 'eth_signTransaction', 'wallet_watchAsset', 'anvil_mine'])
      await expect(provider.request({ method, params: [address, '0x'] })).rejects.toMatchObject({
        code: 4200,
      })
  })
})

describe('a locked local wallet', () => {
  it('keeps its address known and asks for the passphrase when a signature is wanted', async () => {
    await createLocalWallet({ passphrase, phrase })
    lockLocalWallet()
    const provider = await onDelta()
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
    const asked = nextAsk()
    const signature = sign(provider)
    await asked
    await unlockLocalWallet(passphrase)
    expect(await signature).toMatch(/^0x/)
  })

  it('declines with 4001 when the person closes the question', async () => {
    await createLocalWallet({ passphrase, phrase })
    lockLocalWallet()
    const asked = nextAsk()
    const signature = sign(await onDelta())
    await asked
    declineUnlock()
    await expect(signature).rejects.toMatchObject({ code: 4001 })
  })

  it('keeps its phrase from a wrong passphrase, and is gone once forgotten', async () => {
    await createLocalWallet({ passphrase, phrase })
    await expect(exportLocalPhrase('wrong')).rejects.toThrow('did not open')
    expect(await exportLocalPhrase(passphrase)).toBe(phrase)
    expect(JSON.stringify(localStorage)).not.toContain('abandon')
    await forgetLocalWallet()
    expect(localWallet().status).toBe('absent')
    expect(localStorage.length).toBe(0)
  })
})

/** Waits until the wallet asks for its passphrase. */
async function nextAsk(): Promise<void> {
  if (localWallet().isUnlockAsked) return
  await new Promise<void>((resolve) => {
    const stop = watchLocalWallet(() => {
      if (!localWallet().isUnlockAsked) return
      stop()
      resolve()
    })
  })
}

function readSignature(value: unknown) {
  if (typeof value !== 'object' || value === null) throw new Error('no signature')
  const read: Record<string, unknown> = { ...value }
  const { r, s, yParity } = read
  if (typeof r !== 'string' || typeof s !== 'string' || typeof yParity !== 'number')
    throw new Error('no signature')
  return { r: `0x${r.slice(2)}`, s: `0x${s.slice(2)}`, yParity } as const
}
