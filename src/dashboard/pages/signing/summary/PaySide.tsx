import type { ReactNode } from 'react'

import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import { AmountText } from '#dashboard/components/amounts/AmountText.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { ChainGlyph } from '#dashboard/components/flow/ChainGlyph.tsx'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { spreadCents } from '#dashboard/components/amounts/worth.ts'
import { joinNames } from '../../../language/joinNames.ts'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import { Worth } from './SummaryRow.tsx'
import type { Summary } from './summary.ts'

/** The call that a quote pays for. */
export type SummaryCall = {
  chainName: string
  /** What is lent to it for the payment. */
  lent: readonly { asset: { decimals: number; symbol: string }; amount: bigint }[]
}

/** What is paid on each chain, beside what is got for it at least. */
export function PaySide(props: PaySide.Props) {
  const { summary, getChain, call, isOwn } = props
  const { paid, total } = summary
  const worths = spreadCents(paid.map(({ valueUsd }) => valueUsd))
  const isFromSeveral = new Set(paid.map(({ account }) => account)).size > 1
  return (
    <div className="grid gap-x-6 gap-y-6 p-5 md:grid-cols-2 md:p-6">
      <div className="min-w-0">
        <h2 className="text-sm text-ink-3">{translate('You pay')}</h2>
        {total && (
          <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
            <Big>
              <AmountText {...total} />
            </Big>
            <Worth valueUsd={total.valueUsd} />
          </p>
        )}
        <ul className="mt-2 flex flex-col gap-2" aria-label={translate('Paid on each chain')}>
          {paid.map(({ account, asset, units }, index) => (
            <li
              key={account + asset.assetType}
              className="flex flex-wrap items-center gap-x-2.5 text-sm"
            >
              <ChainGlyph chain={getChain(asset.chainId)} size={20} />
              <span className="grow text-ink-2">
                {getChain(asset.chainId).name}
                {isFromSeveral && (
                  <span className="mono block text-ink-3" title={account}>
                    {shortenAddress(account)}
                  </span>
                )}
              </span>
              <span className="ml-auto text-right">
                <AmountText {...{ ...asset, units }} />
                <span className="block">
                  <Worth valueUsd={worths[index]} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div className="min-w-0 border-line max-md:border-t max-md:pt-6 md:border-l md:pl-6">
        {call ? <CallSide call={call} /> : <GetSide {...{ summary, getChain, isOwn }} />}
      </div>
    </div>
  )
}

export declare namespace PaySide {
  type Props = {
    summary: Summary
    getChain: (chainId: string) => ChainIdentity
    call: SummaryCall | undefined
    /** Whether what arrives stays with the user. */
    isOwn: boolean
  }
}

function Big(props: { children: ReactNode }) {
  return <span className="text-xl font-semibold">{props.children}</span>
}

function GetSide(props: Pick<PaySide.Props, 'summary' | 'getChain' | 'isOwn'>) {
  const { summary, getChain, isOwn } = props
  const { received, minimum } = summary
  return (
    <>
      <h2 className="text-sm text-ink-3">
        {isOwn ? translate('You receive') : translate('They receive')}
      </h2>
      {received && minimum ? (
        <>
          <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
            <Big>
              <AmountText {...{ ...received.asset, units: received.units }} />
            </Big>
            <Worth valueUsd={received.valueUsd} />
          </p>
          <p className="mt-2 flex items-center gap-2.5 text-sm text-ink-2">
            <ChainGlyph chain={getChain(received.asset.chainId)} size={20} />
            {translate('on {name}', { name: getChain(received.asset.chainId).name })}
          </p>
          <p className="mt-2 text-sm text-ink-2">
            {minimum.units === received.units
              ? translate('Exactly this amount')
              : translateRich('At least {amount}, {worth}', {
                  amount: <AmountText {...{ ...minimum.asset, units: minimum.units }} />,
                  worth: <Worth valueUsd={minimum.valueUsd} />,
                })}
          </p>
        </>
      ) : (
        <p className="mt-0.5 text-ink-2">{translate('Unknown asset')}</p>
      )}
    </>
  )
}

function CallSide(props: { call: SummaryCall }) {
  const { chainName, lent } = props.call
  const formats = useFormats()
  return (
    <>
      <h2 className="text-sm text-ink-3">{translate('You receive')}</h2>
      <p className="mt-0.5 text-xl font-semibold">
        {translate('Your call on {chainName}', { chainName })}
      </p>
      <p className="mt-2 text-sm text-ink-2">
        {translate('It gets exactly {assets}', {
          assets: joinNames(
            lent.map(({ asset, amount }) => formats.asset({ units: amount, ...asset })),
          ),
        })}
      </p>
    </>
  )
}
