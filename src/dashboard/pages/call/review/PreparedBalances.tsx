import { useOnChainBalances } from '#dashboard/api/balances/balances.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { type ChainIdentity, buildUnknownChain } from '#dashboard/components/flow/chainIdentity.ts'
import { Address } from '#dashboard/components/status/Address.tsx'
import type { PreparedFacts } from '#dashboard/review/verifyPrepared.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { useAccount } from '#dashboard/wallets/accounts/useAccount.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import { FactTime } from '../../signing/operations/OperationFact.tsx'
import { BalanceChanges } from '../../signing/summary/BalanceChanges.tsx'
import { readChanges } from '../../signing/summary/balanceChanges.ts'
import { SummaryRow } from '../../signing/summary/SummaryRow.tsx'
import { useRoots } from '../../chains/useInstallation.ts'
import { findPreparedChanges, type SimulatedShare } from './preparedChanges.ts'
import { formatAssetAmount } from './preparedSteps.ts'

/** What the calls do to the account's balances, as far as their bytes say it; fee and time. */
export function PreparedBalances(props: PreparedBalances.Props) {
  const { facts, chains, simulated } = props
  const roots = useRoots()
  const { vault } = facts.operation.chain
  const held = useOnChainBalances(useAccount().accounts, useNetwork())
  const { changes, isOpen } = findPreparedChanges(facts, roots)
  const formats = useFormats()
  return (
    <section className="panel mb-6 overflow-hidden" aria-label={translate('Summary')}>
      <BalanceChanges
        changes={readChanges(changes, held)}
        getChain={(chainId) => chains.get(chainId) ?? buildUnknownChain(chainId)}
        {...(isOpen && { note: translate('Calls this app can’t decode may move more.') })}
      />
      <dl className="rule border-t border-line px-5 md:px-6">
        {simulated.length > 0 && (
          <SummaryRow name={translate('Simulated')}>
            {simulated.map(({ token, symbol, decimals, change }) => (
              <span key={token} className="num block">
                {change > 0n ? '+' : ''}
                {formats.asset({ units: change, decimals, symbol })} <Address value={token} />
              </span>
            ))}
            <span className="block text-sm text-ink-3">
              {simulated.every(({ token }) => vault !== undefined && isSameAddress(token, vault))
                ? translate('Shares of this network’s own vault.')
                : translate('Unlisted tokens, named by their own contracts.')}
            </span>
          </SummaryRow>
        )}
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
            translate('Included in the payment you review next')
          )}
        </SummaryRow>
        <SummaryRow name={translate('Time')}>
          {translateRich('All at once by {time}, or not at all', {
            time: <FactTime atSeconds={facts.validUntil} />,
          })}
        </SummaryRow>
      </dl>
    </section>
  )
}

export declare namespace PreparedBalances {
  type Props = {
    facts: PreparedFacts
    chains: ReadonlyMap<string, ChainIdentity>
    /** What only the simulation of the form showed. */
    simulated: readonly SimulatedShare[]
  }
}
