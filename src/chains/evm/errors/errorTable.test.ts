import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'

import { accountFactoryAbi } from '#contracts/abi/accountFactory.ts'
import { basicAccountAbi } from '#contracts/abi/basicAccount.ts'
import { delegatedAccountAbi } from '#contracts/abi/delegatedAccount.ts'
import { destinationSettlerAbi } from '#contracts/abi/destinationSettler.ts'
import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { originEscrowAbi } from '#contracts/abi/originEscrow.ts'
import { outputGuardAbi } from '#contracts/abi/outputGuard.ts'
import { roleAccountAbi } from '#contracts/abi/roleAccount.ts'
import { sponsorPaymasterAbi } from '#contracts/abi/sponsorPaymaster.ts'
import { validityGuardAbi } from '#contracts/abi/validityGuard.ts'
import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import { classifyError } from './classifyError.ts'
import { findErrorBySelector, errorFamilies } from './errorTable.ts'
import { buildRevertData } from '#testing/evm/revertData.ts'

const rows = errorFamilies.flatMap(({ source, errors }) =>
  Object.entries(errors ?? {}).map(([signature, reason]) => ({ source, signature, reason })),
)

test.each(rows)('$signature of $source is $reason', ({ signature, reason }) => {
  expect(classifyError(buildRevertData(signature), 'operation')).toBe(reason)
})

test('no selector stands for two errors', () => {
  expect(findErrorBySelector.size).toBe(rows.length)
})

/** Errors that cannot occur in an execution: wrong setup, or functions for owners. */
const elsewhere = new Set([
  'MissingOwner',
  'MissingImplementation',
  'MissingContract',
  'FailedDeployment',
  'InvalidInitialization',
  'NotInitializing',
  'OwnableInvalidOwner',
  'CloneArgumentsTooLong',
  'Create2EmptyBytecode',
  'InvalidShortString',
  'StringTooLong',
])

test('every error of our contracts that an execution can meet has a row', () => {
  const own = [
    ...originEscrowAbi,
    ...destinationSettlerAbi,
    ...validityGuardAbi,
    ...outputGuardAbi,
    ...roleAccountAbi,
    ...basicAccountAbi,
    ...delegatedAccountAbi,
    ...sponsorPaymasterAbi,
    ...accountFactoryAbi,
    ...devTokenAbi,
    ...vault4626Abi,
  ]
  const specific = new Set(['FillKnown', 'WrongNativeValue'])
  const missing = own.flatMap((entry) => {
    if (entry.type !== 'error' || elsewhere.has(entry.name) || specific.has(entry.name)) return []
    const types = entry.inputs.map(({ type }) => type).join(',')
    const selector = toFunctionSelector(`${entry.name}(${types})`)
    return findErrorBySelector.has(selector) ? [] : [`${entry.name}(${types})`]
  })
  expect([...new Set(missing)].toSorted()).toEqual([])
})
