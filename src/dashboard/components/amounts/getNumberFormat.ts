const formatsByOptions = new Map<string, Intl.NumberFormat>()
const plainFormats = new Map<string, Intl.NumberFormat>()

/** Returns a cached number format: creating one takes a thousand times as long as using it. */
export function getNumberFormat(
  locale: string,
  options?: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  const formats = options ? formatsByOptions : plainFormats
  const key = options ? JSON.stringify([locale, options]) : locale
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format
}
