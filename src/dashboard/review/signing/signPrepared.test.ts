import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'

import { DelegationSignature } from '#protocol/orders/operation.ts'
import {
  callQuoteEvidence,
  preparedEvidence,
  recordedCalls,
} from '#testing/verifier/recordedCalls.ts'
import { buildSignedQuote, signOperation, getUnsignedOperations } from './sign.ts'
import { type AuthorizationRequest, type SigningOptions, ReviewError } from './signOne.ts'
import { isPreparedSigned, buildSignedRequest, signPrepared } from './signPrepared.ts'
import { createSignatureStore } from './signatureStore.ts'
import { verifyCallQuote } from '../verifyCallQuote.ts'
import { verifyPrepared } from '../verifyPrepared.ts'

/** The owner's key of the recorded calls. */
const owner = privateKeyToAccount(`0x${'c1'.repeat(32)}`)
const otherAccount = privateKeyToAccount(`0x${'c2'.repeat(32)}`)
const found = recordedCalls.get('an own address that becomes an account')
if (!found) throw new Error('It is not recorded.')
const recorded = found
const review = verifyPrepared(preparedEvidence(recorded, recorded.prepared))

function optionsOf(by = owner, asked: AuthorizationRequest[] = []): SigningOptions {
  return {
    signer: {
      signTypedData: (_chain, { domain, types, primaryType, message }) =>
        owner.signTypedData({ domain: { ...domain }, types, primaryType, message }),
      signAuthorization(authorization) {
        asked.push(authorization)
        return by.signAuthorization(authorization)
      },
    },
    owner: owner.address,
    signatures: createSignatureStore(),
    nowMs: () => recorded.madeAt * 1000,
  }
}

type Authorized = Awaited<ReturnType<typeof owner.signAuthorization>>

async function refusalOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.catch((thrown: unknown) => thrown)
  return error instanceof ReviewError ? error.code : 'no refusal'
}

test('a first operation is signed with its authorization, each asked for once', async () => {
  const asked: AuthorizationRequest[] = []
  const options = optionsOf(owner, asked)
  expect(isPreparedSigned(review, options)).toBe(false)
  expect(() => buildSignedRequest(review, options)).toThrow('isn’t signed yet')
  await signPrepared(review, options)
  await signPrepared(review, options)
  const { chainOperation } = recorded.prepared
  const { delegation, typedDataToSign } = chainOperation
  expect(asked).toEqual([{ ...delegation, chainId: typedDataToSign.domain.chainId }])
  expect(isPreparedSigned(review, options)).toBe(true)
  const body = buildSignedRequest(review, { ...options, fromAssetId: 'agg:usdc' })
  expect(body.fromAssetId).toBe('agg:usdc')
  const signature = DelegationSignature.parse(body.chainOperation.delegation?.signature)
  expect(signature).toMatchObject({ chainId: 71_117_003, type: 'Signed', nonce: 0 })
  expect(signature.v).toBe(signature.yParity === 0 ? '0x1b' : '0x1c')
  const { userOp } = body.chainOperation
  expect({ ...userOp, signature: '0x' }).toEqual(chainOperation.userOp)
})

test('an authorization is read as r and s with v only, as numbers of any form, and as one text', async () => {
  for (const write of [
    ({ r, s, yParity = 0 }: Authorized) => ({ r, s, v: yParity }),
    ({ r, s, yParity = 0 }: Authorized) => ({ r, s, yParity: `0x${yParity}` }),
    ({ r, s, yParity = 0 }: Authorized) => ({ r, s, v: BigInt(27 + yParity) }),
    ({ r, s, yParity = 0 }: Authorized) => `${r}${s.slice(2)}0${yParity}`,
  ]) {
    const options = optionsOf()
    const { signTypedData } = options.signer
    const signer: SigningOptions['signer'] = {
      signTypedData,
      signAuthorization: async (asked) => write(await owner.signAuthorization(asked)),
    }
    await signPrepared(review, { ...options, signer })
    expect(isPreparedSigned(review, options)).toBe(true)
  }
})

test('an authorization by another key, or by a wallet that has none, signs nothing', async () => {
  expect(await refusalOf(signPrepared(review, optionsOf(otherAccount)))).toBe('WRONG_SIGNATURE')
  const options = optionsOf()
  const { signTypedData } = options.signer
  const without = { ...options, signer: { signTypedData } }
  expect(await refusalOf(signPrepared(review, without))).toBe('NO_AUTHORIZATION')
  expect(isPreparedSigned(review, options)).toBe(false)
})

test('a review that is over, copied, or of somebody else asks no wallet', async () => {
  const late = { ...optionsOf(), nowMs: () => Number(review.facts?.validUntil) * 1000 }
  expect(await refusalOf(signPrepared(review, late))).toBe('EXPIRED')
  expect(await refusalOf(signPrepared({ ...review }, optionsOf()))).toBe('NOT_SIGNABLE')
  const other = { ...optionsOf(), owner: otherAccount.address }
  expect(await refusalOf(signPrepared(review, other))).toBe('NOT_THE_OWNER')
})

test('the deposits of its quote are signed with authorizations of their own chains', async () => {
  const asked: AuthorizationRequest[] = []
  const options = optionsOf(owner, asked)
  const quoted = verifyCallQuote(callQuoteEvidence(recorded, recorded.quote))
  expect(getUnsignedOperations(quoted, options)).toEqual([0])
  await signOperation(quoted, 0, options)
  expect(getUnsignedOperations(quoted, options)).toEqual([])
  expect(asked.map(({ chainId }) => chainId)).toEqual([71_117_001])
  const [operation] = buildSignedQuote(quoted, options).originChainsOperations
  expect(operation && 'delegation' in operation && operation.delegation?.signature).toMatchObject({
    chainId: 71_117_001,
    type: 'Signed',
  })
})
