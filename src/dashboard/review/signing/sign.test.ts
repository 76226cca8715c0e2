import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'

import type { TypedDataToSign } from '#protocol/orders/operation.ts'
import { sampleAccount } from '#testing/verifier/sampleCase.ts'
import { sampleEvidence, sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { signatureForms } from '#testing/evm/signatureForms.ts'
import { samples } from '#testing/verifier/samples.ts'
import { buildSignedQuote, signOperation, getUnsignedOperations } from './sign.ts'
import { type SigningOptions, ReviewError } from './signOne.ts'
import { createSignatureStore, type SessionStore } from './signatureStore.ts'
import { verifyQuote } from '../verifyQuote.ts'

const phrase = 'test test test test test test test test test test test junk'
const session = mnemonicToAccount(phrase, { addressIndex: 9 })
const otherAccount = mnemonicToAccount(phrase, { addressIndex: 5 })
const sample = samples['two chains into one']
const inTime = (sample.madeAt + 5) * 1000

function reviewed() {
  return verifyQuote(sampleEvidence(sample, sampleQuote(sample)))
}

function signTypedDataAs(key: typeof session) {
  return (_chainNumber: number, { domain, types, primaryType, message }: TypedDataToSign) =>
    key.signTypedData({ domain: { ...domain }, types, primaryType, message })
}

function signingOptions(changes: Partial<SigningOptions> = {}): SigningOptions {
  return {
    signer: { signTypedData: signTypedDataAs(session) },
    owner: sampleAccount.sessionAddress,
    signatures: createSignatureStore(),
    nowMs: () => inTime,
    ...changes,
  }
}

async function refusalOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.catch((thrown: unknown) => thrown)
  return error instanceof ReviewError ? error.code : 'no refusal'
}

test('every operation is signed once, and the signed quote differs by its signatures only', async () => {
  const review = reviewed()
  let asked = 0
  const sign = signTypedDataAs(session)
  const options = signingOptions({
    signer: {
      signTypedData(chainNumber, typedData) {
        asked += 1
        return sign(chainNumber, typedData)
      },
    },
  })
  expect(getUnsignedOperations(review, options)).toEqual([0, 1])
  const signatures = [
    await signOperation(review, 0, options),
    await signOperation(review, 1, options),
    await signOperation(review, 0, options),
  ]
  expect(asked).toBe(2)
  expect(signatures[2]).toBe(signatures[0])
  expect(getUnsignedOperations(review, options)).toEqual([])
  const signed = buildSignedQuote(review, options)
  const blank = JSON.stringify(signed)
    .replaceAll(signatures[0] ?? '?', '0x')
    .replaceAll(signatures[1] ?? '?', '0x')
  expect(JSON.parse(blank)).toEqual(review.received)
})

test.each(Object.entries(signatureForms))(
  'a wallet that answers with %s signs, and the quote carries v 27 or 28',
  async (_, write) => {
    const sign = signTypedDataAs(session)
    const options = signingOptions({
      signer: { signTypedData: async (chain, data) => write(await sign(chain, data)) },
    })
    const plain = signingOptions()
    const review = reviewed()
    for (const index of getUnsignedOperations(review, options)) {
      const expected = await signOperation(review, index, plain)
      expect(await signOperation(review, index, options)).toBe(expected)
    }
    expect(buildSignedQuote(review, options)).toEqual(buildSignedQuote(review, plain))
  },
)

test('signatures of one quote do not count for another one with the same id', async () => {
  const options = signingOptions()
  const review = reviewed()
  await signOperation(review, 0, options)
  expect(getUnsignedOperations(review, options)).toEqual([1])
  const { to } = sample
  const worse = { ...sample, to: { ...to, minimumAmount: (to.minimumAmount * 9n) / 10n } }
  const other = verifyQuote(sampleEvidence(worse, sampleQuote(worse)))
  expect(other.quote?.id).toBe(review.quote?.id)
  expect(getUnsignedOperations(other, options)).toEqual([0, 1])
})

test('what was sent without an answer can be built again after its time, and nothing else can', async () => {
  const options = signingOptions()
  const review = reviewed()
  await signOperation(review, 0, options)
  await signOperation(review, 1, options)
  const late = { ...options, nowMs: () => inTime + 86_400_000 }
  expect(() => buildSignedQuote(review, late)).toThrow('The quote expired')
  expect(buildSignedQuote(review, { ...late, wasSent: true })).toEqual(
    buildSignedQuote(review, options),
  )
})

test('a review that the verifier did not make, or refused, never reaches the wallet', async () => {
  const options = signingOptions({
    signer: { signTypedData: () => Promise.reject(new Error('The wallet was asked.')) },
  })
  const copy = { ...reviewed() }
  expect(await refusalOf(signOperation(copy, 0, options))).toBe('NOT_SIGNABLE')
  const tampered = { ...sampleQuote(sample), expirationTimestamp: '1800000031' }
  const bad = verifyQuote(sampleEvidence(sample, tampered))
  expect(await refusalOf(signOperation(bad, 0, options))).toBe('NOT_SIGNABLE')
  expect(await refusalOf(signOperation({ ...bad, signable: true }, 0, options))).toBe(
    'NOT_SIGNABLE',
  )
  expect(await refusalOf(signOperation(reviewed(), 7, options))).toBe('NOT_SIGNABLE')
})

test('an expired quote is neither signed nor sent', async () => {
  const review = reviewed()
  const signatures = createSignatureStore()
  const fresh = signingOptions({ signatures })
  await signOperation(review, 0, fresh)
  await signOperation(review, 1, fresh)
  const late = { ...fresh, nowMs: () => (sample.madeAt + 30) * 1000 }
  expect(await refusalOf(signOperation(review, 0, late))).toBe('EXPIRED')
  expect(() => buildSignedQuote(review, late)).toThrow(ReviewError)
})

test('a wallet that is still open when the quote expires holds nothing up', async () => {
  const endsAtMs = (sample.madeAt + 30) * 1000
  const options = signingOptions({
    signer: { signTypedData: () => new Promise(() => undefined) },
    nowMs: () => endsAtMs - 20,
  })
  expect(await refusalOf(signOperation(reviewed(), 0, options))).toBe('EXPIRED')
})

test('a signature by another key, or none at all, is thrown away', async () => {
  const answers = [
    signTypedDataAs(otherAccount),
    () => Promise.resolve('0x'),
    () => Promise.resolve('no'),
  ]
  for (const signTypedData of answers) {
    const options = signingOptions({ signer: { signTypedData } })
    const review = reviewed()
    // In sequence on purpose, each with its own signature store.
    // oxlint-disable-next-line no-await-in-loop
    expect(await refusalOf(signOperation(review, 0, options))).toBe('WRONG_SIGNATURE')
    expect(getUnsignedOperations(review, options)).toEqual([0, 1])
  }
})

test('a key that holds no role of the account is not asked', async () => {
  const options = signingOptions({ owner: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc' })
  expect(await refusalOf(signOperation(reviewed(), 0, options))).toBe('NOT_THE_OWNER')
})

test("each operation is signed by the key of its own account, and counts as that key's", async () => {
  const asked: string[] = []
  const sign = signTypedDataAs(session)
  const options = signingOptions({
    signer: {
      signTypedData(chainNumber, typedData, key) {
        asked.push(key)
        return sign(chainNumber, typedData)
      },
    },
    owner: otherAccount.address,
    others: [sampleAccount.sessionAddress],
  })
  const review = reviewed()
  await signOperation(review, 0, options)
  await signOperation(review, 1, options)
  expect(asked).toEqual([sampleAccount.sessionAddress, sampleAccount.sessionAddress])
  expect(getUnsignedOperations(review, options)).toEqual([])
  expect(buildSignedQuote(review, options).originChainsOperations).toHaveLength(2)
  const alone = { ...options, others: [] }
  expect(getUnsignedOperations(review, alone)).toEqual([0, 1])
  expect(await refusalOf(signOperation(review, 0, alone))).toBe('NOT_THE_OWNER')
})

test('a rejection passes through and keeps the signature that was given before', async () => {
  const review = reviewed()
  const options = signingOptions()
  await signOperation(review, 0, options)
  const rejection = new Error('You declined in the wallet.')
  const declining = { ...options, signer: { signTypedData: () => Promise.reject(rejection) } }
  await expect(signOperation(review, 1, declining)).rejects.toBe(rejection)
  expect(getUnsignedOperations(review, options)).toEqual([1])
  expect(() => buildSignedQuote(review, options)).toThrow('Operation 2 isn’t signed yet.')
})

test('signatures survive a reload, and what is no signature is not read back', async () => {
  const kept = new Map<string, string>()
  const store: SessionStore = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  }
  const review = reviewed()
  const before = signingOptions({ signatures: createSignatureStore(store) })
  await signOperation(review, 0, before)
  const after = signingOptions({ signatures: createSignatureStore(store) })
  expect(getUnsignedOperations(review, after)).toEqual([1])
  for (const key of kept.keys()) kept.set(key, '{"0:0x":"0x12","1":7}')
  expect(
    getUnsignedOperations(review, signingOptions({ signatures: createSignatureStore(store) })),
  ).toEqual([0, 1])
  after.signatures.forget(`0x${'c6'.repeat(32)}`)
  expect(kept.size).toBe(0)
})
