import { concatHex, encodeAbiParameters, getContractAddress, zeroHash } from 'viem'
import { describe, expect, it, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { withNames } from '#networks/withNames.ts'
import { type AccountKind, getAccountKind } from '#protocol/accounts/account.ts'
import { checkAccounts } from '../../../review/checks/checkForm.ts'
import { buildRoots } from '../../../review/cases/roots.ts'
import { evmKinds, computeOwnAccount, computeRoleAccount } from './ownAccounts.ts'

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

describe('the role-based account', () => {
  it('puts the account where the factory clones it, computed another way', () => {
    const contracts = devnet.chains[0]?.contracts
    if (!contracts) throw new Error('The devnet has chains.')
    const address = { type: 'address' } as const
    const bytecode = concatHex([
      '0x61006d3d81600a3d39f3363d3d373d3d3d363d73',
      contracts.roleAccount,
      '0x5af43d82803e903d91602b57fd5bf3',
      encodeAbiParameters([address, address], [owner, owner]),
    ])
    const expected = getContractAddress({
      opcode: 'CREATE2',
      from: contracts.accountFactory,
      salt: zeroHash,
      bytecode,
    })
    expect(computeRoleAccount(devnet, owner)).toEqual({
      type: 'role-based',
      sessionAddress: owner,
      adminAddress: owner,
      accountAddress: expected,
    })
  })

  it('gives another owner another account', () => {
    const other = computeRoleAccount(devnet, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
    expect(other.accountAddress).not.toBe(computeRoleAccount(devnet, owner).accountAddress)
  })
})
