import { splitAssetType } from '#protocol/ids/caip.ts'
import { ChainGlyph } from '#dashboard/components/flow/ChainGlyph.tsx'
import { Coin } from '#dashboard/components/flow/Coin.tsx'
import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import { Skeleton } from '#dashboard/components/status/Skeleton.tsx'
import { UnlistedMark } from '#dashboard/components/status/UnlistedMark.tsx'
import type { useCombobox } from '#dashboard/components/forms/useCombobox.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { translate } from '../../../language/translate.ts'
import { describeFault, describeSilence } from './describeFault.ts'
import type { UnlistedChoice, UnlistedMiss } from './useUnlistedSearch.ts'

/** A token on no list as a row of the picker: its own name, its chain, and its pool. */
export function UnlistedRow(props: UnlistedRow.Props) {
  const { token, chain, pairedWith, held, resembles } = props.choice
  const formats = useFormats()
  const { reference } = splitAssetType(token.assetType)
  return (
    <li
      {...props.option}
      className="flex min-h-15 cursor-pointer items-center gap-3 px-5 py-2 hover:bg-hover aria-selected:bg-channel-tint md:px-6"
    >
      <Coin symbol={token.symbol} size={36} chain={chain} isUnlisted />
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-center">
          <span className="truncate font-semibold">
            {token.name} <span className="font-normal text-ink-2">{token.symbol}</span>
          </span>
          <UnlistedMark />
        </span>
        <span className="block text-sm text-ink-3">
          {translate('{address} on {chain}', {
            address: shortenAddress(reference),
            chain: chain.name,
          })}
        </span>
        <span className="num block text-sm text-ink-3">
          {translate('One pool, with {held}', {
            held: `${formats.amount(held, { decimals: pairedWith.decimals })} ${pairedWith.symbol}`,
          })}
        </span>
        {resembles && (
          <span className="block text-sm font-medium text-flare">
            {translate('It has the same name as {listed}, but it’s a different token.', {
              listed: resembles.name,
            })}
          </span>
        )}
      </span>
    </li>
  )
}

export declare namespace UnlistedRow {
  type Props = { choice: UnlistedChoice; option: ReturnType<useCombobox.Parts['option']> }
}

/** What the chains have at an address that cannot be chosen, and why. */
export function UnlistedMisses(props: UnlistedMisses.Props) {
  const formats = useFormats()
  const { missed, hasFound } = props
  const isAbsent = missed.every(({ why }) => typeof why === 'object' && why.kind === 'noContract')
  if (isAbsent)
    return hasFound ? null : (
      <p className="py-6 text-center text-ink-2">
        {translate('No contract at this address on these chains.')}
      </p>
    )
  const isReading = missed.some(({ why }) => why === 'reading')
  return (
    <div className="py-3" aria-busy={isReading}>
      {isReading && (
        <div className="flex items-center gap-3 py-2">
          <Skeleton width={36} height={36} round />
          <span className="text-ink-2">{translate('Looking up this address on the chains…')}</span>
        </div>
      )}
      <ul className="flex flex-col gap-3">
        {missed.map(({ assetType, chain, token, why }) => {
          if (why === 'reading' || (typeof why === 'object' && why.kind === 'noContract'))
            return null
          const { short, sentence } =
            why === 'silent' ? describeSilence(chain.name) : describeFault(why, formats)
          return (
            <li key={assetType} className="flex gap-3">
              <ChainGlyph chain={chain} size={22} />
              <span className="min-w-0 flex-1 text-sm">
                <span className="block font-semibold">
                  {token
                    ? translate('{symbol} on {name}', { symbol: token.symbol, name: chain.name })
                    : chain.name}
                  {token && <UnlistedMark />}
                </span>
                <span className="block text-ink-2">
                  {short}. {sentence}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export declare namespace UnlistedMisses {
  type Props = { missed: readonly UnlistedMiss[]; hasFound: boolean }
}
