import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { withNames } from '#networks/withNames.ts'
import { type AccountKind, getAccountKind } from '#protocol/accounts/account.ts'
import { checkAccounts } from '../../../review/checks/checkForm.ts'
import { buildRoots } from '../../../review/cases/roots.ts'
import { evmKinds, computeOwnAccount } from './ownAccounts.ts'
import { computeRoleAccount } from './computeRoleAccount.ts'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const accountTypes = { roleBased: 'two-keys', basic: 'plain', eip7702: 'self', solana: 'sol' }
const named = withNames(devnet, { aggregatedPrefix: 'omni', accountTypes })

test.each(evmKinds)('an account (%s) is called what its deployment calls the kind', (kind) => {
  const account = computeOwnAccount(named, { owner, kind })
  expect(getAccountKind(account)).toBe<AccountKind>(kind)
  expect(account.type).toBe(accountTypes[kind])
  expect(computeOwnAccount(devnet, { owner, kind }).accountAddress).toBe(account.accountAddress)
})

test('a quote that calls an account otherwise than its deployment is not one of that account', () => {
  const { type: _, ...asked } = computeRoleAccount(named, owner)
  function isMet(type: string): boolean {
    const checks = checkAccounts([{ ...asked, type }], { asked: [asked], roots: buildRoots(named) })
    return checks.every((check) => check.isMet)
  }
  expect(isMet('two-keys')).toBe(true)
  expect(isMet('role-based')).toBe(false)
})
