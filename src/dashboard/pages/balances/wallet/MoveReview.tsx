import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { formatAmount, parseAmount } from '#protocol/ids/amount.ts'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { NumberField } from '#dashboard/components/amounts/NumberField.tsx'
import { Coin } from '#dashboard/components/flow/Coin.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { Address } from '#dashboard/components/status/Address.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { useSigner } from '#dashboard/wallets/signing/useSigner.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { OwnerNote } from '../../notes/OwnerNote.tsx'
import { useInstallation } from '../../chains/useInstallation.ts'
import { describeAmountError } from '../../quoting/assets/describeAmountError.ts'
import { type MoveSender, type MoveStep, startMoveRun } from './moveRun.ts'
import { computeRecipient, toMoveSteps } from './moveSteps.ts'
import type { OwnWallet } from './useWalletHoldings.ts'
import { getMoveUsd, type Move, sumMovesUsd, type WalletHolding } from './walletHoldings.ts'

/** How much of what moves, where to, at what cost, and what the wallet will ask. */
export function MoveReview(props: MoveReview.Props) {
  const { wallet, holdings, sender } = props
  const formats = useFormats()
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map())
  const batches = useBatchChains(wallet, holdings)
  const obstacle = useObstacle(wallet, holdings)
  const entries = holdings.map((asset) =>
    readEntry(asset, { typed: texts.get(asset.assetType), formats }),
  )
  const moves = entries.flatMap(({ asset, amount }) => (amount > 0n ? [{ asset, amount }] : []))
  const steps = toMoveSteps(moves, batches.data ?? new Set())
  const isWrong = entries.some(({ error }) => error !== undefined)
  const { account: recipient, ownerKey, name } = wallet
  return (
    <>
      <ul aria-label={translate('Funds to add')} className="border-b border-line">
        {entries.map((entry) => (
          <Entry
            key={entry.asset.assetType}
            entry={entry}
            onChange={(text) => setTexts(new Map(texts).set(entry.asset.assetType, text))}
          />
        ))}
      </ul>
      {!isWrong && <Total moves={moves} />}
      <div className="mt-4">
        <div className="text-sm text-ink-3">
          {translate('To your account, computed in this browser from your key')}
        </div>
        <Address value={recipient} form="full" />
      </div>
      <p className="mt-3 text-sm text-ink-2">
        {steps.length > 0 && !wallet.isLocal && `${describeSteps(steps, name)} `}
        {translate('Your wallet pays the network fee on each chain.')}
      </p>
      <div className="mt-4 empty:hidden">
        <OwnerNote />
      </div>
      {obstacle !== undefined && (
        <div className="mt-4">
          <Note tone="flare" title={translate('No funds can be added right now')}>
            {obstacle}
          </Note>
        </div>
      )}
      <Button
        variant="primary"
        size="lg"
        className="mt-5 w-full"
        // Not a field, which would open a phone's keyboard: all that there is stands in them.
        data-focus
        disabled={obstacle !== undefined || isWrong || moves.length === 0}
        waiting={
          batches.isPending
            ? translate('Checking what {wallet} supports', { wallet: name })
            : undefined
        }
        onClick={() => {
          void startMoveRun({ startedAtMs: Date.now(), ownerKey, recipient, steps }, sender)
        }}
      >
        {isWrong
          ? translate('Check the amount')
          : moves.length === 0
            ? translate('Enter an amount')
            : translate('{count, plural, one {Add funds} other {Add # assets}}', {
                count: moves.length,
              })}
      </Button>
    </>
  )
}

export declare namespace MoveReview {
  type Props = { wallet: OwnWallet; holdings: readonly WalletHolding[]; sender: MoveSender }
}

/** A holding with what is typed beside it: all that can move at first, nothing where it stays. */
type MoveEntry = Move & { text: string; error: string | undefined }

function readEntry(
  asset: WalletHolding,
  { typed, formats }: { typed: string | undefined; formats: Formats },
): MoveEntry {
  const { symbol, decimals, movable, held } = asset
  const text = typed ?? formatAmount(movable, decimals)
  const read = parseAmount(text, decimals)
  if ('problem' in read)
    return { asset, text, amount: 0n, error: describeAmountError(read.problem, asset) }
  if (read.units <= movable) return { asset, text, amount: read.units, error: undefined }
  const amount = formats.asset({ units: movable, decimals, symbol })
  const error =
    movable < held
      ? translate('At most {amount}: the rest pays network fees', { amount })
      : translate('You have {amount}', { amount })
  return { asset, text, amount: 0n, error }
}

function Entry(props: { entry: MoveEntry; onChange: (text: string) => void }) {
  const { entry, onChange } = props
  const { asset, text, amount, error } = entry
  const { symbol, chain, movable, held, decimals } = asset
  const formats = useFormats()
  const valueUsd = getMoveUsd(entry)
  return (
    <li className="flex items-start gap-3 border-t border-line py-3">
      <Coin symbol={symbol} chain={chain} size={32} />
      <div className="min-w-0 flex-1">
        <div className="mb-1.5 flex justify-between gap-3">
          <span className="font-semibold">
            {translate('{symbol} on {name}', { symbol, name: chain.name })}
          </span>
          <span className="num">
            {valueUsd === undefined
              ? translate('No price')
              : error === undefined && formats.usd(valueUsd)}
          </span>
        </div>
        <NumberField
          label={translate('Amount of {symbol} on {name}', { symbol, name: chain.name })}
          isLabelHidden
          placeholder="0"
          value={text}
          decimals={decimals}
          error={error}
          hint={
            amount === 0n
              ? translate('Stays in your wallet.')
              : translate('Network fee up to {fee}.', {
                  fee: formats.asset({ units: asset.maxFeeWei, ...asset.coin }),
                }) +
                (amount === movable && movable < held
                  ? ` ${translate('Leaves {amount} in the wallet for network fees.', {
                      amount: formats.asset({ units: held - movable, decimals, symbol }),
                    })}`
                  : '')
          }
          trailing={
            <button
              type="button"
              className="reach -mr-1.5 h-7 shrink-0 rounded-sm px-2 text-sm font-medium text-channel hover:bg-channel-tint disabled:text-ink-3"
              aria-label={translate('Max {symbol} on {name}', { symbol, name: chain.name })}
              disabled={amount === movable}
              onClick={() => onChange(formatAmount(movable, decimals))}
            >
              {translate('Max')}
            </button>
          }
          onValueChange={onChange}
        />
      </div>
    </li>
  )
}

function Total(props: { moves: readonly Move[] }) {
  const { moves } = props
  const formats = useFormats()
  const totalUsd = sumMovesUsd(moves)
  if (moves.length < 2 || totalUsd === undefined) return null
  return (
    <div className="mt-3 flex justify-between gap-3 font-semibold">
      <span>{translate('Total')}</span>
      <span className="num">{formats.usd(totalUsd)}</span>
    </div>
  )
}

function describeSteps(steps: readonly MoveStep[], wallet: string): string {
  const { length } = steps
  const batches = steps.filter(({ isBatch }) => isBatch).length
  if (length === 1)
    return batches === 1
      ? translate('{wallet} asks once, for a single batch: everything moves, or nothing does.', {
          wallet,
        })
      : translate('{wallet} asks once, for one transaction.', { wallet })
  return batches === 0
    ? translate('{wallet} asks {count} times, once per transaction. You can stop at any point.', {
        wallet,
        count: length,
      })
    : translate(
        '{wallet} asks {count} times, once per chain or transaction. You can stop at any point.',
        { wallet, count: length },
      )
}

/** Why nothing can be sent: the account's address is only known where the installation is. */
function useObstacle(
  { owner, kind }: OwnWallet,
  holdings: readonly WalletHolding[],
): string | undefined {
  const network = useNetwork()
  const { trust } = useInstallation()
  if (trust === 'unpinned')
    return translate(
      'Your account’s address depends on this instance, which you haven’t pinned yet. Compare its fingerprint first.',
    )
  if (trust === 'changed')
    return translate(
      'This is not the instance you pinned, and your account’s address depends on it.',
    )
  try {
    for (const { chainId } of holdings) computeRecipient(network, { owner, kind, chainId })
    return undefined
  } catch (cause) {
    return cause instanceof Error
      ? cause.message
      : translate('Couldn’t compute your account’s address.')
  }
}

/** The chains on which the wallet moves several amounts at once; asked only where there are. */
function useBatchChains({ ownerKey }: OwnWallet, holdings: readonly WalletHolding[]) {
  const signer = useSigner()
  const isSeveral = new Set(holdings.map(({ chainId }) => chainId)).size < holdings.length
  return useQuery({
    queryKey: ['batchChains', ownerKey, isSeveral],
    queryFn: () => (isSeveral ? signer.readBatchChains() : new Set<number>()),
    retry: false,
    staleTime: 60_000,
  })
}
