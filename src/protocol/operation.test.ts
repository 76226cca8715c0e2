import { expect, test } from 'vitest'

import { DelegationSignature } from './operation.ts'

const signature: DelegationSignature = {
  chainId: 1,
  contractAddress: '0x000000000000000000000000000000000000000A',
  nonce: 0,
  r: '0x01',
  s: '0x02',
  v: 27,
  yParity: 0,
  type: 'Signed',
}

test('an authorization for one chain is taken, one for every chain is refused by its reason', () => {
  expect(DelegationSignature.safeParse(signature).success).toBe(true)
  const outcome = DelegationSignature.safeParse({ ...signature, chainId: 0 })
  expect(outcome.error?.issues[0]?.message).toContain('good on every chain')
})
