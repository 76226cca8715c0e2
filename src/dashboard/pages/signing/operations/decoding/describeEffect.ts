import { isSameAddress } from '#protocol/ids/caip.ts'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import type { KnownEffect } from '#dashboard/review/cases/decodeKnownCall.ts'

import { translate } from '../../../../language/translate.ts'

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
    getName: (address: string) =>
      isOwn(address) ? translate('your account') : shortenAddress(address),
    isOwn,
    build: (text: string, parties: Record<string, string>): EffectDescription => {
      const others = Object.entries(parties).filter(([, address]) => !isOwn(address))
      return { text, parties: others.map(([name, value]) => ({ name, value })) }
    },
  }
}

/** Amounts from here on exceed any supply and are shown as unlimited. */
const unlimitedFrom = 2n ** 128n

type EffectOptions = {
  formats: Formats
  /** The account that makes the call. */
  account: string
  /** Of the vault. */
  shares?: { symbol: string; decimals: number } | undefined
}

/**
 * Describes what a call does, from the view of the account that makes it.
 *
 * @param options.shares - Symbol and decimals of the vault's shares, as the vault reports them.
 */
export function describeEffect(effect: KnownEffect, options: EffectOptions): EffectDescription {
  const { formats, account } = options
  const amount = 'amount' in effect ? formatEffectAmount(effect, formats) : ''
  const { getName, build } = nameParties(account)
  switch (effect.kind) {
    case 'send':
      return build(translate('Send {amount} to {name}', { amount, name: getName(effect.to) }), {
        [translate('recipient')]: effect.to,
      })
    case 'sendFrom':
      return build(
        translate('Move {amount} from {from} to {to}', {
          amount,
          from: getName(effect.from),
          to: getName(effect.to),
        }),
        { [translate('payer')]: effect.from, [translate('recipient')]: effect.to },
      )
    case 'allow':
      return build(
        translate('Allow {name} to spend {amount} at any time until revoked', {
          name: getName(effect.spender),
          amount,
        }),
        { [translate('spender')]: effect.spender },
      )
    case 'wrap':
      return build(translate('Wrap {amount}', { amount }), {})
    case 'unwrap':
      return build(translate('Unwrap {amount}', { amount }), {})
    case 'deposit':
    case 'mint':
    case 'withdraw':
    case 'redeem':
      return describeVaultEffect(effect, { ...options, amount })
  }
}

function describeVaultEffect(
  effect: Extract<KnownEffect, { kind: 'deposit' | 'mint' | 'withdraw' | 'redeem' }>,
  options: EffectOptions & { amount: string },
): EffectDescription {
  const { account, amount } = options
  const { symbol } = effect.asset
  const shares = 'shares' in effect ? formatShares(effect.shares, options) : ''
  const { getName, isOwn, build } = nameParties(account)
  const name = getName(effect.to)
  switch (effect.kind) {
    case 'deposit':
      return build(
        translate('Deposit {amount} into the vault; {name} gets the shares', {
          amount,
          name,
        }),
        { [translate('share recipient')]: effect.to },
      )
    case 'mint':
      return build(
        translate('Buy {shares} with {symbol}; {name} gets them', {
          shares,
          symbol,
          name,
        }),
        { [translate('share recipient')]: effect.to },
      )
    case 'withdraw': {
      const values = { amount, name, owner: shortenAddress(effect.owner) }
      return build(
        isOwn(effect.owner)
          ? translate(
              'Withdraw {amount} from the vault for your own shares; {name} gets it',
              values,
            )
          : translate(
              'Withdraw {amount} from the vault for {owner}’s shares; {name} gets it',
              values,
            ),
        { [translate('recipient')]: effect.to, [translate('share owner')]: effect.owner },
      )
    }
    case 'redeem':
      return build(
        translate('Redeem {shares} for {symbol}; {name} gets it', {
          shares,
          symbol,
          name,
        }),
        { [translate('recipient')]: effect.to, [translate('share owner')]: effect.owner },
      )
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
    ? translate('{shares} (vault shares)', { shares: formats.asset({ units, ...shares }) })
    : translate('{units} base units of vault shares', { units: String(units) })
}

function formatEffectAmount(
  { kind, asset, amount }: Extract<KnownEffect, { amount: bigint }>,
  formats: Formats,
): string {
  const { decimals, symbol } = asset
  if (amount >= unlimitedFrom) return translate('any amount of {symbol}', { symbol })
  const text = formats.asset({ units: amount, decimals, symbol })
  return kind === 'allow' ? translate('up to {amount}', { amount: text }) : text
}
