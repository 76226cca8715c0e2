import { cloneElement, createElement, Fragment, isValidElement } from 'react'
import type { ReactElement, ReactNode } from 'react'

import type { Placeholders } from './message.ts'
import { readMessage } from './readMessage.ts'

/** The tags of a text: `link` in `<link>Look</link> at it`. */
type Tags<text extends string> = text extends `${string}</${infer tag}>${infer rest}`
  ? tag | Tags<rest>
  : never

/** What a text with elements is given: a value or element for each placeholder, an element for each tag. */
type RichValues<text extends string> = {
  [name in Placeholders<text>['name'] | Tags<text>]: name extends Tags<text>
    ? ReactElement
    : string extends Extract<Placeholders<text>, { name: name }>['takes']
      ? ReactNode
      : number
}

/**
 * Returns an English text with elements in it in the user's language: a placeholder may be an
 * element, and what stands between `<name>` and `</name>` becomes the content of the element of that
 * name.
 *
 * @example
 *   translateRich('<link>Look at any address</link> without a wallet.', {
 *     link: <Link href="/watch" />,
 *   })
 *
 * @param text - A literal, as in `translate`.
 */
export function translateRich<const text extends string>(
  text: text,
  values: RichValues<text>,
): ReactNode {
  const tokens = readMessage(text, text, values).split(/(\{\w+\}|<\/?\w+>)/)
  return build(tokens, new Map<string, ReactNode>(Object.entries(values)))
}

/** Takes tokens up to the closing one. */
function build(
  tokens: string[],
  values: ReadonlyMap<string, ReactNode>,
  closing?: string,
): ReactNode {
  const parts: ReactNode[] = []
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    if (token === closing) break
    const name = token.slice(1, -1)
    const value = /^[{<]/.test(token) ? values.get(name) : token
    parts.push(
      token.startsWith('<') && isValidElement(value)
        ? cloneElement(value, undefined, build(tokens, values, `</${name}>`))
        : value,
    )
  }
  return createElement(Fragment, null, ...parts)
}
