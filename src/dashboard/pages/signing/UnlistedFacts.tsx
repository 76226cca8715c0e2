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
          {translate('It is called like {listed} and is another token.', { listed: listed.name })}
        </p>
      )}
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-4">
        <li>
          {reading.symbol === undefined
            ? translate('Its own contract says no name. Nobody vouches for it.')
            : translate(
                'Its own contract calls it {name} ({symbol}). Nobody else does: anybody can give a token any name.',
                { name, symbol },
              )}
        </li>
        <li>
          {translate(
            'Its price comes from one pool, as the average of {minutes} minutes. In it are {held}, and whoever put them there can take them out.',
            {
              minutes: priceSeconds / 60,
              held: `${formats.amount(pool.held, { decimals: pairedWith.decimals })} ${pairedWith.symbol}`,
            },
          )}
        </li>
        <li>
          {translate(
            'Tried without sending anything: buying it, passing it on, selling it. It may behave otherwise later, or towards you.',
          )}
        </li>
        <li>
          {translate('At most {most} are traded at once.', { most: formats.dollars(maxQuoteUsd) })}
        </li>
      </ul>
      <div className="mt-2">
        {translate('Its contract:')} <Address value={asset.token} form="full" />
      </div>
    </>
  )
}

export declare namespace UnlistedFacts {
  type Props = { traded: TradedToken }
}
