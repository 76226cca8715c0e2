import { zeroHash } from 'viem'
import { expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { buildDeploymentRecord, planMirror } from '#devnet/plan/mirrorPlan.ts'
import { generateSolanaKeys } from '#devnet/solana/plan/localSolanaKeys.ts'
import { findInstalledChanges } from './findInstalledChanges.ts'

const solanaKeys = generateSolanaKeys()
const keys = { keys: devnetKeys, quoteKey: zeroHash, apiKey: 'a', salt: zeroHash, solanaKeys }
const deployment = buildDeploymentRecord(planMirror(keys, [1, 8453, 'solana']))
const solana = deployment.solana ?? []
const [first, second] = deployment.chains
if (!first || !second) throw new Error('There are two chains.')
const installed = { network: 'mirror', quoteSigner: zeroHash, deployment }
const other = `0x${'Ab'.repeat(20)}` as const

/** What changed since a pin whose deployment had these parts. */
function find(parts: object, quoteSigner: string = zeroHash) {
  const stored = { quoteSigner, deployment: { ...deployment, ...parts } }
  return findInstalledChanges(stored, installed)
}

test('a pin of the same instance differs in nothing, whatever the case of its addresses', () => {
  expect(find({})).toEqual([])
  const chains: unknown = JSON.parse(JSON.stringify(deployment.chains).toLowerCase())
  expect(find({ chains })).not.toContainEqual(expect.objectContaining({ part: 'contracts' }))
})

test('each part that differs is named, with its members', () => {
  expect(find({}, `0x${'5e'.repeat(32)}`)).toEqual([
    { part: 'quoteSigner', chainId: undefined, names: [] },
  ])
  expect(find({ roles: { ...deployment.roles, payee: other } })).toEqual([
    { part: 'roles', chainId: undefined, names: ['payee'] },
  ])
  const { outputGuard: _absent, ...contracts } = { ...first.contracts, paymaster: other }
  expect(find({ chains: [{ ...first, contracts, pools: [] }, second] })).toEqual([
    { part: 'contracts', chainId: first.chainId, names: ['paymaster', 'outputGuard'] },
    { part: 'pools', chainId: first.chainId, names: [] },
  ])
  const [cluster] = solana
  expect(find({ solana: [{ ...cluster, program: 'another' }] })).toEqual([
    { part: 'program', chainId: cluster?.chainId, names: [] },
  ])
})

test('a chain that came or went is named', () => {
  expect(find({ chains: [first], solana: undefined })).toEqual([
    { part: 'added', chainId: second.chainId, names: [] },
    { part: 'added', chainId: solana[0]?.chainId, names: [] },
  ])
  expect(find({ chains: [first, second, { chainId: 'eip155:10' }] })).toEqual([
    { part: 'removed', chainId: 'eip155:10', names: [] },
  ])
})

test.each([[{}], [{ quoteSigner: zeroHash }], [{ quoteSigner: zeroHash, deployment: 'text' }]])(
  'nothing is known of what changed since %j',
  (stored) => {
    expect(findInstalledChanges(stored, installed)).toEqual([])
  },
)
