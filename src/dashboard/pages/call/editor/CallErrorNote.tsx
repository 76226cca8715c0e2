import { RefreshCw } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { Button } from '#dashboard/components/forms/Button.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { SupportDetails } from '#dashboard/components/status/SupportDetails.tsx'
import { decodeRevert } from '#dashboard/review/messages/decodeRevert.ts'
import { openWalletDialog } from '#dashboard/wallets/walletDialogs.ts'
import { translate } from '../../../language/translate.ts'
import { findReverting } from '../draft/useSimulation.ts'
import { ContractError } from '../../signing/operations/ContractError.tsx'
import type { CallForm } from '../draft/callForm.ts'
import type { ParsedDraft } from '../draft/parseDraft.ts'
import type { CallFormModel } from '../draft/useCallForm.ts'

/** Says why the service did not prepare the calls; errors of a field are also shown there. */
export function CallErrorNote(props: CallErrorNote.Props) {
  const { error, prepare, form, search, simulation } = props.model
  const isSimulated =
    error?.code === 'SIMULATION_FAILED' && findReverting(simulation, search) !== undefined
  const only = form.drafts.length === 1 ? form.drafts[0] : undefined
  const place = useRef<HTMLDivElement>(null)
  // The button was pressed where this may be out of sight.
  useEffect(() => {
    if (error) place.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  // The simulation says it, with the call that reverts.
  if (!error || isSimulated) return null
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
        {revert ? (
          <ContractError
            revert={revert}
            // Which of several calls reverts is not said.
            place={only?.call && { chainId: form.chain.chainId, address: only.call.to }}
          />
        ) : (
          <span className="break-words">{error.body}</span>
        )}
        {fields.map(({ path, message }) => (
          <span key={path} className="mt-1 block break-words">
            {message}
          </span>
        ))}
        <SupportDetails>{code}</SupportDetails>
      </Note>
    </div>
  )
}

export declare namespace CallErrorNote {
  type Props = {
    model: Pick<CallFormModel, 'error' | 'prepare' | 'search' | 'simulation'> & {
      form: Pick<CallForm, 'chain'> & { drafts: readonly Pick<ParsedDraft, 'abi' | 'call'>[] }
    }
  }
}
