import type { ReactNode } from 'react'

import type { HistoryRecord } from '#protocol/status.ts'
import { Address } from '../../components/Address.tsx'
import { AmountText } from '../../components/AmountText.tsx'
import { useFormats } from '../../components/Formats.tsx'
import type { ExecutionView } from './executionView.ts'

/** The numbers and names of an execution. */
export function ExecutionDetails(props: ExecutionDetails.Props) {
  const { view, record, quoteId } = props
  const { paid, received, minimum, status, isDelivered, recipient } = view
  const formats = useFormats()
  const isDone = status === 'COMPLETED'
  const paidUsd = record?.originToken.fiatValue.reduce((sum, one) => sum + Number(one.fiatValue), 0)
  return (
    <section className="panel self-start p-5 md:p-6" aria-labelledby="details">
      <h2 id="details" className="mb-2 text-lg font-semibold">
        {isDone ? 'Result' : 'Details'}
      </h2>
      <dl>
        {paid && (
          <Row name={isDone ? 'You paid' : 'You pay'}>
            <span className="font-semibold">
              <AmountText {...paid} detail="quote" />
            </span>
          </Row>
        )}
        {status === 'REFUNDED' && paid && (
          <Row name="Back with you">
            <span className="font-semibold">
              <AmountText {...paid} detail="quote" />
            </span>
          </Row>
        )}
        {isDelivered && received && (
          <Row name="You received">
            <span className="font-semibold">
              <AmountText {...received} detail="quote" />
            </span>
          </Row>
        )}
        {!isDelivered && !view.isBroken && minimum && (
          <Row name="You receive at least">
            <span className="font-semibold">
              <AmountText {...minimum} detail="quote" />
            </span>
          </Row>
        )}
        {paidUsd !== undefined && <Row name="Worth">{formats.usd(paidUsd)}</Row>}
        {recipient && (
          <Row name="Recipient">
            <Address value={recipient} />
          </Row>
        )}
        <Row name="Quote">
          <Address value={quoteId} label="quote id" />
        </Row>
        <Row name="Service status">
          <span className="mono text-sm">{status ?? 'not known'}</span>
        </Row>
      </dl>
    </section>
  )
}

export declare namespace ExecutionDetails {
  type Props = { view: ExecutionView; record: HistoryRecord | undefined; quoteId: string }
}

function Row(props: { name: string; children: ReactNode }) {
  return (
    <div className="kv">
      <dt>{props.name}</dt>
      <dd className="num">{props.children}</dd>
    </div>
  )
}
