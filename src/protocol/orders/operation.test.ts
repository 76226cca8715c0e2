import { expect, test } from 'vitest'

import { DelegationSignature } from './operation.ts'

const signature: DelegationSignature = {
  chainId: 1,
  contractAddress: '0x000000000000000000000000000000000000000A',
  nonce: 0,
  r: '0x01',
  s: '0x02',
  v: '0x1b',
  yParity: 0,
  type: 'Signed',
}

test('an authorization for one chain is taken, one for every chain is refused by its reason', () => {
  expect(DelegationSignature.safeParse(signature).success).toBe(true)
  const outcome = DelegationSignature.safeParse({ ...signature, chainId: 0 })
  expect(outcome.error?.issues[0]?.message).toContain('good on every chain')
})

test('the v of an authorization is hex text, as existing clients send it, and a number is taken too', () => {
  for (const v of ['0x1b', '0x0', 27]) {
    const read = DelegationSignature.parse({ ...signature, v })
    expect(Number(read.v)).toBe(Number(v))
    expect(read.v).toMatch(/^0x/)
  }
  for (const v of ['27', '0x', 'x', -1, 1.5, null])
    expect(DelegationSignature.safeParse({ ...signature, v }).success).toBe(false)
})
