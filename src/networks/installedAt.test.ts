import { zeroHash } from 'viem'
import { expect, test } from 'vitest'

import { devnetKeys } from '#devnet/keys.ts'
import { deploymentOf, planMirror } from '#devnet/mirrorPlan.ts'
import { Deployment } from '#protocol/deployment.ts'
import { isSameInstalled } from '#protocol/fingerprint.ts'
import { devnet } from './devnet.ts'
import { installedAt } from './installedAt.ts'
import { mirrorNetwork } from './mirror.ts'

const installation = { keys: devnetKeys, salt: zeroHash, quoteKey: zeroHash, apiKey: 'a' }
const deployment = deploymentOf(planMirror(installation, [1, 10, 56, 137, 8453, 42_161]))

test('a mirror gives back the deployment that it was made of', () => {
  const given = Deployment.parse(installedAt(mirrorNetwork(deployment)))
  const rest = { network: 'mirror', quoteSigner: zeroHash }
  expect(isSameInstalled({ ...rest, deployment: given }, { ...rest, deployment })).toBe(true)
})

test('the devnet has no installation of its own', () => {
  expect(installedAt(devnet)).toBeUndefined()
})
