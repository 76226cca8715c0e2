import { useManyContractFacts } from '#dashboard/api/chains/contractFacts.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import type { PreparedFacts } from '#dashboard/review/verifyPrepared.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import {
  EvmFactList,
  NumberedSteps,
  OperationFrame,
  type OperationState,
} from '../../signing/operations/OperationFrame.tsx'
import { NamedValues } from './NamedValues.tsx'
import { buildPreparedSteps } from './preparedSteps.ts'

/** The prepared operation in plain words: funds, calls with their values, and fee. */
export function PreparedCard(props: PreparedCard.Props) {
  const { facts, chain, coin, state } = props
  const { chainId } = facts.operation.chain
  const contracts = useManyContractFacts(
    useNetwork(),
    facts.calls.map(({ to }) => ({ chainId, address: to })),
  )
  const steps = buildPreparedSteps(facts, { formats: useFormats(), coin, contracts })
  return (
    <OperationFrame
      title={translate(
        '{count, plural, one {Make your call on {name}} other {Make your # calls on {name}}}',
        { count: facts.calls.length, name: chain.name },
      )}
      detail={translate('All or nothing')}
      chain={chain}
      state={state}
    >
      <NumberedSteps
        steps={steps.map(({ id, text, values, isOwn }) => ({
          id,
          content: (
            <>
              <div className={isOwn ? 'font-semibold' : ''}>{text}</div>
              {values.length > 0 && <NamedValues of={values} />}
            </>
          ),
        }))}
      />
      <EvmFactList operation={facts.operation} />
    </OperationFrame>
  )
}

export declare namespace PreparedCard {
  type Props = {
    facts: PreparedFacts
    chain: ChainIdentity
    /** Ticker of the chain's native coin. */
    coin: string
    state: OperationState
  }
}
