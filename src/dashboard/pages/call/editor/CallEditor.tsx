import { ChevronDown, ChevronUp, CopyPlus, Trash2 } from 'lucide-react'

import { formatAbi, readAbi } from '#chains/evm/operation/readAbi.ts'
import { createEmptyValue } from '#chains/evm/operation/callFields.ts'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { CopyButton } from '#dashboard/components/status/Address.tsx'
import { Field } from '#dashboard/components/forms/Field.tsx'
import { IconButton } from '#dashboard/components/forms/IconButton.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { Segmented } from '#dashboard/components/forms/Segmented.tsx'
import { NumberField } from '#dashboard/components/amounts/NumberField.tsx'
import { Select } from '#dashboard/components/forms/Select.tsx'
import { TextArea } from '#dashboard/components/forms/TextArea.tsx'
import type { CallDraft } from '../draft/callSearch.ts'
import { FieldInput } from './FieldInput.tsx'
import {
  getAbiText,
  isKnownInterface,
  knownInterfaces,
} from '../../signing/operations/knownInterfaces.ts'
import { fitArguments, type ParsedDraft } from '../draft/parseDraft.ts'
import type { IntegerUnit } from './IntegerInput.tsx'

/** Editor of one call: contract, interface, function, and one field per argument. */
export function CallEditor(props: CallEditor.Props) {
  const { read, index, count, onChange } = props
  const { draft } = read
  const isRaw = draft.data !== undefined
  const error = getErrors(props)
  return (
    <section className="panel p-5 md:p-6" aria-label={`Call ${index + 1}`}>
      <div className="flex items-center justify-between gap-3">
        <h2 className="min-w-0 truncate text-lg font-semibold">{read.title}</h2>
        <EditorActions {...props} />
      </div>
      <div className="mt-5 flex flex-col gap-5">
        {(error('approve') ?? '') !== '' && (
          <ApprovalRejected {...props} reason={error('approve') ?? ''} />
        )}
        <Field
          label="Contract"
          size="lg"
          className="mono text-sm"
          placeholder="0x"
          autoComplete="off"
          spellCheck={false}
          value={draft.to}
          error={error('to')}
          hint={count === 1 ? 'The address that is called on the target chain.' : undefined}
          onChange={({ target }) => onChange({ ...draft, to: target.value })}
        />
        <div>
          <Segmented
            label="What to send"
            size="sm"
            value={isRaw ? 'raw' : 'function'}
            options={[
              { value: 'function', label: 'Choose a function' },
              { value: 'raw', label: 'Raw call data' },
            ]}
            onValueChange={(mode) =>
              onChange({ ...draft, data: mode === 'raw' ? (read.data ?? '') : undefined })
            }
          />
        </div>
        {isRaw ? (
          <TextArea
            label="Call data"
            value={draft.data}
            placeholder="0x"
            error={error('data')}
            hint="Sent as it is. What it does cannot be read without an ABI."
            onChange={({ target }) => onChange({ ...draft, data: target.value })}
          />
        ) : (
          <FunctionPart {...props} />
        )}
        {(isRaw || read.fn?.isPayable || draft.value !== '') && <ValueField {...props} />}
        {read.data !== undefined && !isRaw && <Encoded data={read.data} />}
      </div>
    </section>
  )
}

export declare namespace CallEditor {
  type Props = {
    read: ParsedDraft
    index: number
    count: number
    /** Ticker of the chain's native coin. */
    coin: string
    account: string | undefined
    units: readonly IntegerUnit[]
    /** Returns the service's error for a field of this call. */
    getServiceError: (path: string) => string | undefined
    onChange: (draft: CallDraft) => void
    onMove: (by: 1 | -1) => void
    onDuplicate: () => void
    onRemove: () => void
    /** Moves the approval in this call to the allowances. */
    onAllow: (() => void) | undefined
  }
}

/** Returns the error of each field: the local one, else the service's. */
function getErrors({ read, getServiceError }: CallEditor.Props) {
  return (path: string) =>
    read.errors.find((error) => error.path === path && !error.isMissing)?.message ??
    getServiceError(path)
}

function EditorActions(props: CallEditor.Props) {
  const { index, count, onMove, onDuplicate, onRemove } = props
  return (
    <div className="flex shrink-0 gap-0.5">
      {count > 1 && (
        <>
          <IconButton
            icon={ChevronUp}
            size="sm"
            label="Move up"
            disabled={index === 0}
            className="disabled:opacity-40"
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={ChevronDown}
            size="sm"
            label="Move down"
            disabled={index === count - 1}
            className="disabled:opacity-40"
            onClick={() => onMove(1)}
          />
        </>
      )}
      <IconButton icon={CopyPlus} size="sm" label="Duplicate this call" onClick={onDuplicate} />
      <IconButton
        icon={Trash2}
        size="sm"
        label={count > 1 ? 'Remove this call' : 'Clear this call'}
        onClick={onRemove}
      />
    </div>
  )
}

function ApprovalRejected(props: CallEditor.Props & { reason: string }) {
  const { reason, onAllow, onRemove } = props
  return (
    <Note
      tone="flare"
      title="Calls cannot approve"
      isAlert
      action={
        onAllow ? (
          <Button size="sm" variant="primary" onClick={onAllow}>
            Add as allowance
          </Button>
        ) : (
          <Button size="sm" onClick={onRemove}>
            Remove this call
          </Button>
        )
      }
    >
      {reason}
    </Note>
  )
}

function FunctionPart(props: CallEditor.Props) {
  const { read, account, units, onChange } = props
  const { draft, fn, abi } = read
  const error = getErrors(props)
  const isKnown = isKnownInterface(draft.abi)
  const functions = abi && 'functions' in abi ? abi.functions : []
  const args = fn ? fitArguments(fn, draft.args) : []
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Select
          label="Interface"
          value={isKnown ? draft.abi : 'own'}
          options={[
            ...knownInterfaces.map(({ id, name }) => ({ value: id, label: name })),
            { value: 'own', label: 'Paste an ABI' },
          ]}
          onValueChange={(id) => onChange(setAbi(draft, id === 'own' ? '' : id))}
        />
        <Select
          label="Function"
          value={draft.fn}
          placeholder={functions.length === 0 ? 'None yet' : 'Choose'}
          error={error('fn')}
          options={functions.map(({ signature, isPayable }) => {
            return {
              value: signature,
              label: `${shortenSignature(signature)}${isPayable ? ', payable' : ''}`,
            }
          })}
          hint={fn ? <span className="mono break-all">{fn.selector}</span> : undefined}
          onValueChange={(signature) => onChange(setFunction(draft, signature))}
        />
      </div>
      {!isKnown && (
        <TextArea
          label="ABI"
          value={draft.abi}
          placeholder={
            '[{"type":"function", …}]\nor\nfunction deposit(uint256 assets, address receiver)'
          }
          error={error('abi')}
          hint={describeReaders(abi)}
          onChange={({ target }) => onChange(setAbi(draft, shortenAbi(target.value)))}
        />
      )}
      {fn && fn.fields.length > 0 && (
        <div className="flex flex-col gap-5 border-t border-line pt-5">
          {fn.fields.map((field, at) => (
            <FieldInput
              key={`${fn.signature}${at}`}
              field={field}
              path={String(at)}
              fallbackName={`argument ${at + 1}`}
              value={args[at] ?? createEmptyValue(field)}
              context={{ account, units, findErrorAt: (path) => error(`args.${path}`) }}
              onChange={(value) => onChange({ ...draft, args: args.with(at, value) })}
            />
          ))}
        </div>
      )}
    </>
  )
}

/** A longer ABI is stored as the signatures of its functions, as URLs have a maximum length. */
const maxAbiLength = 1200

function shortenAbi(text: string): string {
  if (text.length <= maxAbiLength) return text
  const read = readAbi(text)
  return 'functions' in read ? formatAbi(read) : text
}

/** Sets the ABI; keeps the chosen function if the new ABI has it, or selects its only one. */
function setAbi(draft: CallDraft, abi: string): CallDraft {
  const read = readAbi(getAbiText(abi))
  const functions = 'functions' in read ? read.functions : []
  if (functions.some(({ signature }) => signature === draft.fn)) return { ...draft, abi }
  const [only] = functions.length === 1 ? functions : []
  return {
    ...draft,
    abi,
    fn: only?.signature ?? '',
    args: only?.fields.map(createEmptyValue) ?? [],
  }
}

function setFunction(draft: CallDraft, signature: string): CallDraft {
  const read = readAbi(getAbiText(draft.abi))
  const fn = 'functions' in read && read.functions.find((one) => one.signature === signature)
  const value = fn && fn.isPayable ? draft.value : ''
  return { ...draft, fn: signature, args: fn ? fn.fields.map(createEmptyValue) : [], value }
}

function describeReaders(abi: ParsedDraft['abi']): string | undefined {
  if (!abi || 'error' in abi || abi.readers === 0) return undefined
  return `${abi.readers} more ${abi.readers === 1 ? 'function only reads' : 'functions only read'}.`
}

/** Cuts a long parameter list with an ellipsis: the fields show it. */
function shortenSignature(signature: string): string {
  return signature.length <= 48 ? signature : `${signature.slice(0, 46)}\u2026)`
}

function ValueField(props: CallEditor.Props) {
  const { read, coin, onChange } = props
  return (
    <NumberField
      label="Value"
      placeholder="0"
      value={read.draft.value}
      error={getErrors(props)('value')}
      hint="Sent along with the call, out of your account."
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
        <h3 className="text-sm font-semibold">Encoded call</h3>
        <CopyButton value={data} label="Copy the encoded call" />
      </div>
      <div className="mono mt-1 text-sm text-ink-2">
        <div className="text-channel">{data.slice(0, 10)}</div>
        {words.slice(0, 6).map((word, at) => (
          <div key={at} className="truncate" title={word}>
            {word}
          </div>
        ))}
        {words.length > 6 && <div className="text-ink-3">and {words.length - 6} more words</div>}
      </div>
    </div>
  )
}
