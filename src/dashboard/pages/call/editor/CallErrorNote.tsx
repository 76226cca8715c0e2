import { RefreshCw } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { Button } from '#dashboard/components/forms/Button.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { RevertReason } from '#dashboard/components/status/RevertReason.tsx'
import { decodeRevert } from '#dashboard/review/messages/decodeRevert.ts'
import { openWalletDialog } from '#dashboard/wallets/walletDialogs.ts'
import { translate } from '../../../language/translate.ts'
import type { CallFormModel } from '../draft/useCallForm.ts'

/** Says why the service did not prepare the calls; errors of a field are also shown there. */
export function CallErrorNote(props: CallErrorNote.Props) {
  const { error, prepare, form } = props.model
  const place = useRef<HTMLDivElement>(null)
  // The button was pressed where this may be out of sight.
  useEffect(() => {
    if (error) place.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  if (!error) return null
  const { next, title, fields, code, revertData } = error
  const errors = form.drafts.flatMap(({ abi }) => (abi && 'errors' in abi ? abi.errors : []))
  const revert = revertData === undefined ? undefined : decodeRevert(revertData, errors)
  return (
    <div ref={place} className="scroll-mt-20 scroll-mb-44 md:scroll-mb-4">
      <Note
        tone="flare"
        isAlert
        title={title}
        action={
          next === 'receive' ? (
            <Button size="sm" onClick={() => openWalletDialog('receive')}>
              {translate('Receive')}
            </Button>
          ) : next === 'change' ? undefined : (
            <Button size="sm" icon={RefreshCw} onClick={prepare}>
              {translate('Try again')}
            </Button>
          )
        }
      >
        <span className="break-words">
          {revert ? translate('The calls would revert with this contract error:') : error.body}
        </span>
        {revert && <RevertReason {...revert} />}
        {fields.map(({ path, message }) => (
          <span key={path} className="mt-1 block break-words">
            {message}
          </span>
        ))}
        <span className="mono mt-1 block text-ink-2">{code}</span>
      </Note>
    </div>
  )
}

export declare namespace CallErrorNote {
  type Props = {
    model: Pick<CallFormModel, 'error' | 'prepare'> & {
      form: { drafts: readonly Pick<CallFormModel['form']['drafts'][number], 'abi'>[] }
    }
  }
}
