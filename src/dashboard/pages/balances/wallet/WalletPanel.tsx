import { useState } from 'react'

import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import { AmountText } from '#dashboard/components/amounts/AmountText.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Coin } from '#dashboard/components/flow/Coin.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { joinNames } from '../../../language/joinNames.ts'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import { isUnderWay, useMoveRun } from './moveRun.ts'
import type { OwnWallet } from './useWalletHoldings.ts'
import { sumHeldUsd, type WalletHolding, type WalletHoldings } from './walletHoldings.ts'

/** Rows shown before the rest is asked for. */
const maxRows = 6

/**
 * What the connected wallet itself holds, outside the account, and the steps that bring it in.
 * Nothing when it holds nothing; of the local wallet only what can be moved.
 */
export function WalletPanel(props: WalletPanel.Props) {
  const { wallet, onlyChain, isFirst = false, onMove } = props
  const [isAll, setAll] = useState(false)
  const run = useMoveRun()
  const holdings = wallet.holdings && filterWallet(wallet, onlyChain)
  const isRunning = run !== undefined && run.ownerKey === wallet.ownerKey
  const isBusy = run !== undefined && isUnderWay(run)
  if (!holdings || (holdings.all.length === 0 && !isRunning)) return null
  const rows = isAll ? holdings.all : holdings.all.slice(0, maxRows)
  const rest = holdings.all.length - rows.length
  return (
    <section
      aria-labelledby="wallet"
      className={isFirst ? 'panel mt-6 max-w-150 p-5' : 'panel p-5'}
    >
      <PanelHead wallet={wallet} holdings={holdings} />
      <ul aria-label={translate('In your wallet')} className="mt-3">
        {rows.map((holding) => (
          <Row
            key={holding.assetType}
            holding={holding}
            isBusy={isBusy}
            isOnly={isFirst && holdings.movable.length === 1}
            onMove={() => onMove([holding])}
          />
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="quiet" size="sm" className="mt-1" onClick={() => setAll(true)}>
          {translate('Show {count} more', { count: rest })}
        </Button>
      )}
      <Unread holdings={holdings} />
      {holdings.movable.length > 1 && (
        <Button
          variant={isFirst ? 'primary' : 'secondary'}
          size={isFirst ? 'lg' : 'md'}
          className="mt-4 w-full"
          disabled={isBusy}
          onClick={() => onMove(holdings.movable)}
        >
          {translate('Add all')}
        </Button>
      )}
      {isRunning && (
        <Button variant="link" size="sm" className="mt-3" onClick={() => onMove(undefined)}>
          {translate('View latest transfer')}
        </Button>
      )}
    </section>
  )
}

export declare namespace WalletPanel {
  type Props = {
    wallet: OwnWallet
    /** CAIP-2 id of the only chain shown. */
    onlyChain?: string | undefined
    /** Whether moving in is the page's first step, as the account is empty. */
    isFirst?: boolean
    /** Opens the review of these; of none, how far the last ones are. */
    onMove: (holdings: readonly WalletHolding[] | undefined) => void
  }
}

/** Whether there is something to show of the wallet. */
export function hasWalletHoldings({ isLocal, holdings }: OwnWallet): boolean {
  return ((isLocal ? holdings?.movable : holdings?.all)?.length ?? 0) > 0
}

/** Whether all it holds are coins that stay there as gas, so that nothing can be added. */
export function isReserve({ all }: WalletHoldings): boolean {
  return all.length > 0 && all.every(({ isNative, movable }) => isNative && movable === 0n)
}

function filterWallet(
  wallet: OwnWallet,
  onlyChain: string | undefined,
): WalletHoldings | undefined {
  const { holdings } = wallet
  if (!holdings || !hasWalletHoldings(wallet)) return holdings && { ...holdings, all: [] }
  if (onlyChain === undefined) return holdings
  const all = holdings.all.filter(({ chainId }) => chainId === onlyChain)
  const movable = holdings.movable.filter(({ chainId }) => chainId === onlyChain)
  return { ...holdings, all, movable, totalUsd: sumHeldUsd(all) }
}

function PanelHead(props: { wallet: OwnWallet; holdings: WalletHoldings }) {
  const { wallet, holdings } = props
  const formats = useFormats()
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="wallet" className="text-lg font-semibold">
          {translate('In your wallet')}
        </h2>
        <span className="num font-semibold">
          {holdings.totalUsd === undefined ? translate('No price') : formats.usd(holdings.totalUsd)}
        </span>
      </div>
      <p className="mt-0.5 text-sm text-ink-3">
        {translateRich(
          isReserve(holdings)
            ? '{wallet}, <mono>{address}</mono>. Kept in your wallet for network fees.'
            : '{wallet}, <mono>{address}</mono>. Not in your balance until you add it.',
          {
            wallet: wallet.name,
            address: shortenAddress(wallet.owner),
            mono: <span className="mono whitespace-nowrap" title={wallet.owner} />,
          },
        )}
      </p>
    </>
  )
}

function Row(props: {
  holding: WalletHolding
  isBusy: boolean
  /** Whether the page has no other first step. */
  isOnly: boolean
  onMove: () => void
}) {
  const { holding, isBusy, isOnly, onMove } = props
  const { symbol, chain, held, decimals, valueUsd, movable } = holding
  const formats = useFormats()
  return (
    <li
      aria-label={translate('{symbol} on {chain} in your wallet', { symbol, chain: chain.name })}
      className="flex min-h-14 items-center gap-3 border-t border-line py-2"
    >
      <Coin symbol={symbol} chain={chain} size={32} />
      <div className="min-w-0 flex-1">
        <div className="truncate">
          <AmountText units={held} {...{ decimals, symbol }} />
        </div>
        <div className="truncate text-sm text-ink-3">
          {chain.name}
          {valueUsd !== undefined && <span className="num">, {formats.usd(valueUsd)}</span>}
        </div>
        <Obstacle holding={holding} />
      </div>
      {movable > 0n && (
        <Button
          size="sm"
          variant={isOnly ? 'primary' : 'secondary'}
          aria-label={translate('Add {symbol} on {chain}', { symbol, chain: chain.name })}
          disabled={isBusy}
          onClick={onMove}
        >
          {translate('Add funds')}
        </Button>
      )}
    </li>
  )
}

/** Why a holding cannot be moved now. */
function Obstacle(props: { holding: WalletHolding }) {
  const { movable, coin, chain, isNative } = props.holding
  if (movable > 0n) return null
  return (
    <div className="text-sm text-buff">
      {isNative
        ? translate('Kept for this wallet’s network fees')
        : translate('This wallet needs {symbol} on {chain} for network fees', {
            symbol: coin.symbol,
            chain: chain.name,
          })}
    </div>
  )
}

function Unread(props: { holdings: WalletHoldings }) {
  const { unread } = props.holdings
  if (unread.length === 0) return null
  return (
    <p className="mt-2 text-sm text-buff">
      {translate('{chains} didn’t respond, so wallet balances there are unknown.', {
        chains: joinNames(unread.map(({ name }) => name)),
      })}
    </p>
  )
}
