import { useState } from 'react'

import { getFingerprint, type Installed } from '#protocol/service/fingerprint.ts'
import { pin } from '../../api/state/pins.ts'
import { Button } from '../../components/forms/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'

/** Asks the user to compare and pin an installation; nothing can be signed before. */
export function PinDialog(props: { installed: Installed; onClose: () => void }) {
  const { installed, onClose } = props
  const [problem, setProblem] = useState<string>()
  function trust() {
    try {
      pin(installed)
      onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <Dialog
      isOpen
      title={translate('This installation is not known to this app')}
      onClose={onClose}
    >
      <p className="text-ink-2">
        {translate(
          'Compare the fingerprint with the one that the service printed at its start: in your terminal, or ask whoever runs it, by another way than this page. Every digit has to be the same.',
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
      <p className="mt-4 text-sm text-ink-3">
        {translate(
          "It stands for the service's key, its contracts on {count, plural, one {one chain} other {# chains}}, the addresses that act for it, and its prices. Not now: you can look around, and nothing can be signed.",
          { count: countChains(installed) },
        )}
      </p>
      {problem !== undefined && (
        <div className="mt-4">
          <Note tone="flare" isAlert title={translate('This browser did not keep the pin')}>
            {problem}
          </Note>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={onClose}>{translate('Not now')}</Button>
        <Button variant="primary" onClick={trust}>
          {translate('It is the same: pin it')}
        </Button>
      </div>
    </Dialog>
  )
}

function countChains({ deployment }: Installed): number {
  return deployment.chains.length + (deployment.solana?.length ?? 0)
}
