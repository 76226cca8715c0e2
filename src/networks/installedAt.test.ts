import { zeroHash } from 'viem'
import { expect, test } from 'vitest'

import { devnetKeys } from '#devnet/keys.ts'
import { deploymentOf, planMirror } from '#devnet/mirrorPlan.ts'
import { Deployment } from '#protocol/deployment.ts'
import { isSameInstalled } from '#protocol/fingerprint.ts'
import { devnet } from './devnet.ts'
import { devnetSolana } from './devnetSolana.ts'
import { devnetWithSolana } from './devnetWithSolana.ts'
import { installedAt } from './installedAt.ts'
import { mirrorNetwork } from './mirror.ts'

const installation = { keys: devnetKeys, salt: zeroHash, quoteKey: zeroHash, apiKey: 'a' }
const deployment = deploymentOf(planMirror(installation, [1, 10, 56, 137, 8453, 42_161]))

test('a mirror gives back the deployment that it was made of', () => {
  const given = Deployment.parse(installedAt(mirrorNetwork(deployment)))
  const rest = { network: 'mirror', quoteSigner: zeroHash }
  expect(isSameInstalled({ ...rest, deployment: given }, { ...rest, deployment })).toBe(true)
})

test('a Solana cluster of an installation is part of what is pinned, and no mirror takes one', () => {
  const given = installedAt({ ...devnetWithSolana, name: 'mirror' })
  const { chainId, genesisHash, program, roles } = devnetSolana
  const { executor, solver, payee, feeReceiver } = roles
  expect(Deployment.parse(given).solana).toEqual([
    { chainId, genesisHash, program, roles: { executor, solver, payee, feeReceiver } },
  ])
  expect(() => mirrorNetwork(Deployment.parse(given))).toThrow('no Solana cluster')
})

test('the devnet has no installation of its own', () => {
  expect(installedAt(devnet)).toBeUndefined()
})
