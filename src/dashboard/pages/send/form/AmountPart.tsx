import { type ReactNode, Suspense, useState } from 'react'

import { formatAmount } from '#protocol/ids/amount.ts'
import { AmountEntry } from '#dashboard/components/amounts/AmountEntry.tsx'
import { FittedAmount } from '#dashboard/components/amounts/FittedAmount.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Select } from '#dashboard/components/forms/Select.tsx'
import { lazyComponent } from '#dashboard/components/lazyComponent.tsx'
import { translate } from '../../../language/translate.ts'
import { AssetButton } from '../../quoting/assets/AssetButton.tsx'
import { FormRow } from '../../quoting/FormRow.tsx'
import { usePreload } from '../../quoting/usePreload.ts'
import { describeSources } from '../../quoting/assets/sourceGroups.ts'
import { SpendPreview } from '../../quoting/assets/SpendPreview.tsx'
import { describeLeft } from '../../describeLeft.ts'
import { compareNative } from '../state/sendForm.ts'
import type { SendModel } from '../state/useSend.ts'
import type { AmountDialogs } from './AmountDialogs.tsx'

const Dialogs = lazyComponent(async () => (await import('./AmountDialogs.tsx')).AmountDialogs)

/** What is sent: its amount in the token or in dollars, or everything; its asset, and the chain where it arrives. */
export function AmountPart(props: AmountPart.Props) {
  const { send } = props
  const { search, setSearch, form, shown } = send
  const { asset, source, arrival, recipient } = form
  const [open, setOpen] = useState<AmountDialogs.Open>()
  const Amount = search.isAll ? EverythingField : ExactField
  usePreload(Dialogs)
  function chooseChain(assetId: string) {
    // The chain that a text names gives way, and whose choice the address was stays as it is.
    const to = recipient.kind === 'valid' ? recipient.address : search.to
    setSearch({ ...search, asset: assetId, to }, { entered: send.isForeign ? [] : [to] })
  }
  return (
    <div className="border-t border-line p-5 md:p-6">
      <Amount
        send={send}
        trailing={
          <AssetButton
            chosen={asset && { asset, only: undefined }}
            arriving={arrival?.symbol === asset?.symbol ? undefined : arrival}
            side={translate('Asset')}
            anyChain={asset?.name ?? ''}
            onClick={() => setOpen('asset')}
          />
        }
      />
      {source && send.hasWallet && (
        <div className="mt-4">
          <SpendPreview from={{ asset: source, only: undefined }} legs={shown?.view.legs} />
          <Holdings send={send} />
          <Left send={send} />
        </div>
      )}
      {/* Which chains there are depends on whose address it is. */}
      {arrival && recipient.kind !== 'none' && (
        <div className="mt-4">
          <Select
            label={translate('Destination chain')}
            value={arrival.assetId}
            options={listArrivals(send)}
            onValueChange={chooseChain}
          />
        </div>
      )}
      {asset && asset.members.length > 1 && (
        <div className="mt-4 -mb-5 border-t border-line md:-mb-6">
          <FormRow
            name={translate('Pay from')}
            value={describeSources(asset, search.without)}
            isBad={source?.members.length === 0}
            onClick={() => setOpen('sources')}
          />
        </div>
      )}
      {open && (
        <Suspense>
          <Dialogs send={send} open={open} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

export declare namespace AmountPart {
  type Props = { send: SendModel }
}

type FieldProps = AmountPart.Props & { trailing: ReactNode }

function ExactField({ send, trailing }: FieldProps) {
  const { search, setSearch, form } = send
  const { asset, arrival, amount, amountError, shortage } = form
  const symbol = asset?.symbol ?? translate('Token')
  return (
    <>
      <AmountEntry
        label={translate('You send')}
        value={search.amount}
        assetId={arrival?.assetId ?? search.asset}
        decimals={arrival?.decimals ?? asset?.decimals ?? 18}
        symbol={arrival?.symbol ?? symbol}
        units={amount}
        priceUsd={send.priceUsd}
        error={
          amountError ??
          (shortage === undefined
            ? undefined
            : translate('More {symbol} than you have', { symbol }))
        }
        trailing={trailing}
        // From here on the chain stays, whatever is held where.
        onValueChange={(value) =>
          setSearch({ ...search, amount: value, asset: arrival?.assetId ?? search.asset })
        }
      />
      <p className="mt-1 text-sm text-ink-3">{translate('They receive exactly this.')}</p>
    </>
  )
}

function EverythingField({ send, trailing }: FieldProps) {
  const { shown, isAsking } = send
  const formats = useFormats()
  const received = shown?.view.received
  const text = received ? formats.amount(received.units, { ...received }) : ''
  return (
    <div className={isAsking && received ? 'opacity-60' : ''}>
      <span className="label">{translate('They receive everything, minus fees')}</span>
      <div className="mt-3 flex items-center gap-3">
        <FittedAmount text={text}>
          <output
            aria-label={translate('They receive')}
            className="num block truncate font-semibold"
          >
            {text === '' ? <span className="text-ink-3">0</span> : text}
          </output>
        </FittedAmount>
        {trailing}
      </div>
      <div className="num mt-0.5 min-h-5 text-sm text-ink-3">
        {received ? formats.usd(received.valueUsd) : ' '}
      </div>
    </div>
  )
}

function Holdings({ send }: { send: SendModel }) {
  const { search, setSearch, form, shown } = send
  const { source, arrival } = form
  const formats = useFormats()
  if (!source) return null
  function toggleAll() {
    // What arrives by the quote is a good start for an exact amount.
    const received = shown?.view.received
    const amount =
      received && received.symbol === arrival?.symbol
        ? formatAmount(received.units, received.decimals)
        : ''
    setSearch({ ...search, isAll: !search.isAll, amount: search.isAll ? amount : '' })
  }
  return (
    <div className="mt-2.5 flex items-center justify-between gap-3 text-sm">
      <span className="min-w-0 text-ink-3">
        {source.units === undefined
          ? translate('Balance unknown')
          : translate('{amount} {symbol} available', {
              amount: formats.amount(source.units, { decimals: source.decimals }),
              symbol: source.symbol,
            })}
      </span>
      <button
        type="button"
        className="reach h-7 shrink-0 rounded-sm px-2.5 text-sm font-medium text-channel hover:bg-channel-tint disabled:text-ink-3"
        disabled={!source.units && !search.isAll}
        onClick={toggleAll}
      >
        {search.isAll ? translate('Change amount') : translate('Send all')}
      </button>
    </div>
  )
}

/** What stays when everything is sent, because moving it costs more than it is worth. */
function Left({ send: { form, most, shown } }: { send: SendModel }) {
  const formats = useFormats()
  if (most === undefined || !form.source || !shown) return null
  const { legs } = shown.view
  return (
    <p className="mt-2 text-sm text-ink-3">
      {describeLeft(form.source, { most, legs, format: formats.amount })}
    </p>
  )
}

/** Where it can arrive, in the order of all other lists; with the asset where there is more than one. */
function listArrivals({ form: { arrivals }, chains }: SendModel) {
  const order = [...chains.keys()]
  const hasOneSymbol = new Set(arrivals.map(({ symbol }) => symbol)).size === 1
  return arrivals
    .toSorted((a, b) => compareNative(a, b) || order.indexOf(a.chainId) - order.indexOf(b.chainId))
    .map(({ assetId, symbol, chain: { name } }) => ({
      value: assetId,
      label: hasOneSymbol ? name : translate('{symbol} on {name}', { symbol, name }),
    }))
}
