import { unlistedBounds } from '#protocol/quotes/unlistedToken.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Address } from '#dashboard/components/status/Address.tsx'
import { findRootAsset } from '#dashboard/review/cases/roots.ts'
import type { TradedToken } from '#dashboard/review/cases/tradedToken.ts'
import { translate } from '../../language/translate.ts'
import { useRoots } from '../chains/useInstallation.ts'

/**
 * What is known of a token that no list names: who names it, what it resembles, what prices it, what was
 * tried with it, and how much is traded at once.
 */
export function UnlistedFacts(props: UnlistedFacts.Props) {
  const { asset, pool, pairedWith, reading, resembles } = props.traded
  const roots = useRoots()
  const formats = useFormats()
  const { symbol, name } = asset
  const listed = resembles && findRootAsset(roots, resembles)
  const { priceSeconds, maxQuoteUsd } = unlistedBounds
  return (
    <>
      {listed && (
        <p className="font-semibold text-flare">
          {translate('It has the same name as {listed}, but it’s a different token.', {
            listed: listed.name,
          })}
        </p>
      )}
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-4">
        <li>
          {reading.symbol === undefined
            ? translate('Its own contract reports no name, and nobody vouches for it.')
            : translate(
                'Only its own contract calls it {name} ({symbol}). Anyone can give a token any name.',
                { name, symbol },
              )}
        </li>
        <li>
          {translate(
            'Its price is the {minutes}-minute average of one pool. The pool holds {held}, which its liquidity providers can withdraw at any time.',
            {
              minutes: priceSeconds / 60,
              held: `${formats.amount(pool.held, { decimals: pairedWith.decimals })} ${pairedWith.symbol}`,
            },
          )}
        </li>
        <li>
          {translate(
            'Buying, transferring and selling it were simulated. It may behave differently later, or for you.',
          )}
        </li>
        <li>{translate('At most {most} per trade.', { most: formats.dollars(maxQuoteUsd) })}</li>
      </ul>
      <div className="mt-2">
        {translate('Contract:')} <Address value={asset.token} form="full" />
      </div>
    </>
  )
}

export declare namespace UnlistedFacts {
  type Props = { traded: TradedToken }
}
