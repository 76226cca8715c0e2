import { cleanup, render, screen } from '@testing-library/react'
import { encodeErrorResult, parseAbi } from 'viem'
import { afterEach, expect, test } from 'vitest'

import { readAbi } from '#chains/evm/operation/readAbi.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { ApiError } from '#dashboard/api/service/client.ts'
import { CallErrorNote } from './CallErrorNote.tsx'
import { describeCallError } from '../draft/describeCallError.ts'

const owner = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const serviceMessage = 'A call would revert: EXECUTION_REVERTED.'

afterEach(cleanup)

/** Renders the note for these revert bytes, beside a form with this ABI, and returns its text. */
function renderNote(revertData: Hex, abi: string): string {
  const what = {
    status: 422,
    code: 'SIMULATION_FAILED',
    message: serviceMessage,
    revertData,
  } as const
  const error = describeCallError(new ApiError(what), new Map())
  const form = { drafts: [{ abi: readAbi(abi) }] }
  render(<CallErrorNote model={{ error, prepare: () => undefined, form }} />)
  const text = screen.getByRole('alert').textContent ?? ''
  cleanup()
  return text
}

test('the error of a contract that standards know is told by name and values, not by its bytes', () => {
  const abi = parseAbi([
    'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  ])
  const args = [owner, 3n, 5n] as const
  const text = renderNote(encodeErrorResult({ abi, args }), 'function pay()')
  expect(text).toContain('The calls would revert with this contract error:')
  expect(text).toContain(`ERC20InsufficientBalancesender${owner}balance3needed5`)
  expect(text).toContain('SIMULATION_FAILED')
  expect(text).not.toContain(serviceMessage)
})

test('an error of a contract’s own is told by the ABI in the form, and only by that', () => {
  const error = 'error TooLate(uint256 endedAt)'
  const data = encodeErrorResult({ abi: parseAbi([error]), args: [77n] })
  expect(renderNote(data, `function pay()\n${error}`)).toContain('TooLateendedAt77')
  const unknown = renderNote(data, 'function pay()')
  expect(unknown).toContain('with an error that no ABI here names.')
  expect(unknown).not.toContain('with this contract error')
})
