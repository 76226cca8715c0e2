import { useMutation } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { useState } from 'react'

import { createEmptyValue, encodeCall, type FieldValue } from '#chains/evm/operation/callFields.ts'
import { readResult } from '#chains/evm/operation/readResult.ts'
import type { ReadFunction } from '#chains/evm/operation/readAbi.ts'
import { useContractRead } from '#dashboard/api/chains/contractFacts.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { Select } from '#dashboard/components/forms/Select.tsx'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { findAmountToken, formatFieldValue } from '../../signing/operations/findAmountToken.ts'
import type { EditorProps } from './editorProps.ts'
import { FieldInput } from './FieldInput.tsx'
import type { CallContract } from './useContract.ts'

/** Calls functions of the contract that only read; part of no operation, and signed by nobody. */
export function ContractReader(props: ContractReader.Props) {
  const { read, address, facts } = props
  const { abi } = read
  const readers = abi && 'readers' in abi ? abi.readers : []
  const [signature, setSignature] = useState('')
  const fn = readers.find((one) => one.signature === signature)
  if (!address || readers.length === 0 || facts?.hasCode === false) return null
  return (
    <details className="border-t border-line pt-4">
      <summary className="cursor-pointer text-sm font-semibold">
        {translate('Read from this contract')}
      </summary>
      <div className="mt-3 flex flex-col gap-4">
        <Select
          label={translate('Function to read')}
          value={fn?.signature ?? ''}
          placeholder={translate('Choose')}
          options={readers.map((one) => ({ value: one.signature, label: one.signature }))}
          onValueChange={setSignature}
        />
        {fn && <Reading key={`${address}${fn.signature}`} {...props} address={address} fn={fn} />}
      </div>
    </details>
  )
}

export declare namespace ContractReader {
  type Props = EditorProps & CallContract
}

function Reading(
  props: ContractReader.Props & {
    fn: ReadFunction
    address: NonNullable<CallContract['address']>
  },
) {
  const { fn, address, facts, place, account, units } = props
  const [args, setArgs] = useState<readonly FieldValue[]>(() =>
    fn.fields.map((field) => {
      const token = findAmountToken(field, facts)
      return token ? `e${token.decimals}` : createEmptyValue(field)
    }),
  )
  const [isAsked, setAsked] = useState(false)
  const ask = useContractRead(useNetwork(), { chainId: place.chain.chainId, address })
  const query = useMutation({ mutationFn: ask })
  const encoded = encodeCall(fn, args)
  const errors = 'errors' in encoded ? encoded.errors : []
  const result = query.data && readResult(fn, query.data)
  function change(next: readonly FieldValue[]) {
    query.reset()
    setArgs(next)
  }
  return (
    <>
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
            findErrorAt: (path) =>
              isAsked ? errors.find((error) => error.path === path)?.message : undefined,
          }}
          onChange={(value) => change(args.with(at, value))}
        />
      ))}
      <Button
        size="sm"
        icon={BookOpen}
        className="self-start"
        waiting={query.isPending ? translate('Reading') : undefined}
        onClick={() => {
          setAsked(true)
          if ('data' in encoded) query.mutate(encoded.data)
        }}
      >
        {translate('Read')}
      </Button>
      <output className="text-sm" aria-label={translate('Answer of {name}', { name: fn.name })}>
        {query.isError ? (
          <span className="text-flare">
            {translate(
              'It did not answer: the contract refused the call, or {name} cannot be reached.',
              { name: place.chain.name },
            )}
          </span>
        ) : result === 'unreadable' ? (
          <span className="text-buff">
            {translate('It answered {data}, which is not what this ABI says.', {
              data: query.data ?? '0x',
            })}
          </span>
        ) : result ? (
          <Answer {...props} values={result} />
        ) : null}
      </output>
    </>
  )
}

function Answer(props: ContractReader.Props & { fn: ReadFunction; values: readonly FieldValue[] }) {
  const { fn, values, facts } = props
  const formats = useFormats()
  if (values.length === 0) return <>{translate('It returns nothing.')}</>
  return (
    <dl className="rounded-md bg-sunken px-3 py-2">
      {fn.outputs.map((field, at) => (
        <div key={at} className="grid gap-x-4 py-0.5 sm:grid-cols-[112px_minmax(0,1fr)]">
          <dt className="truncate text-ink-3">{field.name === '' ? field.type : field.name}</dt>
          <dd className="mono max-h-40 overflow-y-auto break-all">
            {formatFieldValue(field, { value: values[at] ?? '', facts, formats })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
