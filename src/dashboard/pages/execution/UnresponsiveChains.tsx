import type { ChainId } from '#protocol/ids/caip.ts'
import { Note } from '../../components/status/Note.tsx'
import { formatClockTime } from '../../components/status/formatTime.ts'
import { useNow } from '../../components/status/useNow.ts'
import { joinNames } from '../../language/joinNames.ts'
import { translate } from '../../language/translate.ts'
import type { ExecutionView } from './view/executionView.ts'

/**
 * Names the chains that block an execution, with what was taken so far and when it expires;
 * nothing while all of its chains answer.
 */
export function UnresponsiveChains(props: UnresponsiveChains.Props) {
  const { view, unread, validUntil } = props
  const now = useNow()
  const { legs, received, status, hasFailed, isDelivered } = view
  const involved = [...legs, ...(received ? [received] : [])]
  const unresponsive = involved.filter(({ chainId }) => unread.includes(chainId))
  const isOpen = status === undefined || status === 'PENDING' || status === 'IN_PROGRESS'
  if (unresponsive.length === 0 || !isOpen || hasFailed || isDelivered) return null
  return (
    <div className="mb-6">
      <Note
        tone="buff"
        isAlert
        title={translate(
          '{count, plural, one {{chains} isn’t responding} other {{chains} aren’t responding}}',
          {
            count: new Set(unresponsive.map(({ chainId }) => chainId)).size,
            chains: joinChains(unresponsive),
          },
        )}
      >
        {describeTaken(view, unread)} {describeEnd(view, { validUntil, now })}
      </Note>
    </div>
  )
}

export declare namespace UnresponsiveChains {
  type Props = {
    view: ExecutionView
    /** Chains that could not be read. */
    unread: readonly ChainId[]
    /** Unix seconds after which nothing that was signed can run; undefined if not known. */
    validUntil: number | undefined
  }
}

function describeTaken({ legs }: ExecutionView, unread: readonly ChainId[]): string {
  const hidden = legs.filter(({ chainId }) => unread.includes(chainId))
  const taken = legs.filter(({ state }) => state === 'done')
  const deposits =
    taken.length > 0 &&
    translate(
      '{count, plural, one {Your deposit is on {chains}.} other {Your deposits are on {chains}.}}',
      {
        count: taken.length,
        chains: joinChains(taken),
      },
    )
  if (hidden.length === 0) return deposits || translate('Nothing has left your account so far.')
  const unknown = translate('Can’t tell right now whether funds left your account on {chains}.', {
    chains: joinChains(hidden),
  })
  if (hidden.length === legs.length) return unknown
  return `${unknown} ${deposits || translate('Nothing left your account elsewhere.')}`
}

function describeEnd(
  { held }: ExecutionView,
  { validUntil, now }: { validUntil: number | undefined; now: number },
): string {
  const [refundAfter] = held.map(({ order }) => Number(order.refundAfter)).toSorted((a, b) => b - a)
  if (refundAfter !== undefined)
    return translate('If nothing is delivered, funds in escrow are refunded from {time}.', {
      time: formatClockTime(refundAfter * 1000, 'seconds'),
    })
  if (validUntil === undefined)
    return translate(
      'Your signature has a deadline. After that, nothing more can leave your account.',
    )
  const time = formatClockTime(validUntil * 1000, 'seconds')
  return now < validUntil * 1000
    ? translate(
        'If nothing happens by {time}, your signature expires and nothing leaves your account.',
        {
          time,
        },
      )
    : translate('Your signature expired at {time}. Nothing more can leave your account.', { time })
}

function joinChains(involved: readonly { chain: { name: string } }[]): string {
  return joinNames([...new Set(involved.map(({ chain }) => chain.name))])
}
