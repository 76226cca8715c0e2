import type { ReactNode } from 'react'

import { getNumberLocale, usePreferences } from '../api/state/preferences.ts'
import { FormatsProvider } from '../components/amounts/Formats.tsx'

/** Formats for pages that show the account's own amounts: hidden when the user has chosen so. */
export function AccountFormats(props: { children: ReactNode }) {
  const preferences = usePreferences()
  return (
    <FormatsProvider locale={getNumberLocale(preferences)} hideAmounts={preferences.hideAmounts}>
      {props.children}
    </FormatsProvider>
  )
}
