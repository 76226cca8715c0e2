// @vitest-environment happy-dom
import { z } from 'zod/mini'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { recoverAddress, recoverTypedDataAddress } from 'viem'
import { hashAuthorization } from 'viem/utils'
import { connect, getConnection } from 'wagmi/actions'

import { devnet } from '#networks/devnet/devnet.ts'
import { Hex } from '#protocol/ids/hex.ts'
import { testAddress, testPhrase, testSolanaAddress } from '#testing/dashboard/wallet.ts'
import { buildTestMessageBytes, buildTestSolanaAddress } from '#testing/dashboard/message.ts'
import { encodeBase64 } from '#chains/solana/program/bytes.ts'
import { decodeBase58 } from '#protocol/ids/base58.ts'
import { saveSolanaConnection } from '../solana/solanaConnection.ts'
import { isBy } from '../solana/takeSignature.ts'
import { signSolanaMessage } from '../solana/signSolana.ts'
import { sendTransaction, signAuthorization, signTypedData } from '../signing/signing.ts'
import { createWallets } from '../walletConfig.ts'
import { localWalletRdns } from './localWalletIdentity.ts'
import {
  addLocalKey,
  createLocalWallet,
  forgetLocalWallet,
  getLocalPhrase,
  getLocalWallet,
  loadLocalWallet,
} from './localWallet.ts'

const second = '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'
const foreign = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const chainId = 71_117_002
const contractAddress = '0x0000000000000000000000000000000000000001'
const typedData = {
  domain: { name: 'EstuaryAccount', version: '1', chainId, verifyingContract: contractAddress },
  types: { Approve: [{ name: 'callDataAndNonceHash', type: 'bytes32' }] },
  primaryType: 'Approve',
  message: { callDataAndNonceHash: `0x${'11'.repeat(32)}` },
} as const

beforeEach(async () => {
  await createLocalWallet(devnet, testPhrase)
})
afterEach(() => {
  saveSolanaConnection(undefined)
  forgetLocalWallet()
  localStorage.clear()
})

describe('what is stored', () => {
  it('is there again at the next visit, with each key', async () => {
    expect(await addLocalKey()).toBe(second)
    const before = getLocalWallet()
    loadLocalWallet(devnet)
    expect(getLocalWallet()).toEqual(before)
    expect(before).toMatchObject({
      addresses: [testAddress, second],
      solanaAddress: testSolanaAddress,
    })
    expect(getLocalPhrase()).toBe(testPhrase)
  })

  it('is gone once forgotten', () => {
    forgetLocalWallet()
    expect(JSON.stringify(localStorage)).not.toContain('abandon')
    expect(getLocalPhrase).toThrow('no local wallet')
  })

  it('of a version that encrypted it is forgotten, and a new wallet can be made', () => {
    localStorage.setItem('estuary.wallet', `{"address":"${testAddress}","vault":{}}`)
    loadLocalWallet(devnet)
    expect(getLocalWallet()).toBeUndefined()
    expect(localStorage.getItem('estuary.wallet')).toBeNull()
  })
})

describe('the connector', () => {
  it('connects nobody by the wallet being made, and tells the app of further keys and of the end', async () => {
    const { config } = createWallets(devnet)
    forgetLocalWallet()
    await createLocalWallet(devnet, testPhrase)
    expect(getConnection(config).address).toBeUndefined()
    await connect(config, { connector: find(config) })
    await addLocalKey()
    expect(getConnection(config).addresses).toEqual([testAddress, second])
    forgetLocalWallet()
    expect(getConnection(config).status).toBe('disconnected')
  })
})

describe('what the review hands over', () => {
  it('is signed by the key that owns the account', async () => {
    await addLocalKey()
    for (const owner of [testAddress, second] as const) {
      const signature = await signTypedData(await open(owner), { chainId, typedData })
      expect(await recoverTypedDataAddress({ ...typedData, signature })).toBe(owner)
    }
  })

  it('may be an EIP-7702 authorization', async () => {
    const asked = { chainId, contractAddress, nonce: 7 } as const
    const signed = await signAuthorization(await open(), asked)
    const hash = hashAuthorization(asked)
    expect(await recoverAddress({ hash, signature: Signature.parse(signed) })).toBe(testAddress)
  })

  it('may be the message of a Solana transaction', async () => {
    saveSolanaConnection({ kind: 'local' })
    const message = buildTestMessageBytes(testSolanaAddress)
    const signature = await signSolanaMessage(encodeBase64(message), testSolanaAddress)
    expect(isBy(testSolanaAddress, { message, signature: decodeBase58(signature) })).toBe(true)
  })
})

describe('nothing is signed', () => {
  test('for an account that is not its own', async () => {
    const { wallets } = await open()
    const signing = { wallets, owner: foreign, walletId: localWalletRdns } as const
    await expect(signTypedData(signing, { chainId, typedData })).rejects.toMatchObject({
      code: 'ACCOUNT',
    })
    await expect(sendTransaction(signing, transaction(chainId))).rejects.toMatchObject({
      code: 'ACCOUNT',
    })
    saveSolanaConnection({ kind: 'local' })
    const others = buildTestSolanaAddress(5)
    const message = encodeBase64(buildTestMessageBytes(others))
    for (const address of [others, testSolanaAddress])
      await expect(signSolanaMessage(message, address)).rejects.toMatchObject({ code: 'ACCOUNT' })
  })

  test.each([0, 1])('for chain %i, which is not the network’s', async (other) => {
    const signing = await open()
    const domain = { ...typedData.domain, chainId: other }
    for (const asked of [
      signTypedData(signing, { chainId: other, typedData: { ...typedData, domain } }),
      signAuthorization(signing, { chainId: other, contractAddress, nonce: 0 }),
      sendTransaction(signing, transaction(other)),
    ])
      await expect(asked).rejects.toMatchObject({ code: 'CHAIN' })
  })

  test('for a chain that the typed data does not name', async () => {
    const signing = await open()
    const { chainId: _, ...domain } = typedData.domain
    for (const given of [domain, { ...domain, chainId: 71_117_001 }])
      await expect(
        signTypedData(signing, { chainId, typedData: { ...typedData, domain: given } }),
      ).rejects.toMatchObject({ code: 'CHAIN' })
  })
})

const Signature = z.object({ r: Hex, s: Hex, yParity: z.number() })

function transaction(chain: number) {
  return { chainId: chain, to: contractAddress, data: '0x' } as const
}

/** Connects the wallet. @returns What the signing step is given for one of its keys. */
async function open(owner: `0x${string}` = testAddress) {
  const wallets = createWallets(devnet)
  await connect(wallets.config, { connector: find(wallets.config) })
  return { wallets, owner } as const
}

function find({ connectors }: ReturnType<typeof createWallets>['config']) {
  const connector = connectors.find(({ id }) => id === localWalletRdns)
  if (!connector) throw new Error('There is no connector.')
  return connector
}
