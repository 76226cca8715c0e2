import { Plus, X } from 'lucide-react'

import { Button } from '#dashboard/components/forms/Button.tsx'
import { Field } from '#dashboard/components/forms/Field.tsx'
import { IconButton } from '#dashboard/components/forms/IconButton.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { NumberField } from '#dashboard/components/amounts/NumberField.tsx'
import { TextArea } from '#dashboard/components/forms/TextArea.tsx'
import { translate } from '../../../../language/translate.ts'
import { blankOverride, type OverrideDraft, type ParsedOverride } from '../../draft/overrides.ts'

/** State overrides for the simulation, with a warning that only the simulation uses them. */
export function OverrideRows(props: OverrideRows.Props) {
  const { rows, coin, getServiceError, onRows } = props
  const drafts = rows.map(({ draft }) => draft)
  return (
    <section aria-label={translate('Simulation overrides')} className="border-t border-line pt-4">
      <h3 className="text-sm font-semibold">{translate('Simulation overrides')}</h3>
      <p className="mt-1 text-sm text-ink-3">
        {translate('Simulate with a different balance, code or storage. Nothing changes on chain.')}
      </p>
      {rows.length > 0 && (
        <div className="mt-3">
          <Note tone="buff" title={translate('The simulation can’t be verified')}>
            {translate(
              'The real result may differ. The review will say so, and the calls may still fail on chain.',
            )}
          </Note>
        </div>
      )}
      {rows.map((row, index) => (
        <OverrideRow
          key={index}
          row={row}
          index={index}
          coin={coin}
          getServiceError={getServiceError}
          onRow={(draft) => onRows(drafts.with(index, draft))}
          onRemove={() => onRows(drafts.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="sm"
        icon={Plus}
        className="mt-3"
        onClick={() => onRows([...drafts, blankOverride])}
      >
        {translate('Add override')}
      </Button>
    </section>
  )
}

export declare namespace OverrideRows {
  type Props = {
    rows: readonly ParsedOverride[]
    /** Ticker of the chain's native coin. */
    coin: string
    getServiceError: (path: string) => string | undefined
    onRows: (rows: readonly OverrideDraft[]) => void
  }
}

function OverrideRow(props: {
  row: ParsedOverride
  index: number
  coin: string
  getServiceError: (path: string) => string | undefined
  onRow: (draft: OverrideDraft) => void
  onRemove: () => void
}) {
  const { row, index, coin, getServiceError, onRow, onRemove } = props
  const { draft, error } = row
  const name = translate('Override {number}', { number: index + 1 })
  function findError(path: keyof OverrideDraft): string | undefined {
    if (error?.path === path && !error.isMissing) return error.message
    return getServiceError(`overrides.${index}.${path === 'slots' ? 'stateDiff' : path}`)
  }
  return (
    <fieldset aria-label={name} className="mt-4 flex flex-col gap-3">
      <div className="flex items-center justify-between">
        <span className="text-sm font-semibold">{name}</span>
        <IconButton
          icon={X}
          size="sm"
          label={translate('Remove override {number}', { number: index + 1 })}
          onClick={onRemove}
        />
      </div>
      <Field
        label={translate('Address')}
        className="mono text-sm max-sm:text-xs max-sm:tracking-tighter"
        placeholder="0x"
        autoComplete="off"
        spellCheck={false}
        value={draft.address}
        error={findError('address')}
        onChange={({ target }) => onRow({ ...draft, address: target.value })}
      />
      <NumberField
        label={translate('Balance')}
        placeholder={translate('unchanged')}
        value={draft.balance}
        error={findError('balance')}
        trailing={<span className="text-sm text-ink-3">{coin}</span>}
        onValueChange={(balance) => onRow({ ...draft, balance })}
      />
      <TextArea
        label={translate('Code')}
        rows={2}
        placeholder={translate('unchanged')}
        value={draft.code}
        error={findError('code')}
        onChange={({ target }) => onRow({ ...draft, code: target.value })}
      />
      <TextArea
        label={translate('Storage')}
        rows={2}
        placeholder="0x0 = 0x2a"
        value={draft.slots}
        error={findError('slots')}
        hint={translate('One slot per line: slot = value.')}
        onChange={({ target }) => onRow({ ...draft, slots: target.value })}
      />
    </fieldset>
  )
}
