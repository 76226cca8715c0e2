import { expect, test } from 'vitest'

import type { DeploymentStatus } from '#chains/evm/account/readDeploymentStatus.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { describeDeployment } from './describeDeployment.ts'

const chains = [
  { chainId: 'eip155:1', name: 'One' },
  { chainId: 'eip155:2', name: 'Two' },
  { chainId: 'eip155:3', name: 'Three' },
] as const satisfies readonly { chainId: ChainId; name: string }[]

function said(
  kind: 'basic' | 'eip7702',
  codes: readonly (DeploymentStatus['code'] | undefined)[],
): string {
  const known = new Map<ChainId, DeploymentStatus['code']>()
  for (const [index, { chainId }] of chains.entries()) {
    const code = codes[index]
    if (code !== undefined) known.set(chainId, code)
  }
  return describeDeployment(known, { kind, chains })
}

test.each([
  ['basic', ['none', 'none', 'none'], 'Deployed by its first operation'],
  ['basic', ['contract', 'contract', 'contract'], 'Deployed on all chains'],
  ['basic', ['contract', 'none', 'contract'], 'Deployed on One and Three'],
  ['basic', ['contract', undefined, 'none'], 'Deployed on One. Not known on Two'],
  ['eip7702', ['none', 'none', 'none'], 'Delegated by its first operation'],
  [
    'eip7702',
    ['delegate', 'elsewhere', 'none'],
    'Delegated on One. Taken by another contract on Two',
  ],
] as const)('a %s account with %j is said to be so', (kind, codes, text) => {
  expect(said(kind, codes)).toBe(text)
})
