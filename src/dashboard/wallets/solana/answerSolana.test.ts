import { afterEach, beforeEach, expect, test } from 'vitest'

import { encodeMessage } from '#chains/solana/codec/message.ts'
import {
  forgetLocalWallet,
  getLocalSolanaAddress,
  getLocalWallet,
  lockLocalWallet,
  unlockLocalWallet,
} from '../local/localWallet.ts'
import {
  approve,
  createTestWallet,
  waitForPrompt,
  testSolanaAddress as address,
  testPassphrase as passphrase,
  createTestPrompts,
} from '#testing/dashboard/wallet.ts'
import { preApprove } from '../requests/preApproval.ts'
import { answerSolana, buildSolanaRequest } from './answerSolana.ts'
import { isBy } from './takeSignature.ts'
import {
  buildTestMessage,
  buildTestMessageBytes,
  buildTestSolanaAddress,
} from '#testing/dashboard/message.ts'

const message = buildTestMessageBytes(address)

beforeEach(createTestWallet)
afterEach(forgetLocalWallet)

function context() {
  return { prompts: createTestPrompts(), isPlayMoney: true }
}

test('the local wallet signs what the review vouched for without asking, once', async () => {
  const asking = context()
  preApprove(buildSolanaRequest(address, message))
  const signature = await answerSolana(message, asking)
  expect(isBy(address, { message, signature })).toBe(true)

  const again = answerSolana(message, asking)
  const prompt = await waitForPrompt(asking.prompts)
  expect(prompt).toMatchObject({ from: 'page', address, request: { kind: 'solanaTransaction' } })
  asking.prompts.reject()
  await expect(again).rejects.toMatchObject({ code: 4001 })
})

test('a message that was changed after the review is asked about', async () => {
  const asking = context()
  const takeBack = preApprove(buildSolanaRequest(address, message))
  const other = encodeMessage({
    ...buildTestMessage(address),
    blockhash: buildTestSolanaAddress(4),
  })
  const answered = answerSolana(other, asking)
  await waitForPrompt(asking.prompts)
  asking.prompts.reject()
  await expect(answered).rejects.toMatchObject({ code: 4001 })
  takeBack()
})

test('what was vouched for is not what becomes of the message meanwhile', async () => {
  const given = Uint8Array.from(message)
  preApprove(buildSolanaRequest(address, message))
  const answered = answerSolana(given, context())
  given.fill(0)
  expect(isBy(address, { message, signature: await answered })).toBe(true)
})

test('who asks cannot change the message between the question and the signature', async () => {
  const asking = context()
  const given = Uint8Array.from(message)
  const answered = answerSolana(given, asking)
  await waitForPrompt(asking.prompts)
  given.fill(0)
  approve(asking.prompts)
  expect(isBy(address, { message, signature: await answered })).toBe(true)
})

test('bytes that cannot be read, and messages of others, are refused', async () => {
  await expect(answerSolana(message.slice(0, -1), context())).rejects.toMatchObject({
    code: -32602,
  })
  const others = buildTestMessageBytes(buildTestSolanaAddress(5))
  await expect(answerSolana(others, context())).rejects.toMatchObject({ code: 4100 })
})

test('a locked wallet knows its address, is closed to other callers, and signs for the app once open', async () => {
  lockLocalWallet()
  expect(getLocalWallet().solanaAddress).toBe(address)
  await expect(answerSolana(message, context())).rejects.toMatchObject({ code: 4100 })
  preApprove(buildSolanaRequest(address, message))
  const answered = answerSolana(message, context())
  await expect.poll(() => getLocalWallet().isUnlockAsked).toBe(true)
  await unlockLocalWallet(passphrase)
  expect(isBy(address, { message, signature: await answered })).toBe(true)
})

test('without a wallet there is no Solana address', async () => {
  await forgetLocalWallet()
  expect(getLocalWallet().solanaAddress).toBeUndefined()
  await expect(getLocalSolanaAddress()).rejects.toMatchObject({ code: 4100 })
})
