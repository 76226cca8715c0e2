import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { Toasts } from '#dashboard/components/overlays/Toasts.tsx'
import { type LibraryEntry, saveEntry, useCallLibrary } from '../../draft/files/callLibrary.ts'
import { serializeLibrary } from '../../draft/files/libraryFile.ts'
import { LibraryFile } from './LibraryFile.tsx'

const vault: LibraryEntry = { kind: 'abi', name: 'Vault', text: 'function a()' }
const pier: LibraryEntry = { kind: 'abi', name: 'Pier', text: 'function b()' }

afterEach(() => {
  cleanup()
  localStorage.clear()
})

/** The part of the dialog with what is saved now, and what is confirmed. */
function Shown() {
  const entries = useCallLibrary()
  return (
    <>
      <p>Saved: {entries.map(({ name }) => name).join(', ')}</p>
      <LibraryFile entries={entries} />
      <Toasts />
    </>
  )
}

function choose(text: string): void {
  render(<Shown />)
  const file = new File([text], 'saved-calls.json', { type: 'application/json' })
  fireEvent.change(screen.getByLabelText('Saved calls (JSON)'), { target: { files: [file] } })
}

test('entries of a file are added to those that are saved, and counted', async () => {
  saveEntry(vault)
  choose(serializeLibrary([vault, pier]))
  await screen.findByText('Added one entry')
  expect(screen.getByText('Saved: Pier, Vault')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a file with nothing new says so', async () => {
  saveEntry(vault)
  choose(serializeLibrary([vault]))
  expect(await screen.findByText('Nothing new in this file')).toBeDefined()
})

test('a name that is taken is named, what is saved stays, and the rest is added', async () => {
  saveEntry(vault)
  choose(serializeLibrary([{ ...vault, text: 'function other()' }, pier]))
  const said = await screen.findByRole('alert')
  expect(said.textContent).toContain('Not imported')
  expect(said.textContent).toContain('Vault: this name is taken. The saved entry was kept.')
  expect(screen.getByText('Saved: Pier, Vault')).toBeDefined()
})

test('a file that is none is refused, and a good one after it takes the refusal back', async () => {
  choose('{')
  expect((await screen.findByRole('alert')).textContent).toContain('This isn’t JSON.')
  const file = new File([serializeLibrary([pier])], 'saved-calls.json')
  fireEvent.change(screen.getByLabelText('Saved calls (JSON)'), { target: { files: [file] } })
  await screen.findByText('Saved: Pier')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('there is a file to write only where something is saved', () => {
  render(<Shown />)
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
  cleanup()
  saveEntry(vault)
  render(<Shown />)
  expect(screen.getByRole('button', { name: 'Export' })).toBeDefined()
})
