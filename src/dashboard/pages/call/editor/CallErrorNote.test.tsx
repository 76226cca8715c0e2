import { cleanup, screen } from '@testing-library/react'
import { createElement } from 'react'
import { encodeErrorResult, parseAbi } from 'viem'
import { afterEach, expect, test } from 'vitest'

import { readAbi } from '#chains/evm/operation/readAbi.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { showPage } from '#testing/dashboard/page.ts'
import { ApiError } from '#dashboard/api/service/client.ts'
import { CallErrorNote } from './CallErrorNote.tsx'
import { readCallForm } from '../draft/callForm.ts'
import { callSearch } from '../draft/callSearch.ts'
import { describeCallError } from '../draft/describeCallError.ts'

const owner = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const reverted = { isSuccess: false, revertData: '0x', gasUsed: 1n, logs: [] } as const
const serviceMessage = 'A call would revert: EXECUTION_REVERTED.'

afterEach(cleanup)

/** Renders the note for these revert bytes, beside a form with this ABI, and returns its text. */
function renderNote(revertData: Hex, abi: string, isSimulated = false): string {
  const what = {
    status: 422,
    code: 'SIMULATION_FAILED',
    message: serviceMessage,
    revertData,
  } as const
  const error = describeCallError(new ApiError(what), new Map())
  const search = callSearch.read(new URLSearchParams())
  const known = { network: devnet, accounts: [], balances: undefined, nowSeconds: 1 }
  const written = readCallForm(search, known)
  if (!written) throw new Error('Expected a chain of the devnet.')
  const form = { chain: written.chain, drafts: [{ abi: readAbi(abi), call: undefined }] }
  const simulation = {
    state: isSimulated ? ('done' as const) : ('failed' as const),
    result: { needs: undefined, calls: [reverted], changes: [], items: [], gasUsed: 1n },
    atMs: 1,
    isInferring: false,
    needs: undefined,
    run: () => undefined,
  }
  const model = { error, prepare: () => undefined, form, search, simulation }
  showPage(createElement(CallErrorNote, { model }), { service: () => undefined })
  const text = screen.queryByRole('alert')?.textContent ?? ''
  cleanup()
  return text
}

test('the error of a contract that standards know is told by name and values, not by its bytes', () => {
  const abi = parseAbi([
    'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  ])
  const args = [owner, 3n, 5n] as const
  const text = renderNote(encodeErrorResult({ abi, args }), 'function pay()')
  expect(text).toContain('3 is available, and 5 is needed. Lower the amount.')
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
  expect(unknown).not.toContain('TooLate')
})

test('a revert that the simulation says is not said a second time', () => {
  expect(renderNote('0x', 'function pay()')).toContain('without a reason')
  expect(renderNote('0x', 'function pay()', true)).toBe('')
})
