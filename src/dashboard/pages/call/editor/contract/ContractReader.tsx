import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'

import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { Select } from '#dashboard/components/forms/Select.tsx'
import { translate } from '../../../../language/translate.ts'
import type { EditorProps } from '../fields/editorProps.ts'
import type { CallContract } from './useContract.ts'
import { lazyComponent } from '#dashboard/components/lazyComponent.tsx'

const ContractReading = lazyComponent(
  async () => (await import('./ContractReading.tsx')).ContractReading,
)

/** Calls functions of the contract that only read; part of no operation, and signed by nobody. */
export function ContractReader(props: ContractReader.Props) {
  const { read, address, facts } = props
  const { abi } = read
  const readers = abi && 'readers' in abi ? abi.readers : []
  const [signature, setSignature] = useState('')
  const fn = readers.find((one) => one.signature === signature)
  if (!address || readers.length === 0 || facts?.hasCode === false) return null
  return (
    <details className="panel group">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 px-5 font-semibold md:px-6">
        {translate('Read contract')}
        <Icon of={ChevronDown} size={17} className="text-ink-3 group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-4 px-5 pb-5 md:px-6 md:pb-6">
        <Select
          label={translate('Function to read')}
          value={fn?.signature ?? ''}
          placeholder={translate('Choose')}
          options={readers.map((one) => ({ value: one.signature, label: one.signature }))}
          hint={translate('Free, unsigned and not part of the batch.')}
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
