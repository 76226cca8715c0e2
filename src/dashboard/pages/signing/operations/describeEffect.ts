import { isSameAddress } from '#protocol/ids/caip.ts'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import type { KnownEffect } from '#dashboard/review/cases/decodeKnownCall.ts'

/** What a call does, and the whole address of each party other than the user's account. */
export type EffectDescription = {
  text: string
  parties: readonly { name: string; value: string }[]
}

/** Names the parties of a call from the view of an account. */
function nameParties(account: string) {
  function isOwn(address: string): boolean {
    return isSameAddress(address, account)
  }
  return {
    getName: (address: string) => (isOwn(address) ? 'your account' : shortenAddress(address)),
    getOwner: (address: string) =>
      isOwn(address) ? 'your own' : `${shortenAddress(address)}\u2019s`,
    build: (text: string, parties: Record<string, string>): EffectDescription => {
      const others = Object.entries(parties).filter(([, address]) => !isOwn(address))
      return { text, parties: others.map(([name, value]) => ({ name, value })) }
    },
  }
}

/** Amounts from here on exceed any supply and are shown as unlimited. */
const unlimitedFrom = 2n ** 128n

/**
 * Describes what a call does, from the view of the account that makes it.
 *
 * @param options.shares - Symbol and decimals of the vault's shares, as the vault reports them.
 */
export function describeEffect(
  effect: KnownEffect,
  options: {
    formats: Formats
    account: string
    shares?: { symbol: string; decimals: number } | undefined
  },
): EffectDescription {
  const { formats, account } = options
  const { asset } = effect
  const amount = 'amount' in effect ? formatEffectAmount(effect, formats) : ''
  const shares = 'shares' in effect ? formatShares(effect.shares, options) : ''
  const { getName, getOwner, build } = nameParties(account)
  switch (effect.kind) {
    case 'send':
      return build(`Send ${amount} to ${getName(effect.to)}`, { 'gets it': effect.to })
    case 'sendFrom':
      return build(`Move ${amount} from ${getName(effect.from)} to ${getName(effect.to)}`, {
        'paid by': effect.from,
        'gets it': effect.to,
      })
    case 'allow':
      return build(
        `Let ${getName(effect.spender)} take ${amount}, at any time until it is revoked`,
        { 'may take it': effect.spender },
      )
    case 'wrap':
      return build(`Wrap ${amount}`, {})
    case 'unwrap':
      return build(`Unwrap ${amount}`, {})
    case 'deposit':
      return build(`Deposit ${amount} into the vault; ${getName(effect.to)} gets the shares`, {
        'gets the shares': effect.to,
      })
    case 'mint':
      return build(`Buy ${shares} with ${asset.symbol}; ${getName(effect.to)} gets them`, {
        'gets the shares': effect.to,
      })
    case 'withdraw':
      return build(
        `Take ${amount} out of the vault for ${getOwner(effect.owner)} shares; ${getName(effect.to)} gets it`,
        { 'gets it': effect.to, 'shares of': effect.owner },
      )
    case 'redeem':
      return build(`Give back ${shares} for ${asset.symbol}; ${getName(effect.to)} gets it`, {
        'gets it': effect.to,
        'shares of': effect.owner,
      })
  }
}

function formatShares(
  units: bigint,
  {
    shares,
    formats,
  }: { shares?: { symbol: string; decimals: number } | undefined; formats: Formats },
): string {
  return shares
    ? `${formats.asset({ units, ...shares })} of the vault`
    : `${units} of the vault\u2019s smallest shares`
}

function formatEffectAmount(
  { kind, asset, amount }: Extract<KnownEffect, { amount: bigint }>,
  formats: Formats,
): string {
  const { decimals, symbol } = asset
  if (amount >= unlimitedFrom) return `any amount of ${symbol}`
  const text = formats.asset({ units: amount, decimals, symbol })
  return kind === 'allow' ? `up to ${text}` : text
}
