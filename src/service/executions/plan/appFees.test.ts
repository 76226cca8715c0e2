import { expect, test } from 'vitest'

import { type AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import { checkAppOfKey } from './appFees.ts'
import type { PlanLeg } from './executionPlan.ts'

const receiver = EvmAddress.parse('0x000000000000000000000000000000000000a44a')
const appFee = { bps: 100n, receivers: { evm: receiver, solana: receiver } }
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** A leg that pays an app as its key charges. */
function buildLeg(assetType: AssetType, { isDeposit }: { isDeposit: boolean }): PlanLeg {
  const leg = { assetType, spends: 10_000n, appFee: { units: 100n, receiver } }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is read of a leg
  return { ...leg, ...(isDeposit && { order: {} }) } as PlanLeg
}

const token: AssetType = `eip155:1/erc20:${receiver}`
const refusable: readonly AssetType[] = [
  'eip155:1/slip44:60',
  `${solana}/slip44:501`,
  `${solana}/token:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
]

test.each(refusable)('a deposit of %s pays no app', (assetType) => {
  const deposit = buildLeg(assetType, { isDeposit: true })
  expect(() => checkAppOfKey([deposit], appFee)).toThrow(/could hold the release up/)
})

test('a deposit of an ERC-20 and every transfer pay it', () => {
  const transfers = refusable.map((assetType) => buildLeg(assetType, { isDeposit: false }))
  const legs = [buildLeg(token, { isDeposit: true }), ...transfers]
  expect(() => checkAppOfKey(legs, appFee)).not.toThrow()
})
