import { expect, test } from 'vitest'

import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { AssetType } from '#protocol/ids/caip.ts'
import { getEvmChains } from '#networks/getChain.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import { explainNoNeeds } from '../editor/RequirementsPanel.tsx'

const [chain] = getEvmChains(devnetWithSolana)
if (!chain) throw new Error('Expected a chain.')
const form = { chain, assets: [], tokens: [], isInferred: true, value: undefined }
const result = {
  needs: undefined,
  calls: [{ isSuccess: true, revertData: '0x', gasUsed: 1n, logs: [] }] as const,
  changes: [],
  items: [],
  gasUsed: 1n,
}
const reverted = {
  ...result,
  calls: [{ isSuccess: false, revertData: '0x', gasUsed: 1n, logs: [] }] as const,
}
const lost = {
  token: devnetAddresses.vault,
  reported: { symbol: 'evUSDC', decimals: 6 },
  before: 9n,
  brought: 0n,
  after: 1n,
}

test('that a simulation found no needs has its reason: a revert, nothing that leaves, an unknown contract', () => {
  expect(explainNoNeeds(form, { state: 'done', result: reverted })).toContain('Call 1 reverts')
  expect(explainNoNeeds(form, { state: 'done', result })).toContain('nothing leaves your account')
  const moved = { ...result, changes: [lost] }
  expect(explainNoNeeds(form, { state: 'done', result: moved })).toBe(
    `In the simulation, evUSDC leaves your account. It’s unlisted, so you must already hold it on ${chain.name}.`,
  )
})

test('a value that goes along is a need, so nobody is told that nothing leaves', () => {
  const asset = {
    assetType: AssetType.parse('eip155:71117001/slip44:60'),
    symbol: 'ETH',
    name: 'Ether',
    decimals: 18,
    token: undefined,
    units: 5n,
  }
  const value = { asset, units: 1n }
  expect(explainNoNeeds({ ...form, value }, { state: 'done', result })).toBeUndefined()
})

test('nothing is said before there is a result, or where the needs were entered', () => {
  expect(explainNoNeeds(form, { state: 'running', result })).toBeUndefined()
  expect(explainNoNeeds({ ...form, isInferred: false }, { state: 'done', result })).toBeUndefined()
})
