import { ChevronDown, ChevronUp, CopyPlus, Trash2 } from 'lucide-react'
import { Suspense } from 'react'

import { Button, IconButton } from '#dashboard/components/forms/Button.tsx'
import { CopyButton } from '#dashboard/components/status/Address.tsx'
import { Field } from '#dashboard/components/forms/Field.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { Segmented } from '#dashboard/components/forms/Segmented.tsx'
import { NumberField } from '#dashboard/components/amounts/NumberField.tsx'
import { TextArea } from '#dashboard/components/forms/TextArea.tsx'
import { translate } from '../../../language/translate.ts'
import { setContract } from '../draft/recognizeContract.ts'
import { ContractNote } from './contract/ContractNote.tsx'
import { ContractReader } from './contract/ContractReader.tsx'
import { type EditorProps, getErrors } from './fields/editorProps.ts'
import { FunctionPart } from './FunctionPart.tsx'
import { type CallContract, useContract } from './contract/useContract.ts'
import { lazyComponent } from '../../../components/lazyComponent.tsx'

const RawMeaning = lazyComponent(async () => (await import('./contract/RawMeaning.tsx')).RawMeaning)

/** Editor of one call: contract, interface, function, and one field per argument. */
export function CallEditor(props: CallEditor.Props) {
  const { read, index } = props
  const contract = useContract(props)
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <section
        className="panel p-5 md:p-6"
        aria-label={translate('Call {number}', { number: index + 1 })}
      >
        <div className="flex items-center justify-between gap-3">
          <h2 className="min-w-0 truncate text-lg font-semibold">{read.title}</h2>
          <EditorActions {...props} />
        </div>
        <EditorFields key={index} {...props} contract={contract} />
      </section>
      <ContractReader key={contract.address} {...props} {...contract} />
    </div>
  )
}

export declare namespace CallEditor {
  type Props = EditorProps
}

function EditorFields(props: EditorProps & { contract: CallContract }) {
  const { read, count, contract, onChange } = props
  const { draft } = read
  const isRaw = draft.data !== undefined
  const error = getErrors(props)
  return (
    <div className="mt-5 flex flex-col gap-5">
      {(error('approve') ?? '') !== '' && (
        <ApprovalRejected {...props} reason={error('approve') ?? ''} />
      )}
      <div>
        <Field
          label={translate('Contract')}
          size="lg"
          className="mono text-sm max-sm:text-xs max-sm:tracking-tighter"
          placeholder="0x"
          autoComplete="off"
          spellCheck={false}
          value={draft.to}
          error={error('to')}
          hint={
            count === 1 && draft.to === ''
              ? translate('The contract address to call on this chain.')
              : undefined
          }
          onChange={({ target }) =>
            onChange(setContract(draft, { to: target.value, place: props.place }))
          }
        />
        <ContractNote {...props} {...contract} />
      </div>
      <div>
        <Segmented
          label={translate('What to send')}
          size="sm"
          value={isRaw ? 'raw' : 'function'}
          options={[
            { value: 'function', label: translate('Choose a function') },
            { value: 'raw', label: translate('Raw call data') },
          ]}
          onValueChange={(mode) =>
            onChange({ ...draft, data: mode === 'raw' ? (read.data ?? '') : undefined })
          }
        />
      </div>
      {isRaw ? (
        <>
          <TextArea
            label={translate('Call data')}
            value={draft.data}
            placeholder="0x"
            error={error('data')}
            hint={translate('Sent as is.')}
            onChange={({ target }) => onChange({ ...draft, data: target.value })}
          />
          <Suspense>
            <RawMeaning {...props} {...contract} />
          </Suspense>
        </>
      ) : (
        <FunctionPart {...props} facts={contract.facts} />
      )}
      {(isRaw || read.fn?.isPayable || draft.value !== '') && <ValueField {...props} />}
      {read.data !== undefined && !isRaw && <Encoded data={read.data} />}
    </div>
  )
}

function EditorActions(props: EditorProps) {
  const { index, count, onMove, onDuplicate, onRemove } = props
  return (
    <div className="flex shrink-0 gap-0.5">
      {count > 1 && (
        <>
          <IconButton
            icon={ChevronUp}
            size="sm"
            label={translate('Move up')}
            disabled={index === 0}
            className="disabled:opacity-40"
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={ChevronDown}
            size="sm"
            label={translate('Move down')}
            disabled={index === count - 1}
            className="disabled:opacity-40"
            onClick={() => onMove(1)}
          />
        </>
      )}
      <IconButton
        icon={CopyPlus}
        size="sm"
        label={translate('Duplicate call')}
        onClick={onDuplicate}
      />
      <IconButton
        icon={Trash2}
        size="sm"
        label={count > 1 ? translate('Remove call') : translate('Clear call')}
        onClick={onRemove}
      />
    </div>
  )
}

function ApprovalRejected(props: EditorProps & { reason: string }) {
  const { reason, onAllow, onRemove } = props
  return (
    <Note
      tone="flare"
      title={translate('Calls can’t approve spending')}
      isAlert
      action={
        onAllow ? (
          <Button size="sm" variant="primary" onClick={onAllow}>
            {translate('Add as allowance')}
          </Button>
        ) : (
          <Button size="sm" onClick={onRemove}>
            {translate('Remove call')}
          </Button>
        )
      }
    >
      {reason}
    </Note>
  )
}

function ValueField(props: EditorProps) {
  const { read, coin, onChange } = props
  return (
    <NumberField
      label={translate('Value')}
      placeholder="0"
      value={read.draft.value}
      error={getErrors(props)('value')}
      hint={translate('Sent with the call from your account.')}
      trailing={<span className="text-sm text-ink-3">{coin}</span>}
      onValueChange={(value) => onChange({ ...read.draft, value })}
    />
  )
}

/** Call data as its selector followed by 32-byte words. */
function Encoded(props: { data: string }) {
  const { data } = props
  const words = data.slice(10).match(/.{1,64}/g) ?? []
  return (
    <div className="rounded-md bg-sunken px-4 py-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{translate('Encoded call')}</h3>
        <CopyButton value={data} label={translate('Copy encoded call')} />
      </div>
      <div className="mono mt-1 text-[0.8125rem] text-ink-2">
        <div className="text-channel">{data.slice(0, 10)}</div>
        {words.slice(0, 6).map((word, at) => (
          <div key={at} className="mt-1 break-all">
            <span className="inline-block">{word.slice(0, 32)}</span>
            <span className="inline-block">{word.slice(32)}</span>
          </div>
        ))}
        {words.length > 6 && (
          <div className="text-ink-3">
            {translate('{count, plural, one {and one more word} other {and # more words}}', {
              count: words.length - 6,
            })}
          </div>
        )}
      </div>
    </div>
  )
}
