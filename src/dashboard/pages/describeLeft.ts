import { joinNames } from '../language/joinNames.ts'
import { translate } from '../language/translate.ts'

type Held = {
  units: bigint | undefined
  decimals: number
  symbol: string
  members: readonly { units: bigint | undefined; chain: { name: string } }[]
}

/**
 * Says what stays when the most of an asset is moved, and on which chains: those that hold some of it
 * and have no leg in the quote; without one, only how much.
 */
export function describeLeft(
  { units = 0n, decimals, symbol, members }: Held,
  of: {
    most: bigint
    legs: readonly { chain: { name: string } }[]
    format: (units: bigint, options: { decimals: number; detail: 'full' }) => string
  },
): string {
  const drawn = of.legs.map(({ chain }) => chain.name)
  const names = members.flatMap((one) =>
    one.units && drawn.length > 0 && !drawn.includes(one.chain.name) ? [one.chain.name] : [],
  )
  const amount = of.format(units - of.most, { decimals, detail: 'full' })
  return names.length === 0
    ? translate('{amount} {symbol} stays behind: moving it costs more than it’s worth.', {
        amount,
        symbol,
      })
    : translate(
        '{amount} {symbol} on {chains} stays behind: moving it costs more than it’s worth.',
        {
          amount,
          symbol,
          chains: joinNames([...new Set(names)]),
        },
      )
}
