// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'

import { encodeMessage } from '#chains/solana/codec/message.ts'
import {
  forgetLocalWallet,
  localSolanaAddress,
  localWallet,
  lockLocalWallet,
  unlockLocalWallet,
} from '../local/localWallet.ts'
import {
  approve,
  makeTestWallet,
  nextPrompt,
  testOnSolana as address,
  testPassphrase as passphrase,
  testPrompts,
} from '#testing/dashboard/wallet.ts'
import { vouchFor } from '../requests/vouched.ts'
import { answerSolana, solanaRequest } from './answerSolana.ts'
import { isBy } from './takeSignature.ts'
import { testMessage, testMessageBytes, testSolanaAddress } from '#testing/dashboard/message.ts'

const message = testMessageBytes(address)

beforeEach(makeTestWallet)
afterEach(forgetLocalWallet)

function context() {
  return { prompts: testPrompts(), isPlayMoney: true }
}

test('the local wallet signs what the review vouched for without asking, once', async () => {
  const asking = context()
  vouchFor(solanaRequest(address, message))
  const signature = await answerSolana(message, asking)
  expect(isBy(address, { message, signature })).toBe(true)

  const again = answerSolana(message, asking)
  const prompt = await nextPrompt(asking.prompts)
  expect(prompt).toMatchObject({ from: 'page', address, asked: { kind: 'solanaTransaction' } })
  asking.prompts.reject()
  await expect(again).rejects.toMatchObject({ code: 4001 })
})

test('a message that was changed after the review is asked about', async () => {
  const asking = context()
  const takeBack = vouchFor(solanaRequest(address, message))
  const other = encodeMessage({ ...testMessage(address), blockhash: testSolanaAddress(4) })
  const answered = answerSolana(other, asking)
  await nextPrompt(asking.prompts)
  asking.prompts.reject()
  await expect(answered).rejects.toMatchObject({ code: 4001 })
  takeBack()
})

test('what was vouched for is not what becomes of the message meanwhile', async () => {
  const given = Uint8Array.from(message)
  vouchFor(solanaRequest(address, message))
  const answered = answerSolana(given, context())
  given.fill(0)
  expect(isBy(address, { message, signature: await answered })).toBe(true)
})

test('who asks cannot change the message between the question and the signature', async () => {
  const asking = context()
  const given = Uint8Array.from(message)
  const answered = answerSolana(given, asking)
  await nextPrompt(asking.prompts)
  given.fill(0)
  approve(asking.prompts)
  expect(isBy(address, { message, signature: await answered })).toBe(true)
})

test('bytes that cannot be read, and messages of others, are refused', async () => {
  await expect(answerSolana(message.slice(0, -1), context())).rejects.toMatchObject({
    code: -32602,
  })
  const others = testMessageBytes(testSolanaAddress(5))
  await expect(answerSolana(others, context())).rejects.toMatchObject({ code: 4100 })
})

test('a locked wallet knows its address, is closed to strangers, and signs for the app once open', async () => {
  lockLocalWallet()
  expect(localWallet().solanaAddress).toBe(address)
  await expect(answerSolana(message, context())).rejects.toMatchObject({ code: 4100 })
  vouchFor(solanaRequest(address, message))
  const answered = answerSolana(message, context())
  await expect.poll(() => localWallet().isUnlockAsked).toBe(true)
  await unlockLocalWallet(passphrase)
  expect(isBy(address, { message, signature: await answered })).toBe(true)
})

test('without a wallet there is no Solana address', async () => {
  await forgetLocalWallet()
  expect(localWallet().solanaAddress).toBeUndefined()
  await expect(localSolanaAddress()).rejects.toMatchObject({ code: 4100 })
})
