import { expect, test } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { identifyChains } from '#dashboard/components/flow/chainIdentity.ts'
import { verifyQuote } from '#dashboard/review/verifyQuote.ts'
import { samplePrices, sampleRoots as roots } from '#testing/verifier/sampleCase.ts'
import { sampleEvidence, sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { appDeposits, samples } from '#testing/verifier/samples.ts'
import { solanaSamples } from '#testing/verifier/solanaSamples.ts'
import { isCharged } from '../signing/summary/fees.ts'
import { buildSummary } from '../signing/summary/summary.ts'
import { buildAssetChoices } from './assets/assetChoices.ts'
import { buildQuoteView } from './quoteView.ts'

const chains = identifyChains(
  devnetWithSolana.chains.map(({ chainId, name }) => ({ chain: chainId, name })),
)
const choices = buildAssetChoices(devnetWithSolana, { balances: undefined, chains })

/** A fee by what it is for, its chain and its units; what is kept in the rate is the service's too. */
function describe(kind: string, chain: string, units: bigint | undefined): string {
  return `${kind === 'app' ? 'app' : 'service'} on ${chain}: ${units}`
}

test('a quote names the same fees, with the same total, as its review', () => {
  const all = { ...samples, ...solanaSamples, 'deposits with the fee of an app': appDeposits }
  for (const [name, sample] of Object.entries(all)) {
    const quote = sampleQuote(sample)
    const review = verifyQuote(sampleEvidence(sample, quote))
    const summary = buildSummary(review, { roots, prices: samplePrices })
    const view = buildQuoteView(quote, { choices, chains })
    expect(
      view.fees.map((fee) => describe(fee.kind, fee.chain.name, fee.units)).toSorted(),
      name,
    ).toEqual(
      (summary?.fees ?? [])
        .filter(isCharged)
        .map((fee) => describe(fee.kind, fee.chainName, fee.amount?.units))
        .toSorted(),
    )
    expect(view.feesUsd, name).toBeCloseTo(summary?.feesUsd ?? Number.NaN, 1)
    expect(view.paid.units, name).toBe(summary?.total?.units)
    expect(view.received.units, name).toBe(summary?.received?.units)
  }
})
