import { expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { formatClockTime } from '#dashboard/components/status/formatTime.ts'
import { sampleEvidence, sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { sampleRoots } from '#testing/verifier/sampleCase.ts'
import { solanaSamples } from '#testing/verifier/solanaSamples.ts'
import { verifyQuote } from '#dashboard/review/verifyQuote.ts'
import { buildOperationSteps, getOperationTitle } from './operationSteps.ts'

/** Writes amounts in whole units with all digits, so that a test sees each. */
const formats: Formats = {
  locale: 'en-US',
  shown: { currency: 'USD', perUsd: 1 },
  amount: (units, { decimals }) => (Number(units) / 10 ** decimals).toString(),
  asset: ({ units, decimals, symbol }) => `${Number(units) / 10 ** decimals} ${symbol}`,
  usd: String,
  dollars: String,
  share: String,
  limit: String,
}

function getTexts(name: keyof typeof solanaSamples) {
  const sample = solanaSamples[name]
  const [operation] = verifyQuote(sampleEvidence(sample, sampleQuote(sample))).operations
  if (!operation) throw new Error('Expected an operation.')
  return {
    title: getOperationTitle(operation, formats),
    steps: buildOperationSteps(operation, { formats, roots: sampleRoots }).map(({ text }) => text),
  }
}

test('a deposit says what goes into escrow, the fee in it, and from when it is refundable', () => {
  const { title, steps } = getTexts('tokens from Solana to an EVM chain')
  const from = formatClockTime((1_800_000_000 + 900) * 1000, 'seconds')
  expect(title).toBe('Move 3000 USDC on Reef into escrow')
  expect(steps).toEqual([
    'Stop if it needs more compute than expected',
    'Pay a priority fee, covered by the service',
    `Deposit 3000 USDC into the escrow program for this quote, including a fee of 1 USDC. Refundable from ${from} if not delivered`,
  ])
})

test('a transfer names the wallets that are paid, not their token accounts', () => {
  const { title, steps } = getTexts('a transfer of tokens on Solana')
  const { attestor, feeReceiver } = devnetSolana.roles
  expect(title).toBe('Send 25 USDC on Reef')
  expect(steps.slice(2)).toEqual([
    `Create a USDC account for ${shortenAddress(attestor)} if it has none, covered by the service`,
    `Send 24.99 USDC to ${shortenAddress(attestor)}`,
    `Create a USDC account for ${shortenAddress(feeReceiver)} if it has none, covered by the service`,
    `Pay a fee of 0.01 USDC to ${shortenAddress(feeReceiver)}`,
  ])
})
