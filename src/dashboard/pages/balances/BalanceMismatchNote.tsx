import { compareAssets } from '../../api/balances/compareAssets.ts'
import { useAssets } from '../../api/service/assets.ts'
import { isTotalMismatch, type RecomputedBalances } from '../../api/balances/recomputedBalances.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Note } from '../../components/status/Note.tsx'
import { translate } from '../../language/translate.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { BalanceMismatches, maxListed, useBalanceMismatches } from '../notes/BalanceMismatches.tsx'

/** Lists reported balances that this app reads differently; nothing when they agree. */
export function BalanceMismatchNote(props: BalanceMismatchNote.Props) {
  const { record } = props
  const network = useNetwork()
  const formats = useFormats()
  const differences = compareAssets(useAssets().data ?? [], network)
  const amounts = useBalanceMismatches()
  const isOther = isTotalMismatch(record) === true
  if (!isOther && differences.length + amounts.length === 0) return null
  return (
    <div className="mb-9">
      <Note tone="buff" isAlert title={translate('The service reports different values')}>
        {isOther && (
          <p>
            {translate(
              'It reports a total of {reported}. Its own amounts at on-chain prices give {computed}.',
              {
                reported: formats.usd(record.reportedUsd),
                computed: formats.usd(record.reportedAmountsUsd),
              },
            )}
          </p>
        )}
        <BalanceMismatches amounts={amounts} />
        {differences.slice(0, maxListed).map(({ assetId, pinned, reported }) => (
          <p key={assetId}>{translate('It lists {pinned} as {reported}.', { pinned, reported })}</p>
        ))}
        {differences.length > maxListed && (
          <p>{translate('And {count} more.', { count: differences.length - maxListed })}</p>
        )}
        <p>
          {translate(
            'This page shows what the chains report, where they respond. Don’t sign anything based on this service’s numbers.',
          )}
        </p>
      </Note>
    </div>
  )
}

export declare namespace BalanceMismatchNote {
  type Props = { record: RecomputedBalances }
}
