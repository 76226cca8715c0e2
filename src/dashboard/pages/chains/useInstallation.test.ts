import { zeroHash } from 'viem'
import { expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { buildDeploymentRecord, planMirror } from '#devnet/plan/mirrorPlan.ts'
import { generateSolanaKeys } from '#devnet/solana/plan/localSolanaKeys.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { toDeployment } from '#networks/toDeployment.ts'
import { buildMirrorNetwork } from '#networks/mirror/mirror.ts'
import type { Deployment } from '#protocol/service/deployment.ts'
import type { Discovery } from '#protocol/service/discovery.ts'
import { buildRoots } from '../../review/cases/roots.ts'
import { getInstallationState } from './useInstallation.ts'

/** Builds the deployment that a mirror's service publishes. */
function buildPublished(...plan: Parameters<typeof planMirror>): Deployment {
  const published = toDeployment(buildMirrorNetwork(buildDeploymentRecord(planMirror(...plan))))
  if (!published) throw new Error('Expected the deployment of a mirror.')
  return published
}

const keys = { keys: devnetKeys, quoteKey: zeroHash, apiKey: 'a' }
const deployment = buildPublished({ ...keys, salt: zeroHash }, [1, 8453])
const other = buildPublished({ ...keys, salt: `0x${'01'.repeat(32)}` }, [1, 8453])
const network = buildMirrorNetwork(deployment)
const installed = { network: 'mirror', quoteSigner: zeroHash, deployment }
const pinned = toPin(deployment)
const discovery: Discovery = {
  ...installed,
  aggregatedPrefix: 'agg',
  accountTypes: { roleBased: '', basic: '', eip7702: '', solana: '' },
  chains: [],
}

function toPin(of: Deployment) {
  return { installed: { ...installed, deployment: of }, stored: {} }
}

function getTrust(given: Partial<Parameters<typeof getInstallationState>[1]>) {
  return getInstallationState(network, { pinned: undefined, discovery: undefined, ...given }).trust
}

test('the devnet is trusted as it was compiled, whatever is said or pinned', () => {
  expect(getInstallationState(devnet, { pinned, discovery }).trust).toBe('compiled')
})

test('what only the service says is unpinned, until it is pinned', () => {
  expect(getTrust({ discovery })).toBe('unpinned')
  expect(getTrust({ discovery, pinned })).toBe('pinned')
})

test('a pin that this version cannot read is a change, not as if nothing were pinned', () => {
  expect(getTrust({ pinned: { installed: undefined, stored: {} }, discovery })).toBe('changed')
  expect(getTrust({ pinned: { installed: undefined, stored: {} } })).toBe('changed')
})

test('a pinned installation stays so while the service is silent', () => {
  expect(getTrust({ pinned })).toBe('pinned')
})

test('another deployment, another key, another network or none is a change', () => {
  expect(getTrust({ pinned, discovery: { ...discovery, deployment: other } })).toBe('changed')
  const quoteSigner = `0x${'5e'.repeat(32)}` as const
  expect(getTrust({ pinned, discovery: { ...discovery, quoteSigner } })).toBe('changed')
  expect(getTrust({ pinned, discovery: { ...discovery, network: 'devnet' } })).toBe('changed')
  expect(getTrust({ pinned, discovery: { ...discovery, deployment: undefined } })).toBe('changed')
})

test('another program or another role on Solana is a change, and a cluster that went is one', () => {
  const solanaKeys = generateSolanaKeys()
  const installation = { ...keys, salt: zeroHash, solanaKeys }
  const mine = buildPublished(installation, [1, 'solana'])
  const shown = buildMirrorNetwork(mine)
  for (const actor of ['program', 'executor', 'solver', 'payee', 'feeReceiver'] as const) {
    const changedKeys = { ...solanaKeys, [actor]: generateSolanaKeys()[actor] }
    const foreign = buildPublished({ ...installation, solanaKeys: changedKeys }, [1, 'solana'])
    expect(getTrustIn(foreign)).toBe('changed')
  }
  expect(getTrustIn(buildPublished(installation, [1]))).toBe('changed')
  expect(getTrustIn(mine)).toBe('pinned')
  const { chains } = buildRoots(shown, { trust: 'pinned', quoteSigner: zeroHash })
  // The upgrade authority is not part of the roots: nothing that is signed contains it.
  const { upgradeAuthority: _, ...cluster } = mine.solana?.[0] ?? {}
  expect(chains.find(({ kind }) => kind === 'solana')).toMatchObject(cluster)

  function getTrustIn(reported: Deployment) {
    return getInstallationState(shown, {
      pinned: toPin(mine),
      discovery: { ...discovery, deployment: reported },
    }).trust
  }
})

test('a service that says something else than what is shown is a change before anything is pinned', () => {
  expect(getTrust({ discovery: { ...discovery, deployment: other } })).toBe('changed')
})

test('a pin from another tab that is not what is shown is a change', () => {
  expect(getTrust({ discovery, pinned: toPin(other) })).toBe('changed')
})
