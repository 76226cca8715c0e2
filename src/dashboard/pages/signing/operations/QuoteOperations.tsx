import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import type { OperationFacts } from '#dashboard/review/verifyQuote.ts'
import { ReviewTabs } from '../ReviewTabs.tsx'
import type { Signing } from '../useSigning.ts'
import { OperationCard } from './OperationCard.tsx'
import type { OperationState } from './OperationFrame.tsx'
import { RawOperations } from './raw/RawOperations.tsx'

/** The operations of a quote, in plain words with the state of each signature, or as raw data. */
export function QuoteOperations(props: QuoteOperations.Props) {
  const { operations, quoted, signing, isExpired, chains, isOneOfSeveral = false } = props
  const { id } = quoted.quote
  return (
    <ReviewTabs
      words={
        <div className="flex flex-col gap-4">
          {operations.map((operation) => (
            <OperationCard
              // The same card for the next quote, so that it stays open.
              key={operation.index}
              operation={operation}
              count={operations.length}
              chains={chains}
              state={isExpired ? 'open' : getOperationState(signing, operation.index)}
              isFirst={operation.index === 0}
              isOneOfSeveral={isOneOfSeveral}
            />
          ))}
        </div>
      }
      raw={
        <RawOperations
          operations={operations}
          saved={{ name: 'quote', id, received: quoted.received }}
        />
      }
    />
  )
}

export declare namespace QuoteOperations {
  type Props = {
    operations: readonly OperationFacts[]
    quoted: { quote: { id: string }; received: unknown }
    signing: Pick<Signing, 'phase' | 'signed'>
    isExpired: boolean
    chains: ReadonlyMap<string, ChainIdentity>
    /** Set when several accounts pay: each operation then names its account. */
    isOneOfSeveral?: boolean
  }
}

function getOperationState(
  { phase, signed }: QuoteOperations.Props['signing'],
  index: number,
): OperationState {
  if (phase.step === 'asking' && phase.index === index) return 'asking'
  return signed.includes(index) ? 'signed' : 'open'
}
