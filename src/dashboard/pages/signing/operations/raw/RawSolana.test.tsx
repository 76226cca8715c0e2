import { sha256 } from '@noble/hashes/sha2.js'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { decodeBase64 } from '#chains/solana/program/bytes.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { sampleEvidence, sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { solanaSamples } from '#testing/verifier/solanaSamples.ts'
import { verifyQuote } from '#dashboard/review/verifyQuote.ts'
import { RawOperations } from './RawOperations.tsx'

afterEach(cleanup)

function show(name: keyof typeof solanaSamples) {
  const sample = solanaSamples[name]
  const review = verifyQuote(sampleEvidence(sample, sampleQuote(sample)))
  const saved = { name: 'quote', id: review.quote?.id, received: review.received }
  render(<RawOperations operations={review.operations} saved={saved} />)
  const [operation] = review.operations
  if (operation?.kind !== 'solana') throw new Error('Expected an operation on Solana.')
  return operation
}

function getNames(): (string | null)[] {
  return screen.getAllByRole('listitem').map((item) => item.getAttribute('aria-label'))
}

test('a deposit is shown instruction by instruction, with what each account is to it', () => {
  const operation = show('tokens from Solana to an EVM chain')
  expect(getNames()).toEqual([
    'Instruction 1: ComputeBudget: SetComputeUnitLimit',
    'Instruction 2: ComputeBudget: SetComputeUnitPrice',
    'Instruction 3: Escrow: open',
  ])
  const open = within(screen.getByRole('listitem', { name: 'Instruction 3: Escrow: open' }))
  expect(open.getByText('Depositor (signer)')).toBeDefined()
  expect(open.getByText('Rent payer (signer, writable)')).toBeDefined()
  expect(open.getByText(devnetSolana.roles.payee)).toBeDefined()
  const keys = operation.instructions[2]?.keys ?? []
  expect(keys.length).toBe(8)
  for (const { pubkey } of keys) expect(open.getAllByText(pubkey).length).toBeGreaterThan(0)
})

test('a transfer is shown with the account it makes, what it pays and the fee', () => {
  show('a transfer of tokens on Solana')
  expect(getNames().slice(2)).toEqual([
    'Instruction 3: Associated token account: CreateIdempotent',
    'Instruction 4: Token: TransferChecked',
    'Instruction 5: Associated token account: CreateIdempotent',
    'Instruction 6: Token: TransferChecked',
  ])
})

test('what a hardware wallet shows of the message is the SHA-256 of what is signed', () => {
  const { dataToSign } = show('SOL to an EVM chain')
  const digest = encodeBase58(sha256(decodeBase64(dataToSign)))
  expect(screen.getByText('Message hash (base58)').nextSibling?.textContent).toContain(digest)
  expect(screen.getByText(dataToSign)).toBeDefined()
})
