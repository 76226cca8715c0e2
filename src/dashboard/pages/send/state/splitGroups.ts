/** Splits an address into groups of four characters and compares each with those of another one. */
export function splitGroups(
  address: string,
  other: string,
): readonly { text: string; isSame: boolean }[] {
  const [groups, others] = [address, other].map(split)
  // Only Solana addresses depend on upper and lower case.
  const isSensitive = !address.startsWith('0x')
  return (groups ?? []).map((text, index) => {
    const compared = others?.[index] ?? ''
    const isSame = isSensitive ? text === compared : text.toLowerCase() === compared.toLowerCase()
    return { text, isSame }
  })
}

/** The last group is whole, as its end is what people compare. */
function split(address: string): string[] {
  const body = address.replace(/^0x/, '')
  const odd = body.length % 4
  const head = body.slice(0, body.length - 4 - odd).match(/.{4}/g) ?? []
  return [...head, ...(odd > 0 ? [body.slice(-4 - odd, -4)] : []), body.slice(-4)]
}
