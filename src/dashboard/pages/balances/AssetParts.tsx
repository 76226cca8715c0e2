import { Link } from 'wouter'

import { toAddressKey } from '#protocol/accounts/account.ts'
import {
  isAddressOn,
  splitAssetType,
  type AccountAddress,
  type AssetType,
  isSameAsset,
} from '#protocol/ids/caip.ts'
import { toUnits } from '#protocol/ids/amount.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import type { VaultBalance } from '../../api/chains/vaults.ts'
import { useBalancesByAccount } from '../../api/balances/balances.ts'
import { shortenAddress } from '../../components/status/Address.tsx'
import { AmountText } from '../../components/amounts/AmountText.tsx'
import { ChainGlyph } from '../../components/flow/ChainGlyph.tsx'
import type { ChainIdentity } from '../../components/flow/chainIdentity.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { spreadCents } from '../../components/amounts/worth.ts'
import { Button } from '../../components/forms/Button.tsx'
import { translate } from '../../language/translate.ts'
import { translateRich } from '../../language/translateRich.ts'
import { useIsWatching, useShownAccounts } from '../../wallets/accounts/shownAccounts.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { useAddressNames } from '../quoting/recipient/useAddressNames.ts'
import { useOwnChains } from '../chains/useChainIdentities.ts'
import type { Holding, HoldingPart } from './holdings.ts'
import { getMoveAllTargets, getWithdrawal } from './moveTargets.ts'

const columns = 'minmax(0,1.35fr) 1fr 118px 118px 62px 24px'
const line =
  'grid items-center gap-x-5 text-sm max-md:!grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3'

/** The balances of an asset by chain and, with several accounts, by account. */
export function AssetParts(props: AssetParts.Props) {
  const { holding } = props
  return (
    <div className="pb-3 pl-13 animate-[fade_200ms] max-md:pr-8">
      <ul aria-label={translate('{symbol} by chain', { symbol: holding.symbol })}>
        {holding.parts.map((part) => (
          <Part key={part.assetType} part={part} holding={holding} />
        ))}
        {holding.unknownOn.map((chain) => (
          <UnknownPart key={chain.chain} chain={chain} />
        ))}
      </ul>
      <AssetActions {...props} />
    </div>
  )
}

export declare namespace AssetParts {
  type Props = {
    holding: Holding
    isHidden: boolean
    onHide: (isHidden: boolean) => void
  }
}

/** What can be done with all of an asset: swap or send it, move it to one chain, take it off the list. */
function AssetActions(props: AssetParts.Props) {
  const { holding, isHidden, onHide } = props
  const network = useNetwork()
  const chains = useOwnChains()
  const isWatching = useIsWatching()
  const targets = isWatching ? [] : getMoveAllTargets(holding, { network, chains })
  const isSpendable = network.aggregates.some((one) => one.aggregatedAssetId === holding.id)
  const { symbol } = holding
  const actions =
    isSpendable && !isWatching
      ? [
          { text: translate('Swap {symbol}', { symbol }), path: '/swap?from=' },
          { text: translate('Send {symbol}', { symbol }), path: '/send?asset=' },
        ]
      : []
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line pt-3 text-sm">
      {actions.map(({ text, path }) => (
        <Link key={path} href={`${path}${encodeURIComponent(holding.id)}`} className="link reach">
          {text}
        </Link>
      ))}
      {targets.length > 0 && (
        <ul
          aria-label={translate('Move all {symbol} to one chain', { symbol })}
          className="flex flex-wrap items-center gap-x-3 gap-y-2"
        >
          <li aria-hidden className="text-ink-3">
            {translate('Move all to')}
          </li>
          {targets.map(({ chain, href }) => (
            <li key={chain.chain}>
              <Link
                href={href}
                className="link"
                aria-label={translate('Move all {symbol} to {chain}', {
                  symbol,
                  chain: chain.name,
                })}
              >
                {chain.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Button variant="link" size="sm" className="md:ml-auto" onClick={() => onHide(!isHidden)}>
        {isHidden
          ? translate('Show {symbol} in the list', { symbol })
          : translate('Hide {symbol}', { symbol })}
      </Button>
    </div>
  )
}

function UnknownPart(props: { chain: ChainIdentity }) {
  const { chain } = props
  return (
    <li className="flex h-11 items-center justify-between gap-3 border-t border-line text-sm">
      <span className="flex items-center gap-2.5">
        <ChainGlyph chain={chain} />
        {chain.name}
      </span>
      <span className="font-medium text-buff md:mr-35">
        {translate('Unknown: the chain isn’t responding')}
      </span>
    </li>
  )
}

function Part(props: { part: HoldingPart; holding: Holding }) {
  const { part, holding } = props
  const formats = useFormats()
  const isWatching = useIsWatching()
  const isOtherName = !part.vaulted && part.symbol !== holding.symbol
  return (
    <li className="border-t border-line max-md:first:border-0">
      <div
        className={`${line} min-h-11 max-md:gap-y-1 max-md:py-2.5`}
        style={{ gridTemplateColumns: columns }}
      >
        <div className="flex min-w-0 items-center gap-2.5 max-md:order-1">
          <ChainGlyph chain={part.chain} />
          <span className="truncate">
            {isOtherName
              ? translateRich('{chain} <other>as {symbol}</other>', {
                  chain: part.chain.name,
                  symbol: part.symbol,
                  other: <span className="text-ink-3" />,
                })
              : part.chain.name}
          </span>
        </div>
        <div className="text-right max-md:order-4">
          {part.vaulted ? (
            <Withdraw vaulted={part.vaulted} chain={part.chain} />
          ) : isWatching ? null : (
            <Link
              href={`/swap?from=${encodeURIComponent(part.assetType)}`}
              className="link reach"
              aria-label={translate('Spend only {symbol} on {chain}', {
                symbol: part.symbol,
                chain: part.chain.name,
              })}
            >
              {translate('Spend only this')}
            </Link>
          )}
        </div>
        <div className="text-right max-md:order-3 max-md:pl-8.5 max-md:text-left max-md:text-ink-3">
          <AmountText units={part.units} decimals={part.decimals} />
        </div>
        <div className="num text-right max-md:order-2">
          <Value valueUsd={part.valueUsd} />
        </div>
        <div className="num text-right text-ink-3 max-md:hidden">
          {holding.valueUsd !== undefined && holding.valueUsd > 0 && part.valueUsd !== undefined
            ? formats.share(part.valueUsd / holding.valueUsd)
            : ''}
        </div>
      </div>
      {!part.vaulted && <ByAccount part={part} />}
    </li>
  )
}

/** The way out of a vault, for the account that makes calls. */
function Withdraw(props: { vaulted: VaultBalance; chain: ChainIdentity }) {
  const { vaulted, chain } = props
  const isWatching = useIsWatching()
  const filled = getWithdrawal(vaulted, useAccount().accountAddress)
  if (isWatching) return null
  if (!filled) return <span className="text-ink-3">{translate('Held by another account')}</span>
  return (
    <Link
      href={filled.href}
      state={{ entered: filled.entered }}
      className="link"
      aria-label={translate('Withdraw from the vault on {chain}', { chain: chain.name })}
    >
      {translate('Withdraw')}
    </Link>
  )
}

/** The balance of a part by account; nothing when only one account can hold it. */
function ByAccount({ part }: { part: HoldingPart }) {
  const accounts = useShownAccounts()
  const each = useBalancesByAccount(accounts, useNetwork()).data ?? []
  const { chainId } = splitAssetType(part.assetType)
  const able = accounts.filter(({ accountAddress }) => isAddressOn(accountAddress, chainId))
  if (able.length < 2) return null
  const held = getAccountParts(part.assetType, each)
  const worths = spreadCents(
    held.map(({ valueUsd }) => valueUsd),
    part.valueUsd,
  )
  return (
    <ul
      aria-label={translate('{symbol} on {chain} by account', {
        symbol: part.symbol,
        chain: part.chain.name,
      })}
      className="mb-2 ml-3.5 border-l border-line pl-4.5"
    >
      {held.map((one, index) => (
        <li
          key={one.account}
          className={`${line} min-h-8 text-ink-2`}
          style={{ gridTemplateColumns: columns }}
        >
          <Holder held={one} />
          <div className="text-right max-md:hidden">
            {one.units !== undefined && <AmountText units={one.units} decimals={part.decimals} />}
          </div>
          <div className="num text-right">
            {one.units === undefined ? (
              <span className="text-buff">{translate('Unknown')}</span>
            ) : (
              <Value valueUsd={worths[index]} />
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Holder(props: { held: AccountPart }) {
  const { held } = props
  const names = useAddressNames()
  return (
    <span className="flex min-w-0 items-center gap-2 md:col-span-2">
      <span className="truncate">
        {names.get(toAddressKey(held.account)) ?? translate('Account')}
      </span>
      <span className="mono whitespace-nowrap text-ink-3" title={held.account}>
        {shortenAddress(held.account)}
      </span>
    </span>
  )
}

function Value(props: { valueUsd: number | undefined }) {
  const formats = useFormats()
  if (props.valueUsd === undefined)
    return <span className="text-buff">{translate('No price')}</span>
  return <>{formats.usd(props.valueUsd)}</>
}

/** Balance of one account in one asset on one chain. */
type AccountPart = {
  account: AccountAddress
  /** Smallest units; undefined if the chain could not be read for this account. */
  units: bigint | undefined
  /** Undefined if unread or without a fresh price. */
  valueUsd: number | undefined
}

/**
 * Returns the balance of each account in an asset on its chain, in the order of the accounts, which
 * add up to the whole. Includes accounts that could not be read, but none with a zero balance.
 */
export function getAccountParts(
  assetType: AssetType,
  each: readonly { account: AccountAddress; record: BalanceRecord }[],
): readonly AccountPart[] {
  return each.flatMap(({ account, record }): AccountPart[] => {
    const { chainId } = splitAssetType(assetType)
    if (record.unavailableChains?.includes(chainId))
      return [{ account, units: undefined, valueUsd: undefined }]
    const held = record.balanceByAggregatedAsset
      .flatMap(({ individualAssetBalances }) => individualAssetBalances)
      .find((one) => isSameAsset(one.assetType, assetType))
    const units = toUnits(held?.balance ?? '0')
    if (!held || units === 0n) return []
    const isPriced = !record.unpricedAssets?.some((other) => isSameAsset(other, assetType))
    return [{ account, units, valueUsd: isPriced ? held.fiatValue : undefined }]
  })
}
