import { useState } from 'react'

import { getPreferences } from '../../api/state/preferences.ts'
import { Button } from '../../components/forms/Button.tsx'
import { Note } from '../../components/status/Note.tsx'
import { formatExactTime } from '../../components/status/formatTime.ts'
import { showToast } from '../../components/overlays/Toasts.tsx'
import { translate } from '../../language/translate.ts'
import { type ReadBackup, type ReplacedPart, restoreBackup } from './backup.ts'

/** What a backup holds and what it would replace, before any of it is kept; else why it is refused. */
export function RestoreQuestion(props: RestoreQuestion.Props) {
  const { read, onClose } = props
  const [failure, setFailure] = useState<string>()
  const problem = failure ?? ('problem' in read ? read.problem : undefined)
  if (problem !== undefined || 'problem' in read)
    return (
      <Note
        tone="flare"
        isAlert
        title={translate('Not restored')}
        action={
          <Button size="sm" onClick={onClose}>
            {translate('Close')}
          </Button>
        }
      >
        {problem}
      </Note>
    )
  const backup = read
  function restore() {
    const { language } = getPreferences()
    try {
      restoreBackup(backup)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      return
    }
    // Texts are asked for once.
    if (getPreferences().language !== language) window.location.reload()
    showToast(translate('Backup restored'))
    onClose()
  }
  return (
    <Note
      tone="buff"
      isAlert
      title={translate('Restore this backup?')}
      action={
        <>
          <Button size="sm" variant="primary" onClick={restore}>
            {translate('Restore')}
          </Button>
          <Button size="sm" onClick={onClose}>
            {translate('Cancel')}
          </Button>
        </>
      }
    >
      <p>{translate('Saved {time}.', { time: describeSaved(read.savedAt) })}</p>
      <BackupList backup={read} />
      <p>
        {translate(
          'Keys, wallet connections, pinned instances and the list of addresses you’ve paid aren’t restored.',
        )}
      </p>
    </Note>
  )
}

export declare namespace RestoreQuestion {
  type Props = { read: ReadBackup; onClose: () => void }
}

const names: Readonly<Record<ReplacedPart, { added: string; replaced: string }>> = {
  settings: {
    added: translate('Settings'),
    replaced: translate('Settings, in place of yours here'),
  },
  hidden: {
    added: translate('Hidden assets'),
    replaced: translate('Hidden assets, in place of yours here'),
  },
  accounts: {
    added: translate('Account names, order and watched addresses'),
    replaced: translate('Account names, order and watched addresses, in place of yours here'),
  },
}

function BackupList(props: { backup: Exclude<ReadBackup, { problem: string }> }) {
  const { replaced, quotes, book } = props.backup
  const signed = Math.max(...[...quotes.values()].map(({ length }) => length))
  return (
    <ul className="my-2 list-disc pl-5 break-words">
      {replaced.map(({ part, isKnown }) => (
        <li key={part}>{isKnown ? names[part].replaced : names[part].added}</li>
      ))}
      {signed > 0 && (
        <li>
          {translate(
            '{count, plural, one {One signed quote, added to yours} other {# signed quotes, added to yours}}',
            { count: signed },
          )}
        </li>
      )}
      {book.added.map(({ name, address }) => (
        <li key={address}>
          {name}, <span className="mono break-all">{address}</span>
        </li>
      ))}
      {book.same > 0 && (
        <li>
          {translate(
            '{count, plural, one {one recipient already saved.} other {# recipients already saved.}}',
            { count: book.same },
          )}
        </li>
      )}
      {book.refused.map(({ label, problem }, index) => (
        // The file never changes, and may name one twice.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index}>{translate('{name} not added: {problem}', { name: label, problem })}</li>
      ))}
    </ul>
  )
}

function describeSaved(savedAt: string): string {
  const ms = Date.parse(savedAt)
  return Number.isNaN(ms) ? translate('Unknown') : formatExactTime(ms)
}
