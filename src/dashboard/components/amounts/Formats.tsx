import { createContext, type ReactNode, useContext, useMemo } from 'react'

import { createFormats, type FormatOptions, type Formats } from './createFormats.ts'

const FormatsContext = createContext<Formats>(createFormats({ locale: 'en-US' }))

/** Provides the user's number format and currency to everything inside; hides amounts if asked to. */
export function FormatsProvider(props: FormatsProvider.Props) {
  const { locale, currency, perUsd, hideAmounts = false, children } = props
  const formats = useMemo(
    () => createFormats({ locale, currency, perUsd, hideAmounts }),
    [locale, currency, perUsd, hideAmounts],
  )
  return <FormatsContext value={formats}>{children}</FormatsContext>
}

export declare namespace FormatsProvider {
  type Props = FormatOptions & { children: ReactNode }
}

/** Returns the number formatters of the nearest provider; American format without one. */
export function useFormats(): Formats {
  return useContext(FormatsContext)
}
