const formatsByLocale = new Map<string, Intl.NumberFormat>()

/** A number format of a locale, made once: making one takes a thousand times as long as using it. */
export function getNumberFormat(
  locale: string,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const key = JSON.stringify([locale, options])
  const format = formatsByLocale.get(key) ?? new Intl.NumberFormat(locale, options)
  formatsByLocale.set(key, format)
  return format
}
