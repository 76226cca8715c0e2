/** An amount as the pages write it in full: grouped whole part, no zeros at the end. */
export function formatExact(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = new Intl.NumberFormat('en-US').format(BigInt(digits.slice(0, -decimals)))
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** An amount as quotes and reviews write it: two to six decimals, the rest cut off. */
export function formatQuoteAmount(units: bigint, decimals: number): string {
  const [whole = '', fraction = ''] = formatExact(units, decimals).split('.')
  return `${whole}.${fraction.slice(0, 6).replace(/0+$/, '').padEnd(2, '0')}`
}
