import { useFormats } from '../../components/amounts/Formats.tsx'
import { Note } from '../../components/status/Note.tsx'
import type { AmountMismatch } from './view/knownAmounts.ts'

const whatLabels = { paid: 'you paid', received: 'you received' }
const sourceLabels = { chain: 'the chain says', signed: 'you signed', service: 'it says' }

/** Lists reported amounts that differ from the known ones; nothing when they agree. */
export function AmountMismatchNote(props: AmountMismatchNote.Props) {
  const { mismatches } = props
  const formats = useFormats()
  if (mismatches.length === 0) return null
  return (
    <div className="mb-6">
      <Note tone="buff" isAlert title="The service says something else">
        {mismatches.map(({ what, reported, known, source }) => (
          <p key={what + reported.chainId + reported.symbol}>
            It says that {whatLabels[what]} {formatFull(reported)} on {reported.chain.name},{' '}
            {sourceLabels[source]} {known ? formatFull(known) : 'nothing of it'}.
          </p>
        ))}
        <p>What you see here is what the chains say, and what you signed.</p>
      </Note>
    </div>
  )

  function formatFull({ units, decimals, symbol }: AmountMismatch['reported']): string {
    return `${formats.amount(units, { decimals, detail: 'full' })} ${symbol}`
  }
}

export declare namespace AmountMismatchNote {
  type Props = { mismatches: readonly AmountMismatch[] }
}
