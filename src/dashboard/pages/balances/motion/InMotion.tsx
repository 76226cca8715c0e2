import { Link } from 'wouter'

import { toAssetRecords } from '#networks/toAssetRecords.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import { useFormats } from '../../../components/amounts/Formats.tsx'
import { StatusChip } from '../../../components/status/StatusChip.tsx'
import { translate } from '../../../language/translate.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'
import { toNamedAmount } from '../../amounts/nameAmount.ts'
import { sumPaidAmount } from '../../amounts/sumPaidAmount.ts'
import { useChainIdentities } from '../../chains/useChainIdentities.ts'
import type { Motion } from './findMotions.ts'

/** What is under way: what leaves or has left the balance, what arrives, and where each is read. */
export function InMotion(props: InMotion.Props) {
  const { motions } = props
  if (motions.length === 0) return null
  return (
    <section aria-labelledby="in-motion" className="mt-10">
      <h2 id="in-motion" className="text-lg font-semibold">
        {translate('In progress')}
      </h2>
      <ul aria-live="polite" className="mt-3 border-b border-line">
        {motions.map((motion) => (
          <Row key={motion.record.quoteId} motion={motion} />
        ))}
      </ul>
    </section>
  )
}

export declare namespace InMotion {
  type Props = { motions: readonly Motion[] }
}

function Row(props: { motion: Motion }) {
  const { record, promised, taken } = props.motion
  const formats = useFormats()
  const assets = toAssetRecords(useNetwork())
  const sum = sumPaidAmount(
    [...promised, ...taken].map(({ assetType, units }) => ({ assetType, amount: String(units) })),
    assets,
  )
  return (
    <li className="border-t border-line">
      <Link
        href={`/executions/${record.quoteId}`}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 py-3 hover:bg-hover md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_8rem] md:px-3"
      >
        <span className="min-w-0">
          <span className="num block font-semibold">
            {sum ? formats.asset(sum) : translate('Multiple assets')}
          </span>
          <span className="block text-sm text-ink-3">{describePlace(props.motion)}</span>
        </span>
        <span className="text-sm text-ink-2 max-md:order-last max-md:col-span-2">
          <Arrival motion={props.motion} />
        </span>
        <span className="text-right">
          <StatusChip status={record.status} />
        </span>
      </Link>
    </li>
  )
}

/** Where the money is. */
function describePlace({ record, promised, taken }: Motion): string {
  if (record.status === 'FAILED') return translate('Held in escrow; only you can reclaim it')
  if (taken.length === 0) return translate('In your balance, but reserved')
  return promised.length === 0
    ? translate('Left your balance')
    : translate('Partly still in your balance')
}

function Arrival(props: { motion: Motion }) {
  const { record, arriving } = props.motion
  const formats = useFormats()
  const assets = toAssetRecords(useNetwork())
  const chains = useChainIdentities()
  if (record.status === 'FAILED') return translate('Open it to reclaim')
  if (!arriving)
    return record.type === 'CALL'
      ? translate('Pays for a contract call')
      : translate('Goes to another account')
  const named = toNamedAmount(arriving.assetType, String(arriving.units), assets)
  const { chainId } = splitAssetType(arriving.assetType)
  const chain = chains.get(chainId)
  const place = chain?.name ?? chainId
  return named
    ? translate('Delivers at least {amount} on {chain}', {
        amount: formats.asset(named),
        chain: place,
      })
    : translate('Delivers an asset on {chain}', { chain: place })
}
