import { useState } from 'react'

import { getFingerprint, type Installed } from '#protocol/service/fingerprint.ts'
import { type Pin, pin } from '../../api/state/pins.ts'
import { Button } from '../../components/forms/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import {
  findInstalledChanges,
  type InstalledChange,
} from '../../pages/chains/findInstalledChanges.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'

/**
 * Asks the user to compare and pin an instance; nothing can be signed before. One who pinned another
 * is told so, with what changed, and the pin is what stays.
 *
 * @param props.pinned - What the user pinned, if the instance isn't the same.
 */
export function PinDialog(props: { installed: Installed; pinned?: Pin; onClose: () => void }) {
  const { installed, pinned, onClose } = props
  const [problem, setProblem] = useState<string>()
  function trust() {
    try {
      pin(installed)
      onClose()
      // The network in use follows from the pinned instance, which is read at start.
      if (pinned) window.location.reload()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <Dialog
      isOpen
      title={pinned ? translate('Not the instance you pinned') : translate('Verify this instance')}
      onClose={onClose}
    >
      <p className="text-ink-2">
        {pinned
          ? translate(
              'Its operator may have upgraded it, or someone may have replaced it. Pin the new one only if its operator published this fingerprint, and you read it somewhere other than this page.',
            )
          : translate(
              'Compare this fingerprint with the one the service printed when it started. Check your terminal, or ask its operator through another channel. Every digit must match.',
            )}
      </p>
      <ul
        aria-label={translate('Fingerprint')}
        className="mono mt-4 grid grid-cols-3 gap-x-3 gap-y-2 rounded-md border border-line bg-sunken px-4 py-4 text-center text-lg sm:grid-cols-6"
      >
        {getFingerprint(installed)
          .split(' ')
          .map((group, index) => (
            <li key={`${index}${group}`}>{group}</li>
          ))}
      </ul>
      {pinned ? (
        <Changes installed={installed} pinned={pinned} />
      ) : (
        <details className="mt-4 text-sm text-ink-3">
          <summary className="link">{translate('What it covers')}</summary>
          <p className="mt-1">
            {translate(
              'It covers the service’s key, its contracts on {count, plural, one {one chain} other {# chains}}, its operator addresses and its price sources. Until you pin it, you can look around but not sign.',
              { count: countChains(installed) },
            )}
          </p>
        </details>
      )}
      {problem !== undefined && (
        <div className="mt-4">
          <Note tone="flare" isAlert title={translate('Couldn’t save the pin in this browser')}>
            {problem}
          </Note>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
        {pinned ? (
          <>
            <Button onClick={trust}>{translate('Pin the new one')}</Button>
            <Button variant="primary" onClick={onClose}>
              {translate('Keep the old pin')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{translate('Not now')}</Button>
            <Button variant="primary" onClick={trust}>
              {translate('It matches, pin it')}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** What an instance reports otherwise than the pin says. */
function Changes(props: { installed: Installed; pinned: Pin }) {
  const { installed, pinned } = props
  const { chains } = useNetwork()
  const changes = findInstalledChanges(pinned.stored, installed)
  return (
    <section aria-label={translate('What changed')} className="mt-4 text-sm">
      <h3 className="font-medium">{translate('What changed')}</h3>
      {changes.length === 0 ? (
        <p className="mt-1 text-ink-2">
          {translate('Unknown: another version of this app saved the pin, without its parts.')}
        </p>
      ) : (
        <ul className="mt-1 list-disc space-y-1 pl-5 text-ink-2">
          {changes.map((change) => (
            <li key={`${change.part} ${change.chainId}`}>
              {describeChange(
                change,
                chains.find(({ chainId }) => chainId === change.chainId)?.name ?? change.chainId,
              )}
              {change.names.length > 0 && (
                <span className="mono break-words text-ink-3"> {change.names.join(', ')}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {pinned.installed && (
        <p className="mt-3 text-ink-3">
          {translate('You pinned {fingerprint}', { fingerprint: getFingerprint(pinned.installed) })}
        </p>
      )}
    </section>
  )
}

function describeChange({ part }: InstalledChange, chain: string | undefined): string {
  if (chain === undefined)
    return part === 'quoteSigner'
      ? translate('The key that signs quotes')
      : translate('Operator addresses')
  switch (part) {
    case 'added':
      return translate('{chain} is new', { chain })
    case 'removed':
      return translate('{chain} is gone', { chain })
    case 'contracts':
      return translate('Contracts on {chain}', { chain })
    case 'roles':
      return translate('Operator addresses on {chain}', { chain })
    case 'pools':
      return translate('Tokens and pools on {chain}', { chain })
    case 'feeds':
      return translate('Price feeds on {chain}', { chain })
    default:
      return translate('{part} on {chain}', { part, chain })
  }
}

function countChains({ deployment }: Installed): number {
  return deployment.chains.length + (deployment.solana?.length ?? 0)
}
