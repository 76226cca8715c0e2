import { Address } from '#dashboard/components/status/Address.tsx'
import type { EvmOperationFacts } from '#dashboard/review/verifyQuote.ts'
import { translate } from '../../../language/translate.ts'
import { EscrowFact, FactTime, OperationFact, OperationFactGrid } from './OperationFact.tsx'

/** Escrow, deadline, account and nonce of an operation on an EVM chain. */
export function EvmFactList(props: EvmFactList.Props) {
  const { operation } = props
  const escrow = operation.calls.find((call) => call.kind === 'deposit')?.escrow
  return (
    <OperationFactGrid>
      {escrow && <EscrowFact name={translate('Escrow contract')} address={escrow} />}
      <OperationFact name={translate('Valid until')}>
        <FactTime atSeconds={operation.validUntil ?? 0n} />
      </OperationFact>
      <OperationFact name={translate('Network fee')}>
        {translate('Covered by the service')}
      </OperationFact>
      <OperationFact name={translate('Account')}>
        <Address value={operation.userOp.sender} canCopy={false} />
      </OperationFact>
      <OperationFact name={translate('Nonce')}>
        <span className="mono truncate" title={operation.userOp.nonce}>
          {operation.userOp.nonce.slice(0, 8)}…
        </span>
      </OperationFact>
      <OperationFact name={translate('You sign')}>
        {operation.delegation
          ? translate('Typed data (EIP-712) and an authorization (EIP-7702)')
          : translate('Typed data (EIP-712)')}
      </OperationFact>
    </OperationFactGrid>
  )
}

export declare namespace EvmFactList {
  type Props = { operation: EvmOperationFacts }
}
