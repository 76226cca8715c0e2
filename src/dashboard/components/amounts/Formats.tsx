import { createContext, type ReactNode, useContext, useMemo } from 'react'

import { createFormats, type Formats } from './createFormats.ts'

const FormatsContext = createContext<Formats>(createFormats({ locale: 'en-US' }))

/** Gives everything inside the reader's number format, and hides amounts when asked to. */
export function FormatsProvider(props: FormatsProvider.Props) {
  const { locale, hideAmounts = false, children } = props
  const formats = useMemo(() => createFormats({ locale, hideAmounts }), [locale, hideAmounts])
  return <FormatsContext value={formats}>{children}</FormatsContext>
}

export declare namespace FormatsProvider {
  type Props = { locale: string; hideAmounts?: boolean; children: ReactNode }
}

/** Writers of numbers for this place; American format outside of a provider. */
export function useFormats(): Formats {
  return useContext(FormatsContext)
}
