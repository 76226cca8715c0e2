import { assetDifferences } from '../../api/balances/assetDifferences.ts'
import { useAssets } from '../../api/service/discovery.ts'
import { isOtherTotal, type PinnedBalances } from '../../api/balances/pinnedBalances.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Note } from '../../components/status/Note.tsx'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { AmountsOtherwise, mostTold, useAmountsOtherwise } from '../AmountsOtherwise.tsx'

/** What the service says of the balances that this app does not find so; nothing when it agrees. */
export function SaidOtherwise(props: SaidOtherwise.Props) {
  const { record } = props
  const network = useNetwork()
  const formats = useFormats()
  const differences = assetDifferences(useAssets().data ?? [], network)
  const amounts = useAmountsOtherwise()
  const isOther = isOtherTotal(record) === true
  if (!isOther && differences.length + amounts.length === 0) return null
  return (
    <div className="mb-9">
      <Note tone="buff" isAlert title="The service says something else">
        {isOther && (
          <p>
            It says that all of this is worth {formats.usd(record.saidUsd)}. By its own amounts and
            the price feeds of the chains it is {formats.usd(record.saidAmountsUsd)}.
          </p>
        )}
        <AmountsOtherwise amounts={amounts} />
        {differences.slice(0, mostTold).map(({ assetId, pinned, said }) => (
          <p key={assetId}>
            It calls {pinned} {said}.
          </p>
        ))}
        {differences.length > mostTold && <p>And {differences.length - mostTold} more.</p>}
        <p>
          What you see here is what the chains say, where they answer. Do not sign because of this
          service.
        </p>
      </Note>
    </div>
  )
}

export declare namespace SaidOtherwise {
  type Props = { record: PinnedBalances }
}
