import { describe, expect, test } from 'vitest'

import { buildGuardCall } from '#chains/evm/operation/accountCalls.ts'
import type { Receipt } from '#protocol/status/receipt.ts'
import { pickEveryNth } from '#testing/campaign.ts'
import { paidFromSolana } from '#testing/verifier/paidFromSolana.ts'
import {
  callQuoteEvidence,
  preparedEvidence,
  recordedCalls,
  withCalls,
  withDevnetSignature,
} from '#testing/verifier/recordedCalls.ts'
import { type Sample, sampleRoots } from '#testing/verifier/sampleCase.ts'
import { sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { samples } from '#testing/verifier/samples.ts'
import { solanaSamples } from '#testing/verifier/solanaSamples.ts'
import { getEvmRootChains } from './cases/roots.ts'
import { verifyReceipt } from './receipt/verifyReceipt.ts'
import { solanaVerifier } from './solana/solanaVerifier.ts'
import { verifyCallQuote } from './verifyCallQuote.ts'
import { verifyPrepared } from './verifyPrepared.ts'

const [firstChain] = getEvmRootChains(sampleRoots)
if (!firstChain) throw new Error('The devnet has no chain.')
const { validityGuard } = firstChain.contracts
const two = samples['two chains into one']
const mixed = solanaSamples['legs of both into tokens on Solana']
const day = 86_400

describe('calls', () => {
  test.each(pickEveryNth([...recordedCalls], 3))(
    '%s is not signable beyond its deadlines',
    (_name, recorded) => {
      const { quote, madeAt } = recorded
      function at(end: number, later = 1): boolean {
        const evidence = callQuoteEvidence(
          recorded,
          withDevnetSignature({ ...quote, expirationTimestamp: String(madeAt + end) }),
        )
        return verifyCallQuote({ ...evidence, nowSeconds: madeAt + later }).signable
      }
      const isFunded =
        quote.originChainsOperations.length > 0 &&
        verifyPrepared(preparedEvidence(recorded, recorded.prepared)).facts?.lent.length !== 0
      expect(at(30)).toBe(true)
      expect([0, 1, -1, -day].map((end) => at(end))).toEqual([false, false, false, false])
      expect(at(120)).toBe(true)
      expect(at(121)).toBe(!isFunded)
      expect([332, 3600, day, 2 ** 45].map((end) => at(end))).toEqual([false, false, false, false])
      expect([30, 121, 3600, day].map((later) => at(30, later))).toEqual([
        false,
        false,
        false,
        false,
      ])
      // What is prepared and lends nothing ends by itself, after its ten minutes.
      expect([121, 3600, day].map((later) => at(later + 25, later))).toEqual([
        !isFunded,
        false,
        false,
      ])
    },
  )

  test('a call that is paid from Solana ends with its order', () => {
    const payment = {
      assetType:
        solanaSamples['tokens from Solana to an EVM chain'].legs[0]?.assetType ??
        'eip155:0/slip44:60',
      amount: 1n,
      fee: 1n,
    } as const
    function unmet(seconds: bigint, end: bigint): string[] {
      const evidence = paidFromSolana(payment, {
        solanaOrder: (order) => ({ ...order, depositDeadline: order.depositDeadline + seconds }),
        quote: (quote) => ({
          ...quote,
          expirationTimestamp: String(BigInt(quote.expirationTimestamp) + end),
        }),
      })
      return verifyCallQuote(evidence).findings.flatMap(({ id, state }) =>
        state === 'mismatch' ? [id] : [],
      )
    }
    expect(unmet(0n, 0n)).not.toContain('deadlines')
    expect(unmet(0n, 91n)).toContain('deadlines')
    expect(unmet(1n, 0n)).toContain('deadlines')
    expect(unmet(3600n, 3600n)).toContain('deadlines')
    expect(unmet(-121n, 0n)).toContain('deadlines')
  })

  test.each(pickEveryNth([...recordedCalls], 3))(
    '%s: what is prepared keeps its own bounds',
    (_name, recorded) => {
      const { prepared } = recorded
      const windows = [
        [0n, 0n],
        [0n, 1n],
        [0n, 2n ** 48n - 1n],
        [0n, BigInt(recorded.madeAt + day)],
        [BigInt(recorded.madeAt + 3600), BigInt(recorded.madeAt + 3700)],
        [1n, BigInt(recorded.madeAt + 600)],
      ] as const
      const signable = windows.filter(([validAfter, validUntil]) => {
        const received = withCalls(prepared, (calls) => [
          buildGuardCall(validityGuard, { validAfter, validUntil }),
          ...calls.slice(1),
        ])
        return verifyPrepared(preparedEvidence(recorded, received)).signable
      })
      expect(signable).toEqual([])
    },
  )
})

async function findIn(
  sample: Sample,
  end: number,
): Promise<{ unmet: string[]; signable: boolean }> {
  const quote = JSON.parse(
    JSON.stringify(
      sampleQuote(sample, { quote: (one) => ({ ...one, expirationTimestamp: String(end) }) }),
    ),
  )
  const content: Receipt = {
    kind: 'estuary-receipt',
    version: 1,
    quoteId: quote.id,
    network: sampleRoots.network,
    ...(sampleRoots.quoteSigner && { quoteSigner: sampleRoots.quoteSigner }),
    madeAt: '2027-01-15T08:01:00.000Z',
    signed: {
      quote,
      request: sample.request,
      signatures: [],
      signedAtMs: (sample.madeAt + 5) * 1000,
    },
  }
  const received: unknown = JSON.parse(JSON.stringify(content))
  const { review } = await verifyReceipt(received, { roots: sampleRoots, solana: solanaVerifier })
  if (!review) throw new Error('The receipt holds no quote.')
  return {
    unmet: review.findings.flatMap(({ id, state }) => (state === 'mismatch' ? [id] : [])),
    signable: review.signable,
  }
}

describe('a quote in a receipt is judged as of its own end', () => {
  const [, anyCall] = [...recordedCalls][0] ?? []

  test.each([
    ['two chains', two],
    ['a mixed one', mixed],
    ['a transfer', samples['a transfer on its own chain']],
  ])('%s', async (_name, sample) => {
    const fair = await Promise.all(
      [1, 10, 30, 45, 120].map((end) => findIn(sample, sample.madeAt + end)),
    )
    expect(fair.map(({ unmet }) => unmet)).toEqual([[], [], [], [], []])
    expect(fair.map(({ signable }) => signable)).not.toContain(true)
    for (const end of [121, 3600, day, -day, -3600, -271]) {
      const { unmet, signable } = await findIn(sample, sample.madeAt + end)
      expect(unmet, `${end}`).toContain('deadlines')
      expect(signable).toBe(false)
    }
  })

  test('a call of the past cannot be signed again', () => {
    if (!anyCall) throw new Error('No call is recorded.')
    const evidence = callQuoteEvidence(anyCall, anyCall.quote)
    expect(verifyCallQuote({ ...evidence, nowSeconds: anyCall.madeAt + day }).signable).toBe(false)
  })
})
