import { HeroRibbons } from '../../components/flow/HeroRibbons.tsx'
import { Skeleton, useDelay } from '../../components/status/Skeleton.tsx'
import { translate } from '../../language/translate.ts'
import { useChainIdentities } from '../chains/useChainIdentities.ts'
import { assetColumns } from './AssetRow.tsx'

/** A skeleton of the page while balances are loading; empty for the first 250 ms. */
export function BalancesPending() {
  const chains = [...useChainIdentities().values()]
  const isSlow = useDelay()
  if (!isSlow) return <output className="sr-only">{translate('Loading balances')}</output>
  return (
    <div aria-busy="true">
      <output className="sr-only">{translate('Loading balances')}</output>
      <h1 className="text-base font-normal text-ink-2">{translate('Total balance')}</h1>
      <div className="mt-3">
        <Skeleton width={300} height={52} />
      </div>
      <div className="mt-4">
        <Skeleton width={220} />
      </div>
      <div
        className="mt-10 grid gap-6"
        style={{ gridTemplateColumns: `repeat(${chains.length}, minmax(0, 1fr))` }}
      >
        {chains.map(({ chain }) => (
          <div key={chain} className="flex flex-col gap-2">
            <Skeleton width={72} height={12} />
            <Skeleton width={104} height={16} />
          </div>
        ))}
      </div>
      <div className="mt-4 max-md:hidden">
        <HeroRibbons look="ghost" parts={chains.map((chain) => ({ chain, value: 1 }))} />
        <div className="flex gap-0.75">
          {chains.map(({ chain }) => (
            <span key={chain} className="skel h-12 flex-1 rounded-none" />
          ))}
        </div>
      </div>
      <div className="mt-12 xl:mr-[432px]">
        <h2 className="mb-6 text-lg font-semibold">{translate('Assets')}</h2>
        {[104, 96, 88, 80].map((width) => (
          <div
            key={width}
            className="grid h-17 items-center gap-x-5 border-t border-line max-md:flex max-md:justify-between"
            style={{ gridTemplateColumns: assetColumns }}
          >
            <div className="flex items-center gap-3.5">
              <Skeleton width={38} height={38} round />
              <div className="flex flex-col gap-2">
                <Skeleton width={width} height={13} />
                <Skeleton width={72} height={11} />
              </div>
            </div>
            <span className="max-md:hidden">
              <Skeleton height={12} />
            </span>
            <span className="justify-self-end max-md:hidden">
              <Skeleton width={76} />
            </span>
            <span className="justify-self-end">
              <Skeleton width={84} />
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
