import { Address } from '#dashboard/components/status/Address.tsx'
import type { SolanaOperationFacts } from '#dashboard/review/cases/operationFacts.ts'
import { EscrowFact, FactTime, OperationFact, OperationFactGrid } from './OperationFact.tsx'

/** Escrow, deadlines, account and fee payer of an operation on Solana. */
export function SolanaFactList(props: SolanaFactList.Props) {
  const { validUntil, refundAfter, feePayer, account, chain } = props.operation
  return (
    <OperationFactGrid>
      {refundAfter !== undefined && <EscrowFact name="Escrow program" address={chain.program} />}
      <OperationFact name="Valid until">
        {validUntil === undefined ? (
          'Its blockhash expires, within minutes'
        ) : (
          <FactTime atSeconds={validUntil} />
        )}
      </OperationFact>
      {refundAfter !== undefined && (
        <OperationFact name="Refundable from">
          <FactTime atSeconds={refundAfter} />
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
    </OperationFactGrid>
  )
}

export declare namespace SolanaFactList {
  type Props = { operation: SolanaOperationFacts }
}
