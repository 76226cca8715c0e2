import { ArrowRight, ChevronDown, ChevronUp, Copy, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { type HistoryRecord, isTerminal } from '#protocol/status/status.ts'
import { AmountText } from '../../../components/amounts/AmountText.tsx'
import { useFormats } from '../../../components/amounts/Formats.tsx'
import { Button, getButtonClass, IconButton } from '../../../components/forms/Button.tsx'
import { Icon } from '../../../components/forms/Icon.tsx'
import { Dialog } from '../../../components/overlays/Dialog.tsx'
import { showToast } from '../../../components/overlays/Toasts.tsx'
import { Address } from '../../../components/status/Address.tsx'
import {
  formatClockTime,
  formatDay,
  formatExactTime,
} from '../../../components/status/formatTime.ts'
import { UnlistedMark } from '../../../components/status/UnlistedMark.tsx'
import { getToldStatus, StatusChip } from '../../../components/status/StatusChip.tsx'
import { translate } from '../../../language/translate.ts'
import type { Explorers } from '../../links/explorers.ts'
import { formatRate, getRateOfDearer } from '../../amounts/rate.ts'
import type { NamedAmount } from '../../amounts/sumPaidAmount.ts'
import { useRepeatState } from '../../quoting/recipient/useRepeatState.ts'
import type { SentCall } from '../../signing/storage/signedQuotes.ts'
import { describeRow, kindWords } from '../rows/describeRow.ts'
import { DrawerLegs } from './DrawerLegs.tsx'
import { DrawerReceipt } from './DrawerReceipt.tsx'
import { FailNote } from './FailNote.tsx'
import { type HistoryRow, type RowNames, toHistoryRow } from '../rows/historyRow.ts'
import { Flow } from '../../../components/flow/Flow.tsx'
import { buildRepeatLink } from '../../links/buildRepeatLink.ts'

/** An execution beside the list: legs, transactions, amounts and fees, and what can be done next. */
export function HistoryDrawer(props: HistoryDrawer.Props) {
  const { record, names, sent, explorers, nowMs, onClose, onMove } = props
  const formats = useFormats()
  const row = toHistoryRow(record, names)
  const repeatHref = buildRepeatHref(record, { row, sent })
  const at = translate('{day} at {time}', {
    day: formatDay(row.atMs, nowMs),
    time: formatClockTime(row.atMs),
  })
  return (
    <Dialog
      isOpen
      form="drawer"
      title={getTitle(row, formats.asset)}
      description={<span title={formatExactTime(row.atMs)}>{at}</span>}
      onClose={onClose}
      actions={
        <>
          <IconButton
            icon={ChevronUp}
            label={translate('Newer execution')}
            disabled={!onMove.newer}
            onClick={onMove.newer}
          />
          <IconButton
            icon={ChevronDown}
            label={translate('Older execution')}
            disabled={!onMove.older}
            onClick={onMove.older}
          />
        </>
      }
    >
      <div>
        <StatusChip status={getToldStatus(row.status, { wasCharged: row.wasTaken })} size="lg" />
      </div>
      <DrawerFlow row={row} />
      <FailNote row={row} />
      <DrawerLegs record={record} names={names} explorers={explorers} />
      <Facts record={record} row={row} payer={names.addresses?.get(toAddressKey(record.user))} />
      <Actions record={record} row={row} repeatHref={repeatHref} />
    </Dialog>
  )
}

export declare namespace HistoryDrawer {
  type Props = {
    record: HistoryRecord
    names: RowNames
    /** The call, if this browser made it. */
    sent: SentCall | undefined
    explorers: Explorers
    nowMs: number
    onClose: () => void
    /** Open the neighbours in the list; undefined at its ends. */
    onMove: { newer: (() => void) | undefined; older: (() => void) | undefined }
  }
}

function getTitle(row: HistoryRow, format: (amount: NamedAmount) => string): string {
  const { paid, received } = row
  const amount = paid ? format(paid) : translate('an asset')
  switch (row.type) {
    case 'SWAP':
      return translate('Swap {amount} for {symbol}', {
        amount,
        symbol: received?.symbol ?? translate('an asset'),
      })
    case 'TRANSFER':
      return translate('Transfer {amount}', { amount: received ? format(received) : amount })
    case 'CALL':
      return row.callName ?? translate('Contract call on {chain}', { chain: row.destination.name })
  }
}

function Facts(props: { record: HistoryRecord; row: HistoryRow; payer: string | undefined }) {
  const { record, row, payer } = props
  const formats = useFormats()
  const { result, worth } = describeRow(row, formats)
  const rate =
    row.type === 'SWAP' && !row.hasFailed ? getRateOfDearer(row.paid, row.received) : undefined
  const updatedMs = record.updatedAt === undefined ? undefined : Date.parse(record.updatedAt)
  return (
    <dl className="pt-2">
      {row.paid && (
        <Fact name={row.hasFailed ? translate('Would have paid') : translate('Paid')}>
          <AmountText {...row.paid} />
          {row.paidUsd !== undefined && <Worth usd={formats.usd(row.paidUsd)} />}
          {row.isReported && (
            <span className="block text-sm text-ink-3">
              {translate('as reported by the service')}
            </span>
          )}
        </Fact>
      )}
      <Fact name={translate('Result')}>
        {result}
        {isResultUnlisted(row) && <UnlistedMark />}
        {worth !== '' && <Worth usd={worth} />}
      </Fact>
      {rate && (
        <Fact name={translate('Rate, fees included')}>{formatRate(rate, formats.locale)}</Fact>
      )}
      {row.feesUsd !== undefined && (
        <Fact name={translate('Fees')}>
          {formats.usd(row.feesUsd)}
          <span className="block text-sm text-ink-3">
            {row.hasFailed
              ? translate('as quoted; refunded in full')
              : translate('as quoted, included in the amount paid')}
          </span>
        </Fact>
      )}
      {row.recipient !== undefined && (
        <Fact name={row.type === 'CALL' ? translate('Account') : translate('Recipient')}>
          <Named name={row.recipientName} address={row.recipient} />
        </Fact>
      )}
      <Fact name={translate('Paid from')}>
        <Named name={payer} address={record.user} />
      </Fact>
      <Fact name={translate('Type')}>{kindWords[row.type]}</Fact>
      <Fact name={translate('Quote')}>
        <Address value={record.quoteId} label={translate('quote ID')} />
      </Fact>
      {row.failReason !== undefined && (
        <Fact name={translate('Reason from the service')}>
          <span className="mono text-sm">{row.failReason}</span>
        </Fact>
      )}
      <Fact name={translate('Started')}>
        <time dateTime={record.timestamp}>{formatExactTime(Date.parse(record.timestamp))}</time>
      </Fact>
      {updatedMs !== undefined && (
        <Fact name={isTerminal(row.status) ? translate('Ended') : translate('Last updated')}>
          <time dateTime={record.updatedAt}>{formatExactTime(updatedMs)}</time>
        </Fact>
      )}
    </dl>
  )
}

/** Whether the result is an amount of a token that no list names. */
function isResultUnlisted({ type, hasFailed, received }: HistoryRow): boolean {
  return type === 'SWAP' && !hasFailed && received?.isUnlisted === true
}

function Fact(props: { name: string; children: ReactNode }) {
  return (
    <div className="kv">
      <dt>{props.name}</dt>
      <dd className="num">{props.children}</dd>
    </div>
  )
}

function Named(props: { name: string | undefined; address: string }) {
  return (
    <>
      {props.name !== undefined && <span className="mr-2">{props.name}</span>}
      <Address value={props.address} />
    </>
  )
}

function Worth(props: { usd: string }) {
  return (
    <span className="block text-sm text-ink-3">
      {translate('{worth} at today’s price', { worth: props.usd })}
    </span>
  )
}

function Actions(props: {
  record: HistoryRecord
  row: HistoryRow
  repeatHref: string | undefined
}) {
  const { record, row, repeatHref } = props
  const state = useRepeatState(record.destinationToken.recipientAccount)
  const hasReceipt = isTerminal(record.status)
  return (
    <div className="sticky bottom-0 -mx-5 mt-auto -mb-6 border-t border-line bg-surface px-5 py-4 md:-mx-6 md:px-6">
      <div className="grid grid-cols-2 gap-2">
        {repeatHref === undefined ? (
          <p className="self-center text-sm text-ink-3">
            {translate('Only the browser that made this call can repeat it.')}
          </p>
        ) : (
          <Link href={repeatHref} state={state} className={getButtonClass({ variant: 'primary' })}>
            <Icon of={RotateCw} size={17} />
            {row.hasFailed ? translate('Try again') : translate('Repeat')}
          </Link>
        )}
        <Link href={`/executions/${record.quoteId}`} className={getButtonClass()}>
          {translate('View details')}
          <Icon of={ArrowRight} size={17} />
        </Link>
        {hasReceipt && <DrawerReceipt record={record} />}
        <Button
          icon={Copy}
          className={hasReceipt ? '' : 'col-span-2'}
          onClick={() => void copyRecord(record)}
        >
          {translate('Copy as JSON')}
        </Button>
      </div>
    </div>
  )
}

async function copyRecord(record: HistoryRecord): Promise<void> {
  await navigator.clipboard.writeText(JSON.stringify(record, null, 2))
  showToast(translate('Copied as JSON'))
}

/** The route of an execution; decorative, as the legs below say the same. */
function DrawerFlow(props: { row: HistoryRow }) {
  const { legs, destination, destinationState, hasFailed } = props.row
  if (legs.length === 0) return null
  return (
    <div className="my-5 flex justify-center overflow-hidden" aria-hidden>
      <Flow
        legs={legs}
        destination={{ chain: destination, state: destinationState }}
        length={400}
        span={88}
        trunk={legs.length === 1 ? 40 : 56}
        hasFailed={hasFailed}
      />
    </div>
  )
}

/**
 * Returns the link to a form with the same parameters as an execution; undefined for a call that was
 * not made in this browser, because the service does not report calls.
 */
export function buildRepeatHref(
  record: HistoryRecord,
  known: {
    row: Pick<HistoryRow, 'paid' | 'received' | 'isToOther'>
    sent: SentCall | undefined
  },
): string | undefined {
  const { row, sent } = known
  if (record.type === 'CALL') return sent?.search ? `/call?${sent.search}` : undefined
  return buildRepeatLink(record, row)
}
