/** Splits a text at its braces and says what each placeholder takes; see {@link Placeholders}. */
type Scan<
  text extends string,
  inPlaceholder extends boolean = false,
> = text extends `${infer before}{${infer after}`
  ? before extends `${string}}${infer rest}`
    ? Scan<`${rest}{${after}`, Flip<inPlaceholder>>
    : (inPlaceholder extends false ? Opened<after> : never) | Scan<after, Flip<inPlaceholder>>
  : never
type Flip<given extends boolean> = given extends true ? false : true
type Opened<text extends string> = text extends `${infer inside}}${string}`
  ? inside extends `${infer name}, plural,${string}`
    ? { name: name; takes: number }
    : { name: inside; takes: string | number }
  : never

/**
 * The placeholders of a text: `{name}` takes a text or a number, `{count, plural, one {# chain} other
 * {# chains}}` a number. Braces alternate: within a variant, `{name}` is a placeholder again.
 */
export type Placeholders<text extends string> = Scan<text>

/** What a text is given: a value for each of its placeholders; nothing if it has none. */
export type Values<text extends string> = [Placeholders<text>] extends [never]
  ? []
  : [
      values: {
        [name in Placeholders<text>['name']]: Extract<Placeholders<text>, { name: name }>['takes']
      },
    ]

const plural = /\{(\w+), plural, ((?:=?\w+ \{(?:[^{}]|\{\w+\})*\} ?)+)\}/g
const variants = /(=?\w+) \{((?:[^{}]|\{\w+\})*)\}/g

/** The language of a text's plurals and the locale of its numbers. */
export type MessageRules = { plurals: Intl.PluralRules; numbers: Intl.NumberFormat }

/**
 * Replaces each plural by the variant for its number: the one for exactly this number (`=0`), else
 * that of the language's rules, else `other`. In it, `#` stands for the number.
 */
export function choosePlurals(
  text: string,
  values: Readonly<Record<string, unknown>>,
  { plurals, numbers }: MessageRules,
): string {
  return text.replace(plural, (_, name: string, list: string) => {
    const count = Number(values[name])
    const byName = new Map([...list.matchAll(variants)].map(([, key, body]) => [key, body]))
    const chosen =
      byName.get(`=${count}`) ?? byName.get(plurals.select(count)) ?? byName.get('other') ?? ''
    return chosen.replaceAll('#', numbers.format(count))
  })
}
