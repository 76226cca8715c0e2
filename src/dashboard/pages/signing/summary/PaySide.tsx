import type { ReactNode } from 'react'

import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import { AmountText } from '#dashboard/components/amounts/AmountText.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { ChainGlyph } from '#dashboard/components/flow/ChainGlyph.tsx'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { Worth } from './Worth.tsx'
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
  const isFromSeveral = new Set(paid.map(({ account }) => account)).size > 1
  return (
    <div className="grid gap-x-6 gap-y-6 p-5 md:grid-cols-2 md:p-6">
      <div className="min-w-0">
        <h2 className="text-sm text-ink-3">You pay</h2>
        {total && (
          <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
            <Big>
              <AmountText {...total} detail="quote" />
            </Big>
            <Worth valueUsd={total.valueUsd} />
          </p>
        )}
        <ul className="mt-2 flex flex-col gap-2" aria-label="Paid on each chain">
          {paid.map(({ account, asset, units, valueUsd }) => (
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
                <AmountText {...{ ...asset, units }} detail="quote" />
                <span className="block">
                  <Worth valueUsd={valueUsd} />
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
  const { received, minimum, isExact, isHeld } = summary
  const otherwise = isHeld ? 'or you get back what you paid' : 'or nothing is paid'
  return (
    <>
      <h2 className="text-sm text-ink-3">{isOwn ? 'You get' : 'They get'}</h2>
      {received && minimum ? (
        <>
          <p className="mt-0.5 flex flex-wrap items-baseline gap-x-2">
            <Big>
              <AmountText {...{ ...received.asset, units: received.units }} detail="quote" />
            </Big>
            <Worth valueUsd={received.valueUsd} />
          </p>
          <p className="mt-2 flex items-center gap-2.5 text-sm text-ink-2">
            <ChainGlyph chain={getChain(received.asset.chainId)} size={20} />
            on {getChain(received.asset.chainId).name}
          </p>
          <p className="mt-2 text-sm text-ink-2">
            {minimum.units === received.units ? (
              <>
                {isExact ? 'Exactly as asked' : 'Exactly this'}, {otherwise}
              </>
            ) : (
              <>
                At least{' '}
                <AmountText {...{ ...minimum.asset, units: minimum.units }} detail="quote" />,{' '}
                <Worth valueUsd={minimum.valueUsd} />, {otherwise}
              </>
            )}
          </p>
        </>
      ) : (
        <p className="mt-0.5 text-ink-2">An asset that this app does not know</p>
      )}
    </>
  )
}

function CallSide(props: { call: SummaryCall }) {
  const { chainName, lent } = props.call
  const formats = useFormats()
  return (
    <>
      <h2 className="text-sm text-ink-3">You get</h2>
      <p className="mt-0.5 text-xl font-semibold">Your call on {chainName}</p>
      <p className="mt-2 text-sm text-ink-2">
        It gets{' '}
        {lent.map(({ asset, amount }) => formats.asset({ units: amount, ...asset })).join(' and ')}{' '}
        to work with, exactly, or you get back what you paid
      </p>
    </>
  )
}
