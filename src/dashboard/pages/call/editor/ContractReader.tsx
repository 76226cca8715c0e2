import { lazy, Suspense, useState } from 'react'

import { Select } from '#dashboard/components/forms/Select.tsx'
import { translate } from '../../../language/translate.ts'
import type { EditorProps } from './editorProps.ts'
import type { CallContract } from './useContract.ts'

const ContractReading = lazy(async () => ({
  default: (await import('./ContractReading.tsx')).ContractReading,
}))

/** Calls functions of the contract that only read; part of no operation, and signed by nobody. */
export function ContractReader(props: ContractReader.Props) {
  const { read, address, facts } = props
  const { abi } = read
  const readers = abi && 'readers' in abi ? abi.readers : []
  const [signature, setSignature] = useState('')
  const fn = readers.find((one) => one.signature === signature)
  if (!address || readers.length === 0 || facts?.hasCode === false) return null
  return (
    <details className="panel">
      <summary className="cursor-pointer px-5 py-4 font-semibold md:px-6">
        {translate('Read from this contract')}
      </summary>
      <div className="flex flex-col gap-4 px-5 pb-5 md:px-6 md:pb-6">
        <Select
          label={translate('Function to read')}
          value={fn?.signature ?? ''}
          placeholder={translate('Choose')}
          options={readers.map((one) => ({ value: one.signature, label: one.signature }))}
          hint={translate('It costs nothing, is not signed, and is no part of the batch.')}
          onValueChange={setSignature}
        />
        {fn && (
          <Suspense>
            <ContractReading
              key={`${address}${fn.signature}`}
              {...props}
              address={address}
              fn={fn}
            />
          </Suspense>
        )}
      </div>
    </details>
  )
}

export declare namespace ContractReader {
  type Props = EditorProps & CallContract
}
