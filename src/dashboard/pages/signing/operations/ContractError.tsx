import { type ContractPlace, useContractFacts } from '#dashboard/api/chains/contractFacts.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import type { DecodedRevert } from '#dashboard/review/messages/decodeRevert.ts'
import { SupportDetails } from '#dashboard/components/status/SupportDetails.tsx'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'

import { explainRevert } from './decoding/explainRevert.ts'

/** A decoded contract error: what to do about it, its name and its values. */
export function ContractError(props: ContractError.Props) {
  const { revert, place } = props
  const facts = useContractFacts(useNetwork(), place).data
  const { sentence, values } = explainRevert(revert, { facts, formats: useFormats() })
  const parts = (
    <>
      <div className="mono text-sm font-semibold break-all text-ink">{revert.name}</div>
      {values.length > 0 && (
        <dl className="mt-1 text-sm">
          {values.map((one, index) => (
            <div key={index} className="flex gap-3 py-0.5">
              <dt className="max-w-28 shrink-0 break-words text-ink-2">{one.name}</dt>
              <dd className="mono min-w-0 break-all text-ink">{one.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
  if (sentence === undefined)
    return <div className="mt-2 rounded-md border border-line bg-surface px-3 py-2">{parts}</div>
  return (
    <>
      {sentence}
      <SupportDetails>{parts}</SupportDetails>
    </>
  )
}

export declare namespace ContractError {
  type Props = {
    revert: DecodedRevert
    /** The contract that was called; undefined where it is not clear which. */
    place: ContractPlace | undefined
  }
}
