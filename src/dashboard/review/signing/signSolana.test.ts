import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, test } from 'vitest'

import { decodeBase64 } from '#chains/solana/program/bytes.ts'
import { decodeBase58, encodeBase58 } from '#protocol/ids/base58.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import {
  sampleAccount,
  sampleSolanaAccount,
  sampleSolanaKey,
} from '#testing/verifier/sampleCase.ts'
import { sampleEvidence, sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { buildSignedQuote, signOperation, getUnsignedOperations } from './sign.ts'
import { createSignatureStore, type SessionStore } from './signatureStore.ts'
import { type SigningOptions, ReviewError } from './signOne.ts'
import { verifyQuote } from '../verifyQuote.ts'
import { solanaSamples } from '#testing/verifier/solanaSamples.ts'

const sample = solanaSamples['tokens from Solana to an EVM chain']
const own = sampleSolanaAccount.accountAddress

function reviewed() {
  return verifyQuote(sampleEvidence(sample, sampleQuote(sample)))
}

function signedWith(key: Uint8Array) {
  return (dataToSign: string) =>
    Promise.resolve(encodeBase58(ed25519.sign(decodeBase64(dataToSign), key)))
}

function signingOptions(changes: Partial<SigningOptions> = {}): SigningOptions {
  return {
    signer: {
      signTypedData: () => Promise.reject(new Error('No EVM wallet is asked.')),
      signSolanaMessage: signedWith(sampleSolanaKey),
    },
    owner: own,
    signatures: createSignatureStore(),
    nowMs: () => (sample.madeAt + 5) * 1000,
    ...changes,
  }
}

async function refusalOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.catch((thrown: unknown) => thrown)
  return error instanceof ReviewError ? error.code : 'no refusal'
}

test('the message is signed once, and the signed quote has the signature in base58', async () => {
  const review = reviewed()
  const asked: [string, string][] = []
  const sign = signedWith(sampleSolanaKey)
  const options = signingOptions({
    signer: {
      signTypedData: () => Promise.reject(new Error('No EVM wallet is asked.')),
      signSolanaMessage(dataToSign, key) {
        asked.push([dataToSign, key])
        return sign(dataToSign)
      },
    },
    // The connected key is an EVM key; the Solana account's is among `others`.
    owner: sampleAccount.sessionAddress,
    others: [own],
  })
  expect(getUnsignedOperations(review, options)).toEqual([0])
  await signOperation(review, 0, options)
  await signOperation(review, 0, options)
  const [operation] = buildSignedQuote(review, options).originChainsOperations
  if (!operation || isEvmOperation(operation)) throw new Error('It pays on Solana.')
  expect(asked).toEqual([[operation.dataToSign, own]])
  expect(getUnsignedOperations(review, options)).toEqual([])
  const { signature = '', ...blank } = operation
  const message = decodeBase64(operation.dataToSign)
  expect(ed25519.verify(decodeBase58(signature), message, decodeBase58(own))).toBe(true)
  expect(review.received).toMatchObject({ originChainsOperations: [blank] })
})

test('a signature by another key, over something else, or none at all is thrown away', async () => {
  const answers = [
    signedWith(new Uint8Array(32).fill(7)),
    () => Promise.resolve(encodeBase58(ed25519.sign(Uint8Array.of(1), sampleSolanaKey))),
    () => Promise.resolve(''),
    () => Promise.resolve('0x00'),
  ]
  for (const signSolanaMessage of answers) {
    const review = reviewed()
    const { signer, ...others } = signingOptions()
    const options = { ...others, signer: { ...signer, signSolanaMessage } }
    // In sequence on purpose, each with its own signature store.
    // oxlint-disable-next-line no-await-in-loop
    expect(await refusalOf(signOperation(review, 0, options))).toBe('WRONG_SIGNATURE')
    expect(getUnsignedOperations(review, options)).toEqual([0])
    expect(() => buildSignedQuote(review, options)).toThrow('Operation 1 isn’t signed yet.')
  }
})

test('another account, and a wallet that is not for Solana, are not asked', async () => {
  const otherOptions = signingOptions({ owner: sampleAccount.sessionAddress })
  expect(await refusalOf(signOperation(reviewed(), 0, otherOptions))).toBe('NOT_THE_OWNER')
  const { signTypedData } = signingOptions().signer
  const evmOnly = signingOptions({ signer: { signTypedData } })
  expect(await refusalOf(signOperation(reviewed(), 0, evmOnly))).toBe('NOT_THE_OWNER')
})

test('what the wallet says about a message that it changed passes through', async () => {
  const changed = new Error('Phantom added an instruction before signing.')
  const { signer, ...others } = signingOptions()
  const options = {
    ...others,
    signer: { ...signer, signSolanaMessage: () => Promise.reject(changed) },
  }
  await expect(signOperation(reviewed(), 0, options)).rejects.toBe(changed)
})

test('a quote that did not pass, or is over, never reaches the wallet', async () => {
  const tampered = { ...sampleQuote(sample), expirationTimestamp: '1800000031' }
  const bad = verifyQuote(sampleEvidence(sample, tampered))
  expect(await refusalOf(signOperation(bad, 0, signingOptions()))).toBe('NOT_SIGNABLE')
  const late = signingOptions({ nowMs: () => (sample.madeAt + 30) * 1000 })
  expect(await refusalOf(signOperation(reviewed(), 0, late))).toBe('EXPIRED')
})

test('the signature survives a reload', async () => {
  const kept = new Map<string, string>()
  const store: SessionStore = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  }
  const review = reviewed()
  await signOperation(review, 0, signingOptions({ signatures: createSignatureStore(store) }))
  const after = signingOptions({ signatures: createSignatureStore(store) })
  expect(getUnsignedOperations(review, after)).toEqual([])
  expect(buildSignedQuote(review, after).originChainsOperations).toHaveLength(1)
})
