import type { ReactNode } from 'react'

import { translate } from '../../language/translate.ts'

/** Codes and raw data that only support and developers read, folded away. */
export function SupportDetails(props: SupportDetails.Props) {
  return (
    <details className="mt-3 text-sm text-ink-3">
      <summary>{translate('Details for support')}</summary>
      <div className="mono mt-1 break-all">{props.children}</div>
    </details>
  )
}

export declare namespace SupportDetails {
  type Props = { children: ReactNode }
}
