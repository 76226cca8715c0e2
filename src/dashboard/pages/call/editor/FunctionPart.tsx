import { readAbi } from '#chains/evm/operation/readAbi.ts'
import { createEmptyValue, type FieldValue } from '#chains/evm/operation/callFields.ts'
import type { ContractFacts } from '#chains/evm/assets/readContract.ts'
import { Select } from '#dashboard/components/forms/Select.tsx'
import { TextArea } from '#dashboard/components/forms/TextArea.tsx'
import { translate } from '../../../language/translate.ts'
import type { CallDraft } from '../draft/callSearch.ts'
import {
  getAbiText,
  isKnownInterface,
  knownInterfaces,
} from '../../signing/operations/decoding/knownInterfaces.ts'
import { fitArguments, type ParsedDraft } from '../draft/parseDraft.ts'
import { setAbi } from '../draft/setAbi.ts'
import { findAmountToken } from '../../signing/operations/decoding/findAmountToken.ts'
import { type ContractEditorProps, getErrors } from './fields/editorProps.ts'
import { addOwnUnit } from './fields/addOwnUnit.ts'
import { FieldInput } from './fields/FieldInput.tsx'

/** The interface, its function, and one field per argument. */
export function FunctionPart(props: ContractEditorProps) {
  const { read, account, units, facts, onChange } = props
  const { draft, fn, abi } = read
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
          onValueChange={(signature) => onChange(setFunction(draft, { signature, facts }))}
        />
      </div>
      {!isKnown && (
        <TextArea
          label="ABI"
          value={draft.abi}
          placeholder={translate('{json}\nor\n{line}', abiExamples)}
          error={error('abi')}
          hint={describeReaders(abi)}
          onChange={({ target }) => onChange(setAbi(draft, target.value))}
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
                units: addOwnUnit(units, findAmountToken(field, facts)),
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

/** Chooses a function; amounts of the contract's own token start in its unit. */
function setFunction(
  draft: CallDraft,
  { signature, facts }: { signature: string; facts: ContractFacts | undefined },
): CallDraft {
  const read = readAbi(getAbiText(draft.abi))
  const fn = 'functions' in read && read.functions.find((one) => one.signature === signature)
  const value = fn && fn.isPayable ? draft.value : ''
  const args: readonly FieldValue[] = fn
    ? fn.fields.map((field) => {
        const token = findAmountToken(field, facts)
        return token ? `e${token.decimals}` : createEmptyValue(field)
      })
    : []
  return { ...draft, fn: signature, args, value }
}

function describeReaders(abi: ParsedDraft['abi']): string | undefined {
  if (!abi || 'problem' in abi || abi.readers.length === 0) return undefined
  const { length } = abi.readers
  return translate(
    '{count, plural, one {# function only reads: see “Read from this contract”.} other {# functions only read: see “Read from this contract”.}}',
    { count: length },
  )
}

/** Cuts a long parameter list with an ellipsis: the fields show it. */
function shortenSignature(signature: string): string {
  return signature.length <= 48 ? signature : `${signature.slice(0, 46)}\u2026)`
}
