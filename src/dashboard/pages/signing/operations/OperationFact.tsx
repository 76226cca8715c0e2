import type { ReactNode } from 'react'

import { Address } from '#dashboard/components/status/Address.tsx'
import { formatClockTime, formatExactTime } from '#dashboard/components/status/formatTime.ts'
import { translate } from '../../../language/translate.ts'
import { useInstallation } from '../../chains/useInstallation.ts'

/** A grid of {@link OperationFact}s below an operation's steps. */
export function OperationFactGrid(props: { children: ReactNode }) {
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 border-t border-line pt-4 md:grid-cols-3">
      {props.children}
    </dl>
  )
}

/** One named fact of an operation. */
export function OperationFact(props: OperationFact.Props) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-3">{props.name}</dt>
      <dd className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1">{props.children}</dd>
    </div>
  )
}

export declare namespace OperationFact {
  type Props = { name: string; children: ReactNode }
}

/** The escrow's address, marked as pinned when the user trusts this installation. */
export function EscrowFact(props: { name: string; address: string }) {
  const { trust } = useInstallation()
  const isTrusted = trust === 'compiled' || trust === 'pinned'
  return (
    <OperationFact name={props.name}>
      <Address value={props.address} canCopy={false} />
      {isTrusted && <span className="chip chip-reed !h-5 !px-1.5">{translate('Pinned')}</span>}
    </OperationFact>
  )
}

/** A time in Unix seconds as the local time of day, with the exact UTC time as its title. */
export function FactTime(props: { atSeconds: bigint }) {
  const atMs = Number(props.atSeconds) * 1000
  return (
    <time dateTime={new Date(atMs).toISOString()} title={formatExactTime(atMs)}>
      {formatClockTime(atMs, 'seconds')}
    </time>
  )
}
