import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'

import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import { type ChainIdentity, buildUnknownChain } from '#dashboard/components/flow/chainIdentity.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { IconButton } from '#dashboard/components/forms/Button.tsx'
import { type OperationFacts, getSourceAccount } from '#dashboard/review/verifyQuote.ts'
import { translate } from '../../../language/translate.ts'
import { useRoots } from '../../chains/useInstallation.ts'
import { AuthorizationFacts } from './AuthorizationFacts.tsx'
import {
  EvmFactList,
  NumberedSteps,
  OperationFrame,
  type OperationState,
} from './OperationFrame.tsx'
import { buildOperationSteps, getOperationTitle } from './operationSteps.ts'
import { SolanaFactList } from './SolanaFactList.tsx'

/** One operation in plain words, read from its call data; the current one is unfolded. */
export function OperationCard(props: OperationCard.Props) {
  const { operation, count, state, chains, isFirst, isOneOfSeveral } = props
  const [isOpen, setOpen] = useState(isFirst)
  const formats = useFormats()
  const chain = chains.get(operation.chain.chainId) ?? buildUnknownChain(operation.chain.chainId)
  const isShown = isOpen || state === 'asking'
  const place = { number: operation.index + 1, total: count, chain: chain.name }
  return (
    <OperationFrame
      title={getOperationTitle(operation, formats)}
      detail={
        <>
          {isOneOfSeveral
            ? translate('Operation {number} of {total}, on {chain}, from {address}', {
                ...place,
                address: shortenAddress(getSourceAccount(operation)),
              })
            : translate('Operation {number} of {total}, on {chain}', place)}
        </>
      }
      chain={chain}
      state={state}
      action={
        <IconButton
          icon={isShown ? ChevronUp : ChevronDown}
          size="sm"
          label={
            isShown
              ? translate('Hide details of operation {number}', { number: operation.index + 1 })
              : translate('Show details of operation {number}', { number: operation.index + 1 })
          }
          aria-expanded={isShown}
          onClick={() => setOpen(!isShown)}
        />
      }
    >
      {isShown && <Details operation={operation} />}
    </OperationFrame>
  )
}

export declare namespace OperationCard {
  type Props = {
    operation: OperationFacts
    count: number
    state: OperationState
    chains: ReadonlyMap<string, ChainIdentity>
    isFirst: boolean
    /** Set when several accounts pay: the card then names the account. */
    isOneOfSeveral: boolean
  }
}

function Details(props: { operation: OperationFacts }) {
  const { operation } = props
  const steps = buildOperationSteps(operation, { formats: useFormats(), roots: useRoots() })
  return (
    <>
      <NumberedSteps steps={steps.map(({ id, text }) => ({ id, content: text }))} />
      {operation.kind === 'solana' ? (
        <SolanaFactList operation={operation} />
      ) : (
        <>
          <EvmFactList operation={operation} />
          <AuthorizationFacts operation={operation} />
        </>
      )}
    </>
  )
}
