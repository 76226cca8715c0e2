import { useState } from 'react'

import { readAbi, type ReadAbi } from '#chains/evm/operation/readAbi.ts'
import { formatAbi } from '#chains/evm/operation/abiFunctions.ts'
import { createEmptyValue } from '#chains/evm/operation/callFields.ts'
import { Select } from '#dashboard/components/forms/Select.tsx'
import { TextArea } from '#dashboard/components/forms/TextArea.tsx'
import { translate } from '../../../language/translate.ts'
import type { CallDraft } from '../draft/callSearch.ts'
import {
  getAbiText,
  isKnownInterface,
  knownInterfaces,
} from '../../signing/operations/decoding/knownInterfaces.ts'
import { fitArguments } from '../draft/parseDraft.ts'
import { describeAbiProblem } from '../draft/describeProblem.ts'
import { type ContractEditorProps, getErrors } from './fields/editorProps.ts'
import { FieldInput } from './fields/FieldInput.tsx'

/** A longer ABI is stored as the signatures of its functions, as URLs have a maximum length. */
const maxAbiLength = 1200

/** The interface, its function, and one field per argument. */
export function FunctionPart(props: ContractEditorProps) {
  const { read, account, units, facts, onChange } = props
  const { draft, fn, abi } = read
  // A long text is kept as lines: what was said of it as it was pasted is not lost with it.
  const [pasted, setPasted] = useState<{ abi: string; read: ReadAbi }>()
  const error = getErrors(props)
  const isKnown = isKnownInterface(draft.abi)
  const functions = abi && 'functions' in abi ? abi.functions : []
  const args = fn ? fitArguments(fn, draft.args) : []
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Select
          label={translate('Interface')}
          value={isKnown ? draft.abi : 'own'}
          options={[
            ...knownInterfaces.map(({ id, name }) => ({ value: id, label: name })),
            { value: 'own', label: translate('Paste an ABI') },
          ]}
          onValueChange={(id) => onChange(setAbi(draft, id === 'own' ? '' : id))}
        />
        <Select
          label={translate('Function')}
          value={draft.fn}
          placeholder={functions.length === 0 ? translate('None yet') : translate('Choose')}
          error={error('fn')}
          options={functions.map(({ signature, isPayable }) => {
            return {
              value: signature,
              label: isPayable
                ? translate('{signature}, payable', { signature: shortenSignature(signature) })
                : shortenSignature(signature),
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
          placeholder={translate('{json}\nor\n{line}', abiExamples)}
          error={error('abi')}
          hint={describeAbi(pasted?.abi === draft.abi ? pasted.read : abi)}
          onChange={({ target }) => {
            const next = setAbi(draft, target.value)
            setPasted({ abi: next.abi, read: readAbi(target.value) })
            onChange(next)
          }}
        />
      )}
      {fn && fn.fields.length > 0 && (
        <div className="flex flex-col gap-5 border-t border-line pt-5">
          {fn.fields.map((field, at) => (
            <FieldInput
              key={`${fn.signature}${at}`}
              field={field}
              path={String(at)}
              fallbackName={translate('argument {number}', { number: at + 1 })}
              value={args[at] ?? createEmptyValue(field)}
              context={{
                account,
                units,
                facts,
                findErrorAt: (path) => error(`args.${path}`),
              }}
              onChange={(value) => onChange({ ...draft, args: args.with(at, value) })}
            />
          ))}
        </div>
      )}
    </>
  )
}

const abiExamples = {
  json: '[{"type":"function", …}]',
  line: 'function deposit(uint256 assets, address receiver)',
}

function setFunction(draft: CallDraft, signature: string): CallDraft {
  const read = readAbi(getAbiText(draft.abi))
  const fn = 'functions' in read && read.functions.find((one) => one.signature === signature)
  const value = fn && fn.isPayable ? draft.value : ''
  return { ...draft, fn: signature, args: fn ? fn.fields.map(createEmptyValue) : [], value }
}

/** Says what was taken of a text: from where, what is left out and why, what only reads. */
function describeAbi(read: ReadAbi | undefined): string | undefined {
  if (!read || 'problem' in read) return undefined
  const { functions, readers, left, source } = read
  const count = functions.length + readers.length
  const named = left.slice(0, 3).map(describeAbiProblem)
  const said = [
    source === ''
      ? ''
      : translate('{count, plural, one {# function} other {# functions}} taken from {source}.', {
          count,
          source: source.length > 80 ? `${source.slice(0, 79)}\u2026` : source,
        }),
    left.length === 0
      ? ''
      : translate('{count, plural, one {# is} other {# are}} left out: {reasons}', {
          count: left.length,
          reasons: `${named.join(' ')}${left.length > 3 ? ' \u2026' : ''}`,
        }),
    readers.length === 0
      ? ''
      : translate(
          '{count, plural, one {# read-only function: see “Read contract”.} other {# read-only functions: see “Read contract”.}}',
          { count: readers.length },
        ),
  ]
  return said.filter((one) => one !== '').join(' ') || undefined
}

/** Cuts a long parameter list with an ellipsis: the fields show it. */
function shortenSignature(signature: string): string {
  return signature.length <= 48 ? signature : `${signature.slice(0, 46)}\u2026)`
}

/**
 * Sets the ABI of a call, or the id of a known one; keeps the chosen function if the new ABI has it,
 * or selects its only one.
 */
function setAbi(draft: CallDraft, text: string): CallDraft {
  const read = readAbi(getAbiText(text))
  const abi = text.length > maxAbiLength && 'functions' in read ? formatAbi(read) : text
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
