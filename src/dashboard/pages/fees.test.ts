import { expect, test } from 'vitest'

import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { toAssetRecords } from '#networks/toAssetRecords.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { identifyChains } from '#dashboard/components/flow/chainIdentity.ts'
import { spreadCents, toShownCents } from '#dashboard/components/amounts/worth.ts'
import { verifyQuote } from '#dashboard/review/verifyQuote.ts'
import { samplePrices, sampleRoots as roots } from '#testing/verifier/sampleCase.ts'
import { sampleEvidence, sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { appDeposits, samples } from '#testing/verifier/samples.ts'
import { solanaSamples } from '#testing/verifier/solanaSamples.ts'
import { buildExecutionView } from './execution/view/executionView.ts'
import { toHistoryCsv } from './history/rows/exportHistory.ts'
import { toHistoryRow } from './history/rows/historyRow.ts'
import { buildAssetChoices } from './quoting/assets/assetChoices.ts'
import { buildQuoteView } from './quoting/quoteView.ts'
import { readSignedAmounts, saveSignedAmounts } from './signing/storage/signedQuotes.ts'
import { buildSummary } from './signing/summary/summary.ts'

const network = devnetWithSolana
const chains = identifyChains(network.chains.map(({ chainId, name }) => ({ chain: chainId, name })))
const choices = buildAssetChoices(network, { balances: undefined, chains })
const names = { assets: toAssetRecords(network), chains, order: 'createdAt' } as const

/** The quote's row in the history, as the service reports it. */
function toRecord(quote: Quote): HistoryRecord {
  const { id, originToken, destinationToken, fees } = quote
  return {
    quoteId: id,
    status: 'COMPLETED',
    type: 'SWAP',
    user: quote.accounts[0]?.accountAddress ?? '',
    recipientAccountId: '',
    originChainOperations: [],
    destinationChainOperations: [],
    timestamp: '2027-01-15T08:00:00.000Z',
    originToken,
    destinationToken,
    fees,
  }
}

/** What this browser keeps of the quote once it is signed. */
function sign(quote: Quote) {
  saveSignedAmounts(quote, {})
  return readSignedAmounts()
}

test('the same quote has the same fees, with the same total, on every page', () => {
  const all = { ...samples, ...solanaSamples, 'deposits with the fee of an app': appDeposits }
  for (const [name, sample] of Object.entries(all)) {
    const quote = sampleQuote(sample)
    const review = verifyQuote(sampleEvidence(sample, quote))
    const summary = buildSummary(review, { roots, prices: samplePrices })
    const view = buildQuoteView(quote, { choices, chains })
    const record = toRecord(quote)
    const signed = sign(quote)
    const sources = { network, chains, status: undefined, trace: undefined }
    const reported = buildExecutionView({ ...sources, record })
    const own = buildExecutionView({ ...sources, record: undefined, signed: signed.get(quote.id) })
    const { fees: _, ...unreported } = record
    const total = Number(quote.fees?.cumulativeUSD)
    expect(
      [
        view.feesUsd,
        summary?.feesUsd,
        reported.fees?.totalUsd ?? 0,
        own.fees?.totalUsd ?? 0,
        toHistoryRow(record, names).feesUsd,
        toHistoryRow(unreported, { ...names, signed }).feesUsd,
      ],
      name,
    ).toEqual(Array.from({ length: 6 }, () => total))
    expect(toHistoryCsv([record], names), name).toContain(`,${total},${quote.id}`)

    const parts = view.fees.map(({ kind, units, chain }) => `${kind} ${chain.name} ${units}`)
    const charged = (summary?.fees ?? []).filter(({ kind }) => kind !== 'pool')
    expect(
      charged.map(({ kind, chainName, amount }) => `${kind} ${chainName} ${amount.units}`),
      name,
    ).toEqual(parts)
    expect(
      (own.fees?.parts ?? []).map(({ kind, units, chain }) => `${kind} ${chain.name} ${units}`),
      name,
    ).toEqual(parts)
    const shown = spreadCents(
      view.fees.map(({ valueUsd }) => valueUsd),
      view.feesUsd,
    )
    expect(
      shown.reduce((cents: number, usd) => cents + toShownCents(usd ?? 0), 0),
      name,
    ).toBe(toShownCents(total))
    expect([view.paid.units, view.received.units], name).toEqual([
      summary?.total?.units,
      summary?.received?.units,
    ])
  }
})

test('only unlike assets on different chains bear the risk of their prices', () => {
  const risky = Object.entries(samples)
    .filter(([, sample]) => buildQuoteView(sampleQuote(sample), { choices, chains }).hasPriceRisk)
    .map(([name]) => name)
  expect(risky).toContain('two chains into one')
  expect(risky).not.toContain('a swap in a pool')
})
