import { ArrowLeftRight, ClockAlert, Eye, EyeOff, QrCode, RefreshCw, Send } from 'lucide-react'
import { Link } from 'wouter'

import { setPreferences, usePreferences } from '../../api/state/preferences.ts'
import { HeroUsd } from '../../components/amounts/AmountText.tsx'
import { Button, getButtonClass, IconButton } from '../../components/forms/Button.tsx'
import { ChainTotalsHero } from '../../components/flow/ChainTotalsHero.tsx'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Icon } from '../../components/forms/Icon.tsx'
import { Note } from '../../components/status/Note.tsx'
import {
  formatClockTime,
  formatExactTime,
  formatRelativeTime,
} from '../../components/status/formatTime.ts'
import { useNow } from '../../components/status/useNow.ts'
import { joinNames } from '../../language/joinNames.ts'
import { translate } from '../../language/translate.ts'
import { useIsWatching, useShownAccounts } from '../../wallets/accounts/shownAccounts.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { CurrencyNote } from '../notes/CurrencyNote.tsx'
import { FaucetButton } from '../FaucetButton.tsx'
import type { Holdings } from './holdings.ts'
import { hasWalletHoldings, isReserve } from './wallet/WalletPanel.tsx'
import type { OwnWallet } from './wallet/useWalletHoldings.ts'
import type { TotalSplit } from './motion/splitTotal.ts'

/** The total balance, its age, the main actions, and the share of each chain. */
export function BalancesHero(props: BalancesHero.Props) {
  const { holdings, all, split, age, chosen, onChoose } = props
  const isWatching = useIsWatching()
  const chosenName = all.byChain.find(({ chain }) => chain.chain === chosen)?.chain.name
  const { hideAmounts } = usePreferences()
  const missing = holdings.unavailable
  const isNothing = all.assets.every(({ units }) => units === 0n)
  // What is in the wallet itself is not in the account: no total calls the two one.
  const isBesideWallet = isNothing && props.wallet !== undefined && hasWalletHoldings(props.wallet)
  return (
    <section aria-labelledby="total">
      <div className="mb-7 flex flex-col justify-between gap-5 md:mb-8 lg:flex-row lg:items-end">
        <div>
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h1 id="total" className="text-base font-normal text-ink-2">
              {isBesideWallet && missing.length === 0
                ? translate('Balance of your smart account')
                : describeTotal(chosenName, missing.length > 0)}
            </h1>
            {chosenName !== undefined && <OfAll all={all} onShow={() => onChoose(undefined)} />}
          </div>
          <div className="mt-1 flex items-center gap-2">
            <span className="text-4xl md:text-5xl">
              <HeroUsd valueUsd={holdings.totalUsd} />
            </span>
            <IconButton
              icon={hideAmounts ? EyeOff : Eye}
              label={hideAmounts ? translate('Show amounts') : translate('Hide amounts')}
              onClick={() => setPreferences({ hideAmounts: !hideAmounts })}
            />
          </div>
          <NotInTotal holdings={holdings} />
          {!isNothing && !isWatching && <Split split={split} />}
          {isNothing && <InWallet wallet={props.wallet} />}
          <CurrencyNote />
          <Age age={age} chains={all.byChain.length} />
        </div>
        {/* Without funds, EmptyBalances below says what to do. */}
        {!isWatching && (!isNothing || missing.length > 0) && <Actions isNothing={isNothing} />}
      </div>
      {missing.length > 0 && (
        <div className="mb-7">
          <Note
            tone="buff"
            title={translate('Can’t read {chains} right now', {
              chains: joinNames(missing.map(({ name }) => name)),
            })}
          >
            {translate(
              'Balances there aren’t in the total. Retrying automatically. Your funds aren’t affected.',
            )}
          </Note>
        </div>
      )}
      {/* With nothing on any chain, what to do comes first. */}
      {(!isNothing || missing.length > 0) && (
        <ChainTotalsHero
          totals={all.byChain}
          isStale={age.isStale}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
    </section>
  )
}

export declare namespace BalancesHero {
  type Props = {
    /** Of the chosen chain, or all. */
    holdings: Holdings
    all: Holdings
    split: TotalSplit
    /** The connected wallet beside its account. */
    wallet: OwnWallet | undefined
    age: {
      /** Unix milliseconds. */
      readAtMs: number
      isRefreshing: boolean
      /** The last attempt failed, so the data shown is old. */
      isStale: boolean
      refresh: () => void
    }
    chosen: string | undefined
    onChoose: (chain: string | undefined) => void
  }
}

function describeTotal(chain: string | undefined, isPartial: boolean): string {
  if (chain !== undefined)
    return isPartial
      ? translate('Balance on {chain} (not responding)', { chain })
      : translate('Balance on {chain}', { chain })
  return isPartial ? translate('Total balance on responding chains') : translate('Total balance')
}

/** What the chosen chain's balance is a part of, and the way back to it. */
function OfAll(props: { all: Holdings; onShow: () => void }) {
  const { all, onShow } = props
  const formats = useFormats()
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-ink-3">
      {all.totalUsd !== undefined && (
        <span className="num">
          {translate('of {total} on all chains', { total: formats.usd(all.totalUsd) })}
        </span>
      )}
      <Button variant="link" size="sm" onClick={onShow}>
        {translate('Show all chains')}
      </Button>
    </p>
  )
}

/** What the total is without, because nobody says what it is or what it is worth. */
function NotInTotal({ holdings }: { holdings: Holdings }) {
  const { vaultsUnknownOn: vaults, unpricedCount } = holdings
  return (
    <>
      {vaults.length > 0 && (
        <p className="mt-1.5 text-sm font-medium text-buff">
          {translate(
            '{count, plural, one {Excludes the vault on {chains}, which isn’t responding.} other {Excludes the vaults on {chains}, which aren’t responding.}}',
            { count: vaults.length, chains: joinNames(vaults.map(({ name }) => name)) },
          )}
        </p>
      )}
      {unpricedCount > 0 && (
        <p className="mt-1.5 text-sm font-medium text-buff">
          {translate(
            '{count, plural, one {Excludes # balance without a current price.} other {Excludes # balances without a current price.}}',
            { count: unpricedCount },
          )}
        </p>
      )}
    </>
  )
}

/** That the connected wallet holds what its account does not have yet. */
function InWallet({ wallet }: { wallet: OwnWallet | undefined }) {
  const formats = useFormats()
  const { totalUsd } = wallet?.holdings ?? {}
  if (!wallet?.holdings || !hasWalletHoldings(wallet) || !totalUsd) return null
  if (isReserve(wallet.holdings)) return null
  return (
    <p className="num mt-1.5 font-medium">
      {translate('{wallet} holds {total}. Add funds to spend them here.', {
        wallet: wallet.name,
        total: formats.usd(totalUsd),
      })}
    </p>
  )
}

/** What of the total can be spent now, and where the rest is. */
function Split({ split }: { split: TotalSplit }) {
  const formats = useFormats()
  const { spendableUsd, vaultUsd, promisedUsd, takenUsd } = split
  const parts = [
    { name: translate('Available'), valueUsd: spendableUsd, isAlways: true },
    { name: translate('In vaults'), valueUsd: vaultUsd },
    { name: translate('Reserved'), valueUsd: promisedUsd },
    { name: translate('In escrow (not in total)'), valueUsd: takenUsd },
  ].filter(({ isAlways, valueUsd }) => isAlways === true || valueUsd !== 0)
  return (
    <dl className="num mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {parts.map(({ name, valueUsd }) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-ink-3">{name}</dt>
          <dd className="font-medium text-ink-2">
            {valueUsd === undefined ? translate('Unknown') : formats.usd(valueUsd)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Actions(props: { isNothing: boolean }) {
  return (
    <div className="flex flex-wrap gap-2 md:justify-end max-md:grid max-md:grid-cols-2 max-md:[&>:nth-child(3):nth-last-child(1)]:col-span-2">
      {!props.isNothing && <FaucetButton />}
      <Button icon={QrCode} onClick={() => openWalletDialog('receive')}>
        {translate('Receive')}
      </Button>
      <Link href="/send" className={getButtonClass()}>
        <Icon of={Send} />
        {translate('Send')}
      </Link>
      <Link
        href="/swap"
        className={getButtonClass({ variant: 'primary', className: 'max-lg:order-first' })}
      >
        <Icon of={ArrowLeftRight} />
        {translate('Swap')}
      </Link>
    </div>
  )
}

function Age(props: { age: BalancesHero.Props['age']; chains: number }) {
  const { readAtMs, isRefreshing, isStale, refresh } = props.age
  const now = useNow()
  const { length } = useShownAccounts()
  return (
    <div className="mt-1.5 flex items-center gap-1 text-sm">
      {isStale ? (
        <p
          className="flex items-center gap-1.5 font-medium text-buff"
          title={formatExactTime(readAtMs)}
        >
          <Icon of={ClockAlert} size={15} />
          {translate('As of {time}, {ago}', {
            time: formatClockTime(readAtMs),
            ago: formatRelativeTime(readAtMs, now),
          })}
        </p>
      ) : (
        <p className="text-ink-3" title={formatExactTime(readAtMs)}>
          {translate(
            '{accounts, plural, one {# account} other {# accounts}} on {chains, plural, one {# chain} other {# chains}}. Updated {ago}.',
            { accounts: length, chains: props.chains, ago: formatRelativeTime(readAtMs, now) },
          )}
        </p>
      )}
      <IconButton
        icon={RefreshCw}
        label={translate('Refresh balances')}
        size="sm"
        iconSize={14}
        spin={isRefreshing}
        onClick={refresh}
      />
    </div>
  )
}
