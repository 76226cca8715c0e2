import { Trash2 } from 'lucide-react'
import { useState } from 'react'

import { readAbi } from '#chains/evm/operation/readAbi.ts'
import { findEvmChain } from '#networks/getChain.ts'
import { IconButton } from '#dashboard/components/forms/IconButton.tsx'
import { RemoveQuestion } from '#dashboard/components/forms/RemoveQuestion.tsx'
import { Dialog } from '#dashboard/components/overlays/Dialog.tsx'
import { showToast } from '#dashboard/components/overlays/toasts.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../../language/translate.ts'
import {
  type LibraryEntry,
  readCallsEntry,
  removeEntry,
  useCallLibrary,
} from '../../draft/files/callLibrary.ts'
import { isBlankCall } from '../../draft/callSearch.ts'
import { parseDraft } from '../../draft/parseDraft.ts'
import { setAbi } from '../../draft/setAbi.ts'
import type { CallFormModel } from '../../draft/useCallForm.ts'
import { LibraryFile } from './LibraryFile.tsx'
import { LibraryForm } from './LibraryForm.tsx'

/** Calls and ABIs that the user keeps in this browser: use, save, remove. */
export function LibraryDialog(props: LibraryDialog.Props) {
  const { model, onClose } = props
  const entries = useCallLibrary()
  const calls = entries.filter(({ kind }) => kind === 'calls')
  const abis = entries.filter(({ kind }) => kind === 'abi')
  const isBlank = model.search.calls.every(isBlankCall)
  return (
    <Dialog
      isOpen
      title={translate('Saved calls and ABIs')}
      description={translate('Saved in this browser only.')}
      width={560}
      onClose={onClose}
    >
      {entries.length === 0 && (
        <p className="text-ink-2">
          {isBlank
            ? translate('Nothing saved yet. Build a call, then save it here.')
            : translate('Nothing saved yet.')}
        </p>
      )}
      <Entries title={translate('Calls')} entries={calls} {...props} />
      <Entries title="ABI" entries={abis} {...props} />
      {!isBlank && <LibraryForm model={model} entries={entries} />}
      <LibraryFile entries={entries} />
    </Dialog>
  )
}

export declare namespace LibraryDialog {
  type Props = {
    model: Pick<CallFormModel, 'search' | 'setSearch' | 'form' | 'foreign'>
    onClose: () => void
  }
}

function Entries(props: LibraryDialog.Props & { title: string; entries: readonly LibraryEntry[] }) {
  const { title, entries } = props
  if (entries.length === 0) return null
  return (
    <section aria-label={title} className="mt-4 first:mt-0">
      <h3 className="label">{title}</h3>
      <ul className="rule">
        {entries.map((entry) => (
          <Entry key={entry.name} {...props} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function Entry(props: LibraryDialog.Props & { entry: LibraryEntry }) {
  const { entry } = props
  const { name } = entry
  const [isAsking, setAsking] = useState(false)
  const { detail, use } = useEntry(props)
  if (isAsking)
    return (
      <RemoveQuestion
        name={name}
        onKeep={() => setAsking(false)}
        onRemove={() => {
          removeEntry(entry)
          showToast(translate('Removed {name}', { name }))
        }}
      />
    )
  return (
    <li className="flex min-h-14 items-center gap-1 py-1.5">
      <button
        type="button"
        disabled={use === undefined}
        className="min-w-0 flex-1 rounded-sm px-2 py-1 text-left enabled:hover:bg-hover"
        onClick={use}
      >
        <span className="block truncate font-semibold">{name}</span>
        <span className="block truncate text-sm text-ink-3">{detail}</span>
      </button>
      <IconButton
        icon={Trash2}
        label={translate('Remove {name}', { name })}
        size="sm"
        onClick={() => setAsking(true)}
      />
    </li>
  )
}

/** What an entry holds, and what takes it over into the form; undefined where it cannot be used. */
function useEntry(props: LibraryDialog.Props & { entry: LibraryEntry }): {
  detail: string
  use: (() => void) | undefined
} {
  const { model, entry, onClose } = props
  const { search, setSearch } = model
  const network = useNetwork()
  if (entry.kind === 'abi') {
    const read = readAbi(entry.text)
    const count = 'functions' in read ? read.functions.length + read.readers.length : 0
    const { calls, open } = search
    const draft = calls[open]
    return {
      detail: translate('{count, plural, one {# function} other {# functions}}', { count }),
      use:
        draft &&
        (() => {
          const next = setAbi({ ...draft, data: undefined }, entry.text)
          setSearch({ ...search, calls: calls.with(open, next) })
          finish()
        }),
    }
  }
  const saved = readCallsEntry(entry)
  const chain = findEvmChain(network, saved.search.chain)
  if (!chain) return { detail: translate('For a chain that isn’t on this network'), use: undefined }
  const titles = saved.search.calls.map((draft) => parseDraft(draft).title)
  return {
    detail: translate('{calls} on {chain}', { calls: titles.join(', '), chain: chain.name }),
    use() {
      setSearch(saved.search, { how: 'push', entered: saved.entered })
      finish()
    },
  }

  function finish() {
    showToast(translate('Loaded {name}', { name: entry.name }))
    onClose()
  }
}
