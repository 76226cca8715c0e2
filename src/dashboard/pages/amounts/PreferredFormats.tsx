import type { ReactNode } from 'react'

import { getNumberLocale, usePreferences } from '../../api/state/preferences.ts'
import { FormatsProvider } from '../../components/amounts/Formats.tsx'
import { useConversion } from './useConversion.ts'

/** Formats as the user has chosen them: locale, currency, and hidden amounts where they are private. */
export function PreferredFormats(props: PreferredFormats.Props) {
  const preferences = usePreferences()
  const conversion = useConversion()
  return (
    <FormatsProvider
      locale={getNumberLocale(preferences)}
      currency={conversion?.rate && conversion.currency}
      perUsd={conversion?.rate?.perUsd}
      hideAmounts={props.isPrivate === true && preferences.hideAmounts}
    >
      {props.children}
    </FormatsProvider>
  )
}

export declare namespace PreferredFormats {
  type Props = {
    /** Whether it shows the account's own amounts, which the user may hide. */
    isPrivate?: boolean
    children: ReactNode
  }
}
