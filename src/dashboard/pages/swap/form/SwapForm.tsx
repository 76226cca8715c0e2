import { ArrowDownUp, ChevronRight } from 'lucide-react'

import { formatAmount } from '#protocol/ids/amount.ts'
import { usePreferences } from '#dashboard/api/state/preferences.ts'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import { AmountField } from '#dashboard/components/amounts/AmountField.tsx'
import { FittedAmount } from '#dashboard/components/amounts/FittedAmount.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { IconButton } from '#dashboard/components/forms/IconButton.tsx'
import { AssetButton } from '../../quoting/assets/AssetButton.tsx'
import { AssetPicker } from '../../quoting/assets/AssetPicker.tsx'
import { getChosenAsset, getHeldPriceUsd } from '../../quoting/assets/assetChoices.ts'
import { RecipientDialog } from './RecipientDialog.tsx'
import { SlippageDialog } from './SlippageDialog.tsx'
import { SpendPreview } from '../../quoting/assets/SpendPreview.tsx'
import type { SwapModel } from '../state/useSwap.ts'

/** The form: asset and amount to pay, asset to receive, recipient and slippage. */
export function SwapForm(props: SwapForm.Props) {
  const { swap, open, onOpen: setOpen, children } = props
  const { form, search, setSearch, choices } = swap
  const { from, to, recipient } = form
  const remembered = usePreferences().slippageBps
  function close() {
    setOpen(undefined)
  }
  function swapSides() {
    setSearch({ ...search, from: search.to, to: search.from, amount: '' })
  }
  return (
    <section className="panel" aria-label="What to swap">
      <PaySide swap={swap} onPick={() => setOpen('from')} />
      <div className="relative border-t border-line">
        <IconButton
          icon={ArrowDownUp}
          label="Swap pay and receive"
          className="absolute -top-5 left-1/2 -translate-x-1/2 !rounded-full border border-line-strong !bg-surface"
          onClick={swapSides}
        />
      </div>
      <ReceiveSide swap={swap} onPick={() => setOpen('to')} />
      <div className="rule border-t border-line px-5 md:px-6">
        <FormRow
          name="Recipient"
          value={formatRecipient(recipient)}
          isBad={recipient.kind === 'invalid'}
          onClick={() => setOpen('recipient')}
        />
        <FormRow
          name="Slippage limit"
          value={formatSlippage(search.slippageBps ?? remembered, swap.slippageBps)}
          onClick={() => setOpen('slippage')}
        />
      </div>
      {children}
      {(open === 'from' || open === 'to') && (
        <AssetPicker
          title={open === 'from' ? 'Pay with' : 'Receive'}
          choices={choices}
          chosenId={(open === 'from' ? from : to)?.only?.assetId ?? search[open]}
          onlyWord={open === 'from' ? 'Only on' : 'On'}
          footnote={
            open === 'from'
              ? 'Pick an asset to draw from any chain, or open it to spend from one chain only.'
              : 'Pick an asset to receive it where delivery costs least, or open it to choose the chain.'
          }
          onChoose={(assetId) => {
            setSearch({ ...search, [open]: assetId })
            close()
          }}
          onClose={close}
        />
      )}
      {open === 'recipient' && <RecipientDialog swap={swap} onClose={close} />}
      {open === 'slippage' && <SlippageDialog swap={swap} onClose={close} />}
    </section>
  )
}

export declare namespace SwapForm {
  type Open = 'from' | 'to' | 'recipient' | 'slippage' | undefined
  type Props = {
    swap: SwapModel
    open: Open
    onOpen: (open: Open) => void
    children?: React.ReactNode
  }
}

function formatRecipient(recipient: SwapModel['form']['recipient']): string {
  if (recipient.kind === 'invalid') return 'Check the address'
  if (recipient.kind === 'own') return 'Your account'
  return `${recipient.isOwn ? 'Your account ' : ''}${shortenAddress(recipient.address)}`
}

/** Formats a limit in percent; an automatic one is labelled, with its value for this quote. */
function formatSlippage(chosenBps: number, quotedBps: number | undefined): string {
  if (chosenBps > 0) return `${formatAmount(BigInt(chosenBps), 2)}%`
  return `Auto, ${quotedBps === undefined ? 'by the pair' : `${formatAmount(BigInt(quotedBps), 2)}%`}`
}

function PaySide(props: { swap: SwapModel; onPick: () => void }) {
  const { swap, onPick } = props
  const { form, search, setSearch, shown } = swap
  const { from, amount } = form
  const formats = useFormats()
  const asset = from && getChosenAsset(from)
  const price = from && getHeldPriceUsd(from)
  const isTooMuch = asset?.units !== undefined && amount !== undefined && amount > asset.units
  const valueUsd =
    asset && amount !== undefined && price !== undefined
      ? (Number(amount) / 10 ** asset.decimals) * price
      : shown?.view.paidUsd
  function setShare(part: bigint) {
    if (asset?.units === undefined) return
    const units = (asset.units * part) / 100n
    setSearch({ ...search, amount: units === 0n ? '' : formatAmount(units, asset.decimals) })
  }
  const below =
    form.amountError ??
    (isTooMuch && asset?.units !== undefined
      ? `You have ${formats.amount(asset.units, { decimals: asset.decimals })} ${asset.symbol}`
      : amount === undefined || valueUsd === undefined
        ? ' '
        : formats.usd(valueUsd))
  return (
    <div className="p-5 md:p-6">
      <AmountField
        label="You pay"
        value={search.amount}
        decimals={asset?.decimals ?? 18}
        valueUsd={valueUsd}
        isInvalid={form.amountError !== undefined || isTooMuch}
        below={below}
        trailing={
          <AssetButton chosen={from} side="You pay" anyChain="Any chain" onClick={onPick} />
        }
        onValueChange={(value) => setSearch({ ...search, amount: value })}
      />
      <div className="mt-5">
        {from && <SpendPreview from={from} legs={shown?.view.legs} />}
        <div className="mt-2.5 flex items-center justify-between gap-3 text-sm">
          <span className="min-w-0 text-ink-3">
            {asset?.units === undefined
              ? 'Balance not known'
              : `${formats.amount(asset.units, { decimals: asset.decimals })} ${asset.symbol} to spend`}
          </span>
          <span className="flex shrink-0 gap-1">
            {([25n, 50n, 100n] as const).map((part) => (
              <button
                key={part.toString()}
                type="button"
                className="h-7 rounded-sm px-2.5 text-sm font-medium text-channel hover:bg-channel-tint disabled:text-ink-3"
                disabled={!asset?.units}
                onClick={() => setShare(part)}
              >
                {part === 100n ? 'Max' : `${part}%`}
              </button>
            ))}
          </span>
        </div>
      </div>
    </div>
  )
}

function ReceiveSide(props: { swap: SwapModel; onPick: () => void }) {
  const { swap, onPick } = props
  const { form, shown, isAsking } = swap
  const formats = useFormats()
  const { recipient } = form
  const side = recipient.kind === 'other' && !recipient.isOwn ? 'They receive' : 'You receive'
  const received = shown?.view.received
  const isOld = isAsking && received !== undefined
  const amount = received ? formats.amount(received.units, { ...received, detail: 'quote' }) : ''
  return (
    <div className={`p-5 pt-6 md:p-6 ${isOld ? 'opacity-60' : ''}`}>
      <div className="flex items-end justify-between gap-3">
        <div className="min-w-0 flex-1">
          <span className="label">{side}</span>
          <div className="mt-3 flex">
            <FittedAmount text={amount}>
              <output aria-label={side} className="num block truncate font-semibold">
                {amount === '' ? <span className="text-ink-3">0</span> : amount}
              </output>
            </FittedAmount>
          </div>
          <div className="num mt-0.5 min-h-5 text-sm text-ink-3">
            {received ? formats.usd(received.valueUsd) : ' '}
          </div>
        </div>
        <div className="mb-4">
          <AssetButton
            chosen={form.to}
            side={side}
            anyChain={received ? `On ${received.chain.name}` : 'Cheapest chain'}
            onClick={onPick}
          />
        </div>
      </div>
    </div>
  )
}

function FormRow(props: { name: string; value: string; isBad?: boolean; onClick: () => void }) {
  const { name, value, isBad = false, onClick } = props
  return (
    <button
      type="button"
      className="flex h-14 w-full items-center justify-between gap-4 text-left"
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <span className="text-ink-2">{name}</span>
      <span className={`flex min-w-0 items-center gap-2 font-medium ${isBad ? 'text-flare' : ''}`}>
        <span className="num truncate">{value}</span>
        <Icon of={ChevronRight} size={17} className="text-ink-3" />
      </span>
    </button>
  )
}
