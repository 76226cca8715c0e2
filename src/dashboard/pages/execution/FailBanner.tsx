import { CircleX, Undo2 } from 'lucide-react'
import { Link } from 'wouter'

import { ChainId } from '#protocol/ids/caip.ts'
import { toUnits } from '#protocol/ids/amount.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { isKnownFailReason } from '#protocol/status/failReason.ts'
import { Button, getButtonClass } from '../../components/forms/Button.tsx'
import type { Formats } from '../../components/amounts/createFormats.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Icon } from '../../components/forms/Icon.tsx'
import { SupportDetails } from '../../components/status/SupportDetails.tsx'
import { showToast } from '../../components/overlays/Toasts.tsx'
import { joinNames } from '../../language/joinNames.ts'
import { translate } from '../../language/translate.ts'
import type { NextAction, FailReasonCopy } from '../../review/messages/failReasonCopy.ts'
import { ContractError } from '../signing/operations/ContractError.tsx'
import { buildRetryHref } from './buildRetryHref.ts'
import type { CallView } from './view/callView.ts'
import type { ExecutionView } from './view/executionView.ts'
import { describeFailReason, type FailFacts } from '../../review/messages/describeFailReason.ts'

/** Returns the message for a fail reason; an unknown reason is shown as received. */
export function buildFailMessage(reason: string, facts: FailFacts): FailReasonCopy {
  if (isKnownFailReason(reason)) return describeFailReason(reason, facts)
  return {
    ...describeFailReason('UNKNOWN', facts),
    body: translate('The service gave a reason this app doesn’t recognize: {reason}.', {
      reason,
    }),
  }
}

/** Labels of the next actions. */
const actionLabels = {
  copyDetails: translate('Copy details for support'),
  requote: translate('Get a new quote'),
  lowerAmount: translate('Try a smaller amount'),
  raiseAmount: translate('Increase the amount'),
  editAsset: translate('Choose another asset'),
  receive: translate('Receive'),
  resign: translate('Sign again'),
  accounts: translate('Choose accounts'),
  editCall: translate('Edit the call'),
} satisfies Record<NextAction, string>

/** What went wrong, where the funds are, and what to do next. */
export function FailBanner(props: FailBanner.Props) {
  const { view, record, quoteId } = props
  const { failReason, hasFailed, minimum, received, paid, call } = view
  const formats = useFormats()
  if (!hasFailed || (view.status !== 'REFUNDED' && view.status !== 'FAILED')) return null
  const isRefunded = view.status === 'REFUNDED'
  const { title, body, action } = buildFailMessage(failReason ?? 'UNKNOWN', {
    type: view.type ?? 'SWAP',
    limit: formatSlippageLimit(record, formats),
    minimum: minimum && formats.asset(minimum),
    origin: paid?.symbol,
    destinationChain: received?.chain.name,
  })
  const tone = isRefunded ? 'buff' : 'flare'
  return (
    <section
      role="alert"
      aria-label={translate('What went wrong')}
      className={`mb-6 rounded-lg border p-5 md:p-6 ${isRefunded ? 'border-buff-line bg-buff-tint' : 'border-flare-line bg-flare-tint'}`}
    >
      <div className="flex flex-col gap-5 md:flex-row md:items-center">
        <span
          className={`mt-0.5 hidden self-start md:block ${tone === 'buff' ? 'text-buff' : 'text-flare'}`}
        >
          <Icon of={isRefunded ? Undo2 : CircleX} size={22} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-semibold">{title}</h2>
          <p className="mt-1 max-w-[68ch] text-ink-2">
            {body} {describeFundsLocation(view)}
          </p>
          {call?.revert && (
            <div className="mt-2">
              <ContractError revert={call.revert} place={findOnlyPlace(call)} />
            </div>
          )}
          {failReason === undefined ? (
            <p className="mt-2 text-sm text-ink-2">{translate('The service gave no reason.')}</p>
          ) : (
            <SupportDetails>{failReason}</SupportDetails>
          )}
        </div>
        <div className="flex shrink-0 flex-wrap gap-2">
          <NextStep action={action} record={record} details={{ quoteId, view }} />
        </div>
      </div>
    </section>
  )
}

export declare namespace FailBanner {
  type Props = { view: ExecutionView; record: HistoryRecord | undefined; quoteId: string }
}

/** The contract of a single call; with several, the one that reverted is not known. */
function findOnlyPlace({ chain, calls: [only, ...others] }: CallView) {
  const chainId = ChainId.safeParse(chain.chain)
  return only && others.length === 0 && chainId.success
    ? { chainId: chainId.data, address: only.to }
    : undefined
}

function NextStep(props: {
  action: NextAction
  record: HistoryRecord | undefined
  details: { quoteId: string; view: ExecutionView }
}) {
  const { action, record, details } = props
  // What is held is taken back first, below.
  const variant = details.view.held.length > 0 ? 'secondary' : 'primary'
  if (action === 'copyDetails')
    return (
      <Button variant={variant} onClick={() => void copyDetails(details)}>
        {actionLabels.copyDetails}
      </Button>
    )
  const href =
    action === 'receive' || action === 'accounts'
      ? '/'
      : buildRetryHref(details.view, record, { isOtherAsset: action === 'editAsset' })
  return (
    <Link href={href} className={getButtonClass({ variant })}>
      {actionLabels[action]}
    </Link>
  )
}

async function copyDetails({ quoteId, view }: { quoteId: string; view: ExecutionView }) {
  const { status, failReason, legs } = view
  const text = JSON.stringify(
    {
      quoteId,
      status,
      failReason,
      legs: legs.map(({ chainId, word }) => ({ chainId, word })),
    },
    null,
    2,
  )
  await navigator.clipboard.writeText(text)
  showToast(translate('Details copied'))
}

/** Describes where the funds are, from what was read on the chains. */
function describeFundsLocation({ status, legs, held, paid, call }: ExecutionView): string {
  if (call && !call.isFunded)
    return translate('None of your funds moved: the call and its fee are one operation.')
  const symbol = paid?.symbol ?? translate('asset')
  if (held.length > 0 && status === 'FAILED')
    return translate('Your {symbol} is in escrow on {chains}. Only you can reclaim it.', {
      symbol,
      chains: joinNames([...new Set(held.map(({ amount }) => amount.chain.name))]),
    })
  if (legs.every(({ word }) => word === 'untaken'))
    return translate('Your {symbol} never left your account.', { symbol })
  return status === 'REFUNDED'
    ? translate('Your {symbol} was refunded to the account it came from, fees included.', {
        symbol,
      })
    : translate('See below what happened on each chain.')
}

function formatSlippageLimit(
  record: HistoryRecord | undefined,
  formats: Formats,
): string | undefined {
  const token = record?.destinationToken
  if (token?.minimumAmount === undefined) return undefined
  const [amount, minimum] = [toUnits(token.amount), toUnits(token.minimumAmount)]
  if (amount === 0n) return undefined
  return formats.limit(Number(((amount - minimum) * 10_000n) / amount))
}
