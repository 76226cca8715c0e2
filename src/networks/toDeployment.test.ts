import { zeroHash } from 'viem'
import { expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { buildDeploymentRecord, planMirror } from '#devnet/plan/mirrorPlan.ts'
import { generateSolanaKeys } from '#devnet/solana/plan/localSolanaKeys.ts'
import { Deployment } from '#protocol/service/deployment.ts'
import { getFingerprint, isSameInstalled } from '#protocol/service/fingerprint.ts'
import { devnet } from './devnet/devnet.ts'
import { toDeployment } from './toDeployment.ts'
import { buildMirrorNetwork } from './mirror/mirror.ts'

const installation = { keys: devnetKeys, salt: zeroHash, quoteKey: zeroHash, apiKey: 'a' }
const numbers = [1, 10, 56, 137, 8453, 42_161]
const deployment = buildDeploymentRecord(planMirror(installation, numbers))
const withSolana = buildDeploymentRecord(
  planMirror({ ...installation, solanaKeys: generateSolanaKeys() }, [...numbers, 'solana']),
)
const rest = { network: 'mirror', quoteSigner: zeroHash }

test('a mirror gives back the deployment that it was made of, but for what clients do not use', () => {
  for (const whole of [deployment, withSolana]) {
    const chains = whole.chains.map(({ secondFeeds: _own, currencyFeeds: _rates, ...rest }) => rest)
    const made = { ...whole, chains }
    const given = Deployment.parse(toDeployment(buildMirrorNetwork(made)))
    expect(isSameInstalled({ ...rest, deployment: given }, { ...rest, deployment: made })).toBe(
      true,
    )
  }
})

test('a deployment made before there was an OutputGuard is served, with the fingerprint it had', () => {
  const chains = deployment.chains.map((chain) => {
    const { secondFeeds: _own, currencyFeeds: _rates, ...rest } = chain
    const { outputGuard: _absent, ...contracts } = chain.contracts
    return { ...rest, contracts }
  })
  const older = Deployment.parse({ ...deployment, chains })
  const given = Deployment.parse(toDeployment(buildMirrorNetwork(older)))
  expect(getFingerprint({ ...rest, deployment: given })).toBe(
    getFingerprint({ ...rest, deployment: older }),
  )
})

test('the program and every role on Solana are part of what is pinned and compared', () => {
  const [cluster] = withSolana.solana ?? []
  if (!cluster) throw new Error('There is no cluster.')
  const other = 'So11111111111111111111111111111111111111112'
  const changed = [
    { ...cluster, program: other },
    { ...cluster, upgradeAuthority: other },
    ...Object.keys(cluster.roles).map((role) => {
      return { ...cluster, roles: { ...cluster.roles, [role]: other } }
    }),
  ]
  const known = { ...rest, deployment: withSolana }
  const prints = new Set([getFingerprint(known), getFingerprint({ ...rest, deployment })])
  for (const one of changed) {
    const said = { ...rest, deployment: { ...withSolana, solana: [one] } }
    expect(isSameInstalled(known, said)).toBe(false)
    prints.add(getFingerprint(said))
  }
  expect(prints.size).toBe(changed.length + 2)
})

test('the devnet has no installation of its own', () => {
  expect(toDeployment(devnet)).toBeUndefined()
})
