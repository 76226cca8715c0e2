import { useFormats } from '../../components/amounts/Formats.tsx'
import { Note } from '../../components/status/Note.tsx'
import type { Otherwise } from './view/knownAmounts.ts'

const told = { paid: 'you paid', received: 'you received' }
const knownBy = { chain: 'the chain says', signed: 'you signed', service: 'it says' }

/** What the service says of an execution's amounts that is not so; nothing when it agrees. */
export function SaidOtherwise(props: SaidOtherwise.Props) {
  const { otherwise } = props
  const formats = useFormats()
  if (otherwise.length === 0) return null
  return (
    <div className="mb-6">
      <Note tone="buff" isAlert title="The service says something else">
        {otherwise.map(({ what, said, known, source }) => (
          <p key={what + said.chainId + said.symbol}>
            It says that {told[what]} {text(said)} on {said.chain.name}, {knownBy[source]}{' '}
            {known ? text(known) : 'nothing of it'}.
          </p>
        ))}
        <p>What you see here is what the chains say, and what you signed.</p>
      </Note>
    </div>
  )

  function text({ units, decimals, symbol }: Otherwise['said']): string {
    return `${formats.amount(units, { decimals, detail: 'full' })} ${symbol}`
  }
}

export declare namespace SaidOtherwise {
  type Props = { otherwise: readonly Otherwise[] }
}
