import { afterEach, describe, expect, it } from 'vitest'
import { isHex, recoverTypedDataAddress } from 'viem/utils'

import { createLocalProvider } from './localProvider.ts'
import {
  addLocalKey,
  createLocalWallet,
  declineUnlock,
  exportLocalPhrase,
  forgetLocalWallet,
  getLocalWallet,
  lockLocalWallet,
  unlockLocalWallet,
  watchLocalWallet,
} from './localWallet.ts'
import {
  testAddress as address,
  testChains as chains,
  testPassphrase as passphrase,
  testPhrase as phrase,
  createTestPrompts,
} from '#testing/dashboard/wallet.ts'
import { preApprove } from '../requests/preApproval.ts'

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

const options = { isPlayMoney: true, prompts: createTestPrompts() }

/** The app's provider on Delta; only the test answers its prompts. */
function appProvider() {
  return createLocalProvider(chains.toReversed(), options)
}

/** Requests a signature with a pre-approval. */
async function sign(
  provider: ReturnType<typeof appProvider>,
  params: unknown[] = [address, JSON.stringify(typedData)],
): Promise<unknown> {
  const request = { method: 'eth_signTypedData_v4', params }
  const takeBack = preApprove(request)
  return provider.request(request).finally(takeBack)
}

describe('the local wallet as a provider', () => {
  it('shares no account while there is none', async () => {
    const provider = createLocalProvider(chains, options)
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      code: 4100,
    })
  })

  it('connects nobody by being made, not a second time either', async () => {
    const provider = createLocalProvider(chains, options)
    const seen: unknown[] = []
    provider.on('accountsChanged', (accounts) => seen.push(accounts))
    await createLocalWallet({ passphrase, phrase })
    expect(seen).toEqual([])
    await provider.request({ method: 'eth_requestAccounts' })
    await forgetLocalWallet()
    await createLocalWallet({ passphrase, phrase })
    expect(seen).toEqual([[]])
  })

  it('signs typed data that recovers to its address', async () => {
    await createLocalWallet({ passphrase, phrase })
    const signature = await sign(appProvider())
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
    const onFirth = createLocalProvider(chains, options)
    await expect(sign(onFirth)).rejects.toMatchObject({ code: -32602 })
  })

  it('answers 4902 for a chain it does not know, until it is added', async () => {
    const provider = createLocalProvider(chains, options)
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
    const provider = createLocalProvider(chains, options)
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
    await expect(sign(appProvider(), params)).rejects.toMatchObject({ code: 4100 })
  })

  it('refuses blind signatures and unknown wallet methods', async () => {
    await createLocalWallet({ passphrase, phrase })
    const provider = createLocalProvider(chains, options)
    for (const method of ['eth_sign', 'eth_signTransaction', 'wallet_watchAsset', 'anvil_mine'])
      await expect(provider.request({ method, params: [address, '0x'] })).rejects.toMatchObject({
        code: 4200,
      })
  })
})

describe('a local wallet with further keys', () => {
  const second = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'

  it('tells this app of the next key, and signs with it', async () => {
    await createLocalWallet({ passphrase, phrase })
    const provider = appProvider()
    const seen: unknown[] = []
    provider.on('accountsChanged', (accounts) => seen.push(accounts))
    expect(await addLocalKey()).toBe(second)
    expect(seen).toEqual([[address, second]])
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([address, second])
    const signature = await sign(provider, [second, JSON.stringify(typedData)])
    const recovered = await recoverTypedDataAddress({
      ...typedData,
      signature: isHex(signature) ? signature : '0x',
    })
    expect(recovered).toBe(second)

    expect(JSON.stringify(localStorage)).toContain(second)
  })
})

describe('a locked local wallet', () => {
  it('keeps its address known and asks for the passphrase when a signature is wanted', async () => {
    await createLocalWallet({ passphrase, phrase })
    lockLocalWallet()
    const provider = appProvider()
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
    const signature = sign(appProvider())
    await asked
    declineUnlock()
    await expect(signature).rejects.toMatchObject({ code: 4001 })
  })

  it('keeps its phrase from a wrong passphrase, and is gone once forgotten', async () => {
    const stored = JSON.stringify(localStorage)
    await createLocalWallet({ passphrase, phrase })
    await expect(exportLocalPhrase('wrong')).rejects.toThrow('doesn’t unlock')
    expect(await exportLocalPhrase(passphrase)).toBe(phrase)
    expect(JSON.stringify(localStorage)).not.toContain('abandon')
    await forgetLocalWallet()
    expect(getLocalWallet().status).toBe('absent')
    expect(JSON.stringify(localStorage)).toBe(stored)
  })
})

/** Waits until the wallet asks for its passphrase. */
async function nextAsk(): Promise<void> {
  if (getLocalWallet().isUnlockAsked) return
  await new Promise<void>((resolve) => {
    const stop = watchLocalWallet(() => {
      if (!getLocalWallet().isUnlockAsked) return
      stop()
      resolve()
    })
  })
}
