import { expect, test } from 'vitest'

import { findRootToken } from '#dashboard/review/cases/roots.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { sampleRoots as roots } from '#testing/verifier/sampleCase.ts'
import { buildEstimateRequest, roundEstimate } from './callEstimate.ts'

const [first, second] = roots.chains.filter((chain) => chain.kind === 'evm')

/** The USDC of a chain. */
function getUsdc(chain: typeof first) {
  const asset = chain && findRootToken(roots, { ...chain, token: devnetAddresses.usdc })
  if (!asset) throw new Error('Expected USDC on both chains.')
  return asset
}

/** A balance that may pay. */
function hold({ assetType }: { assetType: ReturnType<typeof getUsdc>['assetType'] }) {
  return { assetType, balance: '9', decimals: 6, fiatValue: 1 }
}

test('an estimate is rounded up to five digits', () => {
  expect([500_251_144n, 500_260_000n, 12_345n, 7n].map(roundEstimate)).toEqual([
    500_260_000n,
    500_260_000n,
    12_345n,
    7n,
  ])
})

test('the estimate is of what is lent, from what else would pay for it', () => {
  const [paid, lent] = [getUsdc(first), getUsdc(second)]
  const needs = { lent: [{ asset: lent, amount: 250_000_000n }] }
  const prepared = { sourceAssetBalances: [hold(lent), hold(paid)] }
  expect(buildEstimateRequest(needs, prepared, roots)).toEqual({
    from: { asset: { assetId: 'agg:usdc' }, chains: [paid.chainId] },
    to: { asset: { assetId: lent.assetType }, amount: '250000000' },
  })
  expect(buildEstimateRequest({ lent: [] }, prepared, roots)).toBeUndefined()
  expect(buildEstimateRequest(needs, { sourceAssetBalances: [hold(lent)] }, roots)).toBeUndefined()
})
