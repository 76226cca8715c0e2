import type { CallSimulation } from '#chains/evm/trial/tryCalls.ts'
import { useOnChainBalances } from '#dashboard/api/balances/balances.ts'
import { useIndicativeQuote } from '#dashboard/api/service/indicativeQuote.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { type ChainIdentity, buildUnknownChain } from '#dashboard/components/flow/chainIdentity.ts'
import { Address } from '#dashboard/components/status/Address.tsx'
import { toAssetRecords } from '#networks/toAssetRecords.ts'
import type { PreparedFacts } from '#dashboard/review/verifyPrepared.ts'
import type { PreparedCallQuote } from '#protocol/quotes/callQuote.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { useAccount } from '#dashboard/wallets/accounts/useAccount.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import { sumPaidAmount } from '../../amounts/sumPaidAmount.ts'
import { FactTime } from '../../signing/operations/OperationFact.tsx'
import { BalanceChanges } from '../../signing/summary/BalanceChanges.tsx'
import { readChanges } from '../../signing/summary/balanceChanges.ts'
import { SummaryRow } from '../../signing/summary/SummaryRow.tsx'
import { useRoots } from '../../chains/useInstallation.ts'
import { buildEstimateRequest, roundEstimate } from './callEstimate.ts'
import type { TargetAsset } from '../draft/requirements.ts'
import { findPreparedChanges, findSimulatedChanges } from './preparedChanges.ts'
import { formatAssetAmount } from './preparedSteps.ts'

/** What the calls do to the account's balances, as far as their bytes say it; fee and time. */
export function PreparedBalances(props: PreparedBalances.Props) {
  const { facts, prepared, chains, simulation, assets } = props
  const roots = useRoots()
  const { vault } = facts.operation.chain
  const held = useOnChainBalances(useAccount().accounts, useNetwork())
  const { changes, isOpen } = findPreparedChanges(facts, roots)
  const simulated = findSimulatedChanges(simulation, assets, isOpen)
  const unlisted = simulated.filter(({ isListed }) => !isListed)
  const formats = useFormats()
  return (
    <section className="panel mb-6 overflow-hidden" aria-label={translate('Summary')}>
      <BalanceChanges
        changes={readChanges(changes, held)}
        getChain={(chainId) => chains.get(chainId) ?? buildUnknownChain(chainId)}
        {...(isOpen && {
          note:
            simulated.length > 0
              ? translate('Only the simulation shows all that the calls move.')
              : translate('Calls this app can’t decode may move more.'),
        })}
      />
      <dl className="rule border-t border-line px-5 md:px-6">
        {simulated.length > 0 && (
          <SummaryRow name={translate('Simulated')}>
            {simulated.map(({ token, isListed, symbol, decimals, change }) => (
              <span key={token ?? symbol} className="num block">
                {change > 0n ? '+' : ''}
                {formats.asset({ units: change, decimals, symbol })}{' '}
                {!isListed && token && <Address value={token} />}
              </span>
            ))}
            {unlisted.length > 0 && (
              <span className="block text-sm text-ink-3">
                {unlisted.every(({ token }) => token && vault && isSameAddress(token, vault))
                  ? translate('Shares of this network’s own vault.')
                  : translate('Unlisted tokens, named by their own contracts.')}
              </span>
            )}
          </SummaryRow>
        )}
        {facts.lent.length > 0 ? (
          <Estimate facts={facts} prepared={prepared} />
        ) : (
          <SummaryRow name={translate('Fee')}>
            {facts.fee && facts.fee.amount > 0n ? (
              <>
                {formatAssetAmount(facts.fee.amount, facts.fee.asset, formats)}
                <span className="text-sm text-ink-3">
                  {' '}
                  {translateRich('to the service’s fee receiver {address}', {
                    address: <Address value={roots.roles.feeReceiver} canCopy={false} />,
                  })}
                </span>
              </>
            ) : (
              translate('None')
            )}
          </SummaryRow>
        )}
        <SummaryRow name={translate('Time')}>
          {translateRich('All at once by {time}, or not at all', {
            time: <FactTime atSeconds={facts.validUntil} />,
          })}
        </SummaryRow>
      </dl>
    </section>
  )
}

/** About what the call will cost; the payment has a review of its own. */
function Estimate(props: Pick<PreparedBalances.Props, 'facts' | 'prepared'>) {
  const { facts, prepared } = props
  const request = buildEstimateRequest(facts, prepared, useRoots())
  const { data } = useIndicativeQuote(request, { isPaused: false })
  const { fiatValue = [] } = data?.price.originToken ?? {}
  const paid = sumPaidAmount(fiatValue, toAssetRecords(useNetwork()))
  const formats = useFormats()
  return (
    <SummaryRow name={translate('Payment')}>
      {paid && (
        <span className="num block">
          {translate('About {amount}, fees included', {
            amount: formats.asset({ ...paid, units: roundEstimate(paid.units) }),
          })}
        </span>
      )}
      <span className={paid && 'text-sm text-ink-3'}>
        {translate('The exact amount comes next. Nothing is taken before you sign it.')}
      </span>
    </SummaryRow>
  )
}

export declare namespace PreparedBalances {
  type Props = {
    facts: PreparedFacts
    prepared: PreparedCallQuote
    chains: ReadonlyMap<string, ChainIdentity>
    /** Of the form, and the listed assets of its chain. */
    simulation: CallSimulation | undefined
    assets: readonly TargetAsset[]
  }
}
