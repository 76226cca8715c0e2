import { expect, test } from 'vitest'
import { devnet } from '#networks/devnet/devnet.ts'
import { defaultAccountTypes } from '#protocol/accounts/account.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { getAccountOrigin, predictAddress, createAccountNormalizer } from './checkAccounts.ts'

const signerAddress: EvmAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const options = { origin: getAccountOrigin(devnet), types: defaultAccountTypes }
const { basic, eip7702 } = defaultAccountTypes

test('an EIP-7702 account is its own signer, told by its type or its deployment', () => {
  const delegated = [
    { type: eip7702, signerAddress },
    { type: basic, signerAddress, deploymentType: 'EIP7702' as const },
    { type: 'another', signerAddress, deploymentType: 'EIP7702' as const },
  ]
  expect(delegated.map((keys) => predictAddress(keys, options))).toEqual(
    delegated.map(() => signerAddress),
  )
})

test('a basic account has an address of its own', () => {
  const address = predictAddress({ type: basic, signerAddress }, options)
  expect(address).not.toBe(signerAddress)
  const deployed = { type: basic, signerAddress, deploymentType: 'ERC4337' as const }
  expect(predictAddress(deployed, options)).toBe(address)
})

test.each([
  { type: 'role-based', signerAddress },
  { type: 'solana', signerAddress },
  { type: 'smartacct-v3.1-ecdas', signerAddress },
  { type: eip7702, signerAddress, deploymentType: 'ERC4337' as const },
])(
  'predicts nothing for $type $deploymentType: it would be the address of another account',
  (keys) => {
    expect(() => predictAddress(keys, options)).toThrow(
      expect.objectContaining({
        code: 'INVALID_REQUEST',
        issues: [{ path: 'type', message: `Expected ${basic} or ${eip7702}.` }],
      }),
    )
  },
)

test('answers call an account by the name of its kind here, whatever the request called it', () => {
  const keys = { sessionAddress: signerAddress, adminAddress: signerAddress } as const
  const normalize = createAccountNormalizer({ ...defaultAccountTypes, roleBased: 'ours' })
  const account = { ...keys, accountAddress: signerAddress } as const
  expect(normalize({ ...account, type: 'theirs' }).type).toBe('ours')
  expect(normalize(account).type).toBe('ours')
})
