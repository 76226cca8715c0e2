import { Address } from '#dashboard/components/status/Address.tsx'
import type { SolanaOperationFacts } from '#dashboard/review/cases/operationFacts.ts'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import { EscrowFact, FactTime, OperationFact, OperationFactGrid } from './OperationFact.tsx'

/** Escrow, deadlines, account and fee payer of an operation on Solana. */
export function SolanaFactList(props: SolanaFactList.Props) {
  const { validUntil, refundAfter, feePayer, account, chain } = props.operation
  return (
    <OperationFactGrid>
      {refundAfter !== undefined && (
        <EscrowFact name={translate('Escrow program')} address={chain.program} />
      )}
      <OperationFact name={translate('Valid until')}>
        {validUntil === undefined ? (
          translate('Its blockhash expires (within minutes)')
        ) : (
          <FactTime atSeconds={validUntil} />
        )}
      </OperationFact>
      {refundAfter !== undefined && (
        <OperationFact name={translate('Refundable from')}>
          <FactTime atSeconds={refundAfter} />
        </OperationFact>
      )}
      <OperationFact name={translate('Network fee')}>
        {translate('Nothing extra to pay')}
      </OperationFact>
      <OperationFact name={translate('Fee payer')}>
        {translateRich('{address} (the service)', {
          address: <Address value={feePayer} canCopy={false} />,
        })}
      </OperationFact>
      <OperationFact name={translate('Account')}>
        <Address value={account.accountAddress} canCopy={false} />
      </OperationFact>
      <OperationFact name={translate('You sign')}>
        {translate('A Solana message, version 0')}
      </OperationFact>
    </OperationFactGrid>
  )
}

export declare namespace SolanaFactList {
  type Props = { operation: SolanaOperationFacts }
}
