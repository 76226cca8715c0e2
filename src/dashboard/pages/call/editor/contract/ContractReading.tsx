import { useMutation } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { useState } from 'react'

import { createEmptyValue, encodeCall, type FieldValue } from '#chains/evm/operation/callFields.ts'
import { readResult } from '#chains/evm/operation/readResult.ts'
import type { ReadFunction } from '#chains/evm/operation/abiFunctions.ts'
import { findRevertData } from '#chains/evm/rpc/nodeErrors.ts'
import { useContractRead } from '#dashboard/api/chains/contractFacts.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { SupportDetails } from '#dashboard/components/status/SupportDetails.tsx'
import { decodeRevert } from '#dashboard/review/messages/decodeRevert.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../../language/translate.ts'
import { formatFieldValue } from '../../../signing/operations/decoding/findAmountToken.ts'
import { ContractError } from '../../../signing/operations/ContractError.tsx'
import { unnamedError } from '../../draft/describeCallError.ts'
import { describeFieldProblem } from '../../draft/describeProblem.ts'
import type { EditorProps } from '../fields/editorProps.ts'
import { FieldInput } from '../fields/FieldInput.tsx'
import type { CallContract } from './useContract.ts'

/** The arguments of a function that only reads, and what the contract answers. */
export function ContractReading(props: ContractReading.Props) {
  const { fn, address, facts, place, account, units } = props
  const [args, setArgs] = useState<readonly FieldValue[]>(() => fn.fields.map(createEmptyValue))
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
            facts,
            findErrorAt(path) {
              const wrong = isAsked && errors.find((error) => error.path === path)
              return wrong ? describeFieldProblem(wrong.problem) : undefined
            },
          }}
          onChange={(value) => change(args.with(at, value))}
        />
      ))}
      <Button
        size="sm"
        icon={BookOpen}
        className="self-start"
        waiting={query.isPending ? translate('Loading') : undefined}
        onClick={() => {
          setAsked(true)
          if ('data' in encoded) query.mutate(encoded.data)
        }}
      >
        {translate('Read')}
      </Button>
      <output className="text-sm" aria-label={translate('Result of {name}', { name: fn.name })}>
        {query.isError ? (
          <Refusal {...props} error={query.error} />
        ) : result === 'unreadable' ? (
          <span className="text-buff">
            {translate('It returned {data}, which doesn’t match this ABI.', {
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

export declare namespace ContractReading {
  type Props = EditorProps &
    CallContract & { address: NonNullable<CallContract['address']>; fn: ReadFunction }
}

/** Why there is no answer: the contract's own error, else that its chain cannot be reached. */
function Refusal(props: ContractReading.Props & { error: Error }) {
  const { read, place, address, error } = props
  const data = findRevertData(error)
  if (data === undefined)
    return (
      <Note tone="buff" title={translate('No response')}>
        {translate('{chain} isn’t responding.', { chain: place.chain.name })}
      </Note>
    )
  const { abi } = read
  const revert = decodeRevert(data, abi && 'errors' in abi ? abi.errors : [])
  return (
    <Note tone="flare" title={translate('The call reverted')}>
      {revert ? (
        <ContractError revert={revert} place={{ chainId: place.chain.chainId, address }} />
      ) : data === '0x' ? (
        translate('No reason given.')
      ) : (
        <>
          {unnamedError}
          <SupportDetails>{data}</SupportDetails>
        </>
      )}
    </Note>
  )
}

function Answer(props: ContractReading.Props & { values: readonly FieldValue[] }) {
  const { fn, values, facts } = props
  const formats = useFormats()
  if (values.length === 0) return <>{translate('No return value.')}</>
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
