/**
 * What a translation must share with its text: the names of placeholders, of plurals and of tags,
 * sorted, each once. Plurals may have other variants, but `other` always.
 */
export function findShape(text: string): string {
  const found = new Set<string>()
  let depth = 0
  for (const [token, name, tag] of text.matchAll(/\{(\w*)|\}|<\/?(\w+)>/g)) {
    if (tag !== undefined) found.add(`<${tag}>`)
    else if (token === '}') depth -= 1
    else {
      if (depth % 2 === 0) found.add(`{${name ?? ''}}`)
      depth += 1
    }
  }
  for (const [, name, list] of text.matchAll(
    /\{(\w+), plural,((?:[^{}]|\{(?:[^{}]|\{\w+\})*\})*)\}/g,
  ))
    found.add(
      /\bother \{/.test(list ?? '') ? `{${name}, plural}` : `{${name}, plural without other}`,
    )
  if (depth !== 0) found.add('braces that do not close')
  return [...found].toSorted().join(' ')
}
