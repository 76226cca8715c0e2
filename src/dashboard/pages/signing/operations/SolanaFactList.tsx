import { Address } from '#dashboard/components/status/Address.tsx'
import { formatClockTime, formatExactTime } from '#dashboard/components/status/formatTime.ts'
import type { SolanaOperationFacts } from '#dashboard/review/cases/operationFacts.ts'
import { useInstallation } from '../../useInstallation.ts'
import { OperationFact } from './OperationFact.tsx'

/** Escrow, deadlines, account and fee payer of an operation on Solana. */
export function SolanaFactList(props: SolanaFactList.Props) {
  const { operation } = props
  const { trust } = useInstallation()
  const isTrusted = trust === 'compiled' || trust === 'pinned'
  const { validUntil, refundAfter, feePayer, account, chain } = operation
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 border-t border-line pt-4 md:grid-cols-3">
      {refundAfter !== undefined && (
        <OperationFact name="Escrow program">
          <Address value={chain.program} canCopy={false} />
          {isTrusted && <span className="chip chip-reed !h-5 !px-1.5">Pinned</span>}
        </OperationFact>
      )}
      <OperationFact name="Valid until">
        {validUntil === undefined ? (
          'Its blockhash expires, within minutes'
        ) : (
          <Time at={validUntil} />
        )}
      </OperationFact>
      {refundAfter !== undefined && (
        <OperationFact name="Refundable from">
          <Time at={refundAfter} />
        </OperationFact>
      )}
      <OperationFact name="Network fee">You pay none</OperationFact>
      <OperationFact name="Fee payer">
        <Address value={feePayer} canCopy={false} />
        the service
      </OperationFact>
      <OperationFact name="Account">
        <Address value={account.accountAddress} canCopy={false} />
      </OperationFact>
      <OperationFact name="You sign">A Solana message, version 0</OperationFact>
    </dl>
  )
}

export declare namespace SolanaFactList {
  type Props = { operation: SolanaOperationFacts }
}

function Time(props: { at: bigint }) {
  const atMs = Number(props.at) * 1000
  return (
    <time dateTime={new Date(atMs).toISOString()} title={formatExactTime(atMs)}>
      {formatClockTime(atMs, 'seconds')}
    </time>
  )
}
