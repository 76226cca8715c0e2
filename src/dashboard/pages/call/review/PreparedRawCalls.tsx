import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import type { PreparedFacts } from '#dashboard/review/verifyPrepared.ts'
import { translate } from '../../../language/translate.ts'
import { NamedValues } from './NamedValues.tsx'
import { buildPreparedSteps } from './preparedSteps.ts'

/** The user's own calls as they are sent: contract, function, arguments and data. */
export function PreparedRawCalls(props: PreparedRawCalls.Props) {
  const { facts, coin } = props
  const steps = buildPreparedSteps(facts, { formats: useFormats(), coin })
  return (
    <section className="mb-6" aria-labelledby="raw-calls">
      <h3 id="raw-calls" className="mb-2 font-semibold">
        {translate('Your calls, exactly as sent')}
      </h3>
      {steps
        .filter(({ isOwn }) => isOwn)
        .map(({ id, text, values, raw }) => (
          <div key={id} className="mb-3">
            <p className="text-sm text-ink-2">{text}</p>
            <NamedValues of={raw.length > 0 ? raw : values} />
          </div>
        ))}
    </section>
  )
}

export declare namespace PreparedRawCalls {
  type Props = {
    facts: PreparedFacts
    /** Ticker of the chain's native coin. */
    coin: string
  }
}
