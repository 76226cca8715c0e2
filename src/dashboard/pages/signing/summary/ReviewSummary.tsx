import { type ReactNode, useMemo } from 'react'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { useOnChainBalances } from '../../../api/balances/balances.ts'
import { useUnlistedUnits } from '../../../api/balances/unlistedBalances.ts'
import { useFeedPrices } from '../../../api/chains/feedPrices.ts'
import { useFormats } from '../../../components/amounts/Formats.tsx'
import { type ChainIdentity, buildUnknownChain } from '../../../components/flow/chainIdentity.ts'
import { addTraded } from '../../../review/cases/unlisted.ts'
import type { Review, OperationFacts } from '../../../review/verifyQuote.ts'
import { useAccount } from '../../../wallets/accounts/useAccount.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { formatRate } from '../../amounts/rate.ts'
import { useRoots } from '../../chains/useInstallation.ts'
import { UnlistedPart } from '../UnlistedPart.tsx'
import { BalanceChanges } from './BalanceChanges.tsx'
import { addUnits, findChanges, readChanges } from './balanceChanges.ts'
import { ExpectedTime } from './ExpectedTime.tsx'
import { PaySide, type SummaryCall } from './PaySide.tsx'
import { Recipient } from './Recipient.tsx'
import { SummaryFees } from './SummaryFees.tsx'
import { SummaryRow } from './SummaryRow.tsx'
import { buildSummary } from './summary.ts'
import { useOperationTrials } from '../../../api/chains/operationTrials.ts'
import { buildTrialRequests, readTrials, type SimulatedChanges } from './simulatedChanges.ts'

/**
 * What a buyer reads before signing: what is paid on each chain, what arrives at least and where,
 * the rate, each fee with its receiver, the balances before and after, and the time. All of it is
 * decoded from what is signed and valued by the pinned feeds; where only the service says
 * something, that is said.
 */
export function ReviewSummary(props: ReviewSummary.Props) {
  const { review, chains, call, names } = props
  const { traded } = review
  const network = useNetwork()
  const { accounts } = useAccount()
  const known = { roots: useRoots(), prices: useFeedPrices(network).data }
  const summary = buildSummary(review, addTraded(known, traded))
  const listed = useOnChainBalances(accounts, network)
  const unlisted = useUnlistedUnits(accounts, network, traded ? [traded.asset.assetType] : [])
  const simulated = useSimulatedChanges(review.operations)
  const { locale } = useFormats()
  if (!summary) return null
  const own = accounts.map(({ accountAddress }) => accountAddress)
  const changes = findChanges(summary, { own, isForCall: call !== undefined })
  const { recipient, rate } = summary
  function getChain(chainId: string): ChainIdentity {
    return chains.get(chainId) ?? buildUnknownChain(chainId)
  }
  return (
    <Panel>
      <PaySide {...{ summary, getChain, call }} isOwn={isOwn(recipient?.address, own)} />
      <dl className="rule border-t border-line px-5 md:px-6">
        {recipient && !call && (
          <SummaryRow name={translate('Recipient')}>
            <Recipient
              recipient={recipient}
              own={own}
              chain={getChain(recipient.chainId)}
              name={names?.get(toAddressKey(recipient.address))}
            />
          </SummaryRow>
        )}
        {rate && !call && (
          <SummaryRow name={translate('Rate, fees included')}>
            <span className="num">{formatRate(rate, locale)}</span>
          </SummaryRow>
        )}
        {traded && !call && (
          <SummaryRow name={translate('Unlisted')}>
            <UnlistedPart traded={traded} />
          </SummaryRow>
        )}
        <SummaryRow name={translate('Fees')}>
          <SummaryFees summary={summary} />
        </SummaryRow>
      </dl>
      <BalanceChanges
        changes={readChanges(changes, addUnits(listed, unlisted), simulated)}
        simulated={simulated}
        getChain={getChain}
      />
      <dl className="border-t border-line px-5 md:px-6">
        <SummaryRow name={translate('Time')}>
          <ExpectedTime review={review} accounts={own} />
        </SummaryRow>
      </dl>
    </Panel>
  )
}

export declare namespace ReviewSummary {
  type Props = {
    review: Review
    chains: ReadonlyMap<string, ChainIdentity>
    /** What addresses are called here, by their key. */
    names?: ReadonlyMap<string, string>
    /** Set when the quote pays for a call: what the call gets for it. */
    call?: SummaryCall
  }
}

function Panel(props: { children: ReactNode }) {
  return (
    <section className="panel mb-6 overflow-hidden" aria-label={translate('Summary')}>
      {props.children}
    </section>
  )
}

function isOwn(address: string | undefined, own: readonly string[]): boolean {
  return own.some((one) => one.toLowerCase() === address?.toLowerCase())
}

/** Runs what is signed by the chains' own nodes, and returns what it does to the balances. */
function useSimulatedChanges(operations: readonly OperationFacts[]): SimulatedChanges {
  const roots = useRoots()
  const requests = useMemo(() => buildTrialRequests(operations, roots), [operations, roots])
  const answers = useOperationTrials(useNetwork(), requests)
  return useMemo(
    () => readTrials(operations, { assets: roots.assets, answers }),
    [operations, roots, answers],
  )
}
