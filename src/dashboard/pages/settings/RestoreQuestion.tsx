import { useState } from 'react'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { feeLimits, impactLimits, type Preferences } from '../../api/state/preferences.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Button } from '../../components/forms/Button.tsx'
import { shortenAddress } from '../../components/status/Address.tsx'
import { Note } from '../../components/status/Note.tsx'
import { formatExactTime } from '../../components/status/formatTime.ts'
import { translate } from '../../language/translate.ts'
import { type ReadBackup, type ReplacedPart, replacedParts, restoreBackup } from './backup.ts'
import { changeSettings, SettingsQuestion } from './SettingsQuestion.tsx'

/** What a backup holds and what it would replace, before any of it is kept; else why it is refused. */
export function RestoreQuestion(props: RestoreQuestion.Props) {
  const { read, onRestored, onClose } = props
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
    try {
      changeSettings(() => restoreBackup(backup), translate('Backup restored'))
      onRestored()
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <SettingsQuestion
      title={translate('Restore this backup?')}
      confirm={translate('Restore')}
      cancel={translate('Cancel')}
      onConfirm={restore}
      onClose={onClose}
    >
      <p>{translate('Saved {time}.', { time: describeSaved(read.savedAt) })}</p>
      <BackupList backup={read} />
      <p>
        {translate(
          'Keys, wallet connections, which accounts pay together, pinned instances and the addresses you’ve paid aren’t restored.',
        )}
      </p>
    </SettingsQuestion>
  )
}

export declare namespace RestoreQuestion {
  type Props = { read: ReadBackup; onRestored: () => void; onClose: () => void }
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
  const { settings, accounts, known, quotes, book } = props.backup
  const signed = Math.max(...[...quotes.values()].map(({ length }) => length))
  return (
    <ul className="my-2 list-disc pl-5 break-words">
      {replacedParts.map(
        (part) =>
          props.backup[part] && (
            <li key={part}>
              {known.has(part) ? names[part].replaced : names[part].added}
              {part === 'settings' && settings && <Limits of={settings} />}
            </li>
          ),
      )}
      {accounts?.watched.map((address) => (
        <li key={address}>
          {translate('Watch-only: {name}', {
            name: accounts.names[toAddressKey(address)] ?? shortenAddress(address),
          })}
          , <span className="mono break-all">{address}</span>
        </li>
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

/** What protects trades, as it will be. */
function Limits(props: { of: Preferences }) {
  const { slippageBps, confirmImpactBps, confirmFeesBps } = props.of
  const formats = useFormats()
  const limits = {
    slippage: formats.share(slippageBps / 10_000),
    impact: formats.share((confirmImpactBps ?? impactLimits[0]) / 10_000, 0),
    fees: formats.share((confirmFeesBps ?? feeLimits[0]) / 10_000, 0),
  }
  return (
    <span className="block">
      {slippageBps === 0
        ? translate(
            'Automatic slippage limit. Confirm from {impact} price impact and {fees} fees.',
            limits,
          )
        : translate(
            'Up to {slippage} slippage. Confirm from {impact} price impact and {fees} fees.',
            limits,
          )}
    </span>
  )
}

function describeSaved(savedAt: string): string {
  const ms = Date.parse(savedAt)
  return Number.isNaN(ms) ? translate('Unknown') : formatExactTime(ms)
}
