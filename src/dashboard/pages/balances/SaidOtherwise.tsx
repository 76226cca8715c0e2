import { splitAssetType } from '#protocol/caip.ts'
import { assetDifferences } from '../../api/assetDifferences.ts'
import { useHeld } from '../../api/balances.ts'
import { useAssets } from '../../api/discovery.ts'
import type { HeldDifference } from '../../api/heldBalances.ts'
import { isOtherTotal, type PinnedBalances } from '../../api/pinnedBalances.ts'
import { useFormats } from '../../components/Formats.tsx'
import { Note } from '../../components/Note.tsx'
import { useAccount } from '../../wallets/useAccount.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { useChainIdentities } from '../useChainIdentities.ts'

/** Of each kind of difference. */
const mostTold = 3

/** What the service says of the balances that this app does not find so; nothing when it agrees. */
export function SaidOtherwise(props: SaidOtherwise.Props) {
  const { record } = props
  const network = useNetwork()
  const formats = useFormats()
  const differences = assetDifferences(useAssets().data ?? [], network)
  const { accounts } = useAccount()
  const amounts = useHeld(accounts, network)?.differences ?? []
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
        {amounts.slice(0, mostTold).map((one) => (
          <AmountOtherwise key={`${one.account} ${one.assetType}`} difference={one} />
        ))}
        {amounts.length > mostTold && <p>And {amounts.length - mostTold} more amounts.</p>}
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

function AmountOtherwise({ difference }: { difference: HeldDifference }) {
  const { assetType, said, held } = difference
  const network = useNetwork()
  const formats = useFormats()
  const chain = useChainIdentities().get(splitAssetType(assetType).chainId)
  const member = network.aggregates
    .flatMap(({ members }) => members)
    .find((one) => one.assetType === assetType)
  if (!member) return null
  const { decimals, symbol } = member
  const [saidText, heldText] = [said, held].map((units) => formats.amount(units, { decimals }))
  return (
    <p>
      It says {saidText} {symbol} on {chain?.name}, the chain says {heldText}.
    </p>
  )
}

export declare namespace SaidOtherwise {
  type Props = { record: PinnedBalances }
}
