import type { ReactNode } from 'react'

/** One named fact of an operation, in a list of them. */
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
