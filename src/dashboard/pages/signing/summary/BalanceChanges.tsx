import { shortenAddress } from '#dashboard/components/status/Address.tsx'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { ChainGlyph } from '#dashboard/components/flow/ChainGlyph.tsx'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { Note } from '#dashboard/components/status/Note.tsx'
import { UnlistedMark } from '#dashboard/components/status/UnlistedMark.tsx'
import type { ChainId } from '#protocol/ids/caip.ts'
import { joinNames } from '../../../language/joinNames.ts'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import type { ShownChange } from './balanceChanges.ts'
import { compareSimulation, findUnsaid, findUnsimulated } from './compareSimulation.ts'
import type { SimulatedChanges } from './simulatedChanges.ts'

/**
 * The user's balances now and afterwards, as this browser reads, decodes and simulates them, beside
 * what the service says of the same.
 */
export function BalanceChanges(props: BalanceChanges.Props) {
  const { changes, simulated, getChain, note } = props
  const failing = simulated?.failing ?? []
  const missing = simulated ? findUnsimulated(simulated, changes) : []
  const formats = useFormats()
  const isFromSeveral = new Set(changes.map(({ account }) => account)).size > 1
  if (changes.length === 0) return null
  return (
    <section
      className="border-t border-line px-5 py-4 first:border-t-0 md:px-6"
      aria-labelledby="balance-changes"
    >
      <h2 id="balance-changes" className="text-sm text-ink-3">
        {note === undefined
          ? translate('Your balances before and after')
          : translate('Fixed by what you sign')}
      </h2>
      {failing.length > 0 && (
        <div className="mt-3">
          <Note
            tone="flare"
            isAlert
            title={translate('This would currently fail on {chains}.', {
              chains: nameChains(failing),
            })}
          >
            {translate(
              'A simulation on chain reverted. Get a new quote. If it fails on chain, nothing moves.',
            )}
          </Note>
        </div>
      )}
      {simulated &&
        findUnsaid(simulated, changes).map(({ account, asset, change }) => (
          <div key={account + asset.assetType} className="mt-3">
            <Note
              tone="flare"
              isAlert
              title={translate('A simulation also spends {amount} on {chain}.', {
                amount: formats.asset({ ...asset, units: -change }),
                chain: getChain(asset.chainId).name,
              })}
            >
              {translate('What you’re signing doesn’t say so. Don’t sign it.')}
            </Note>
          </div>
        ))}
      <ul className="mt-1.5 flex flex-col gap-3">
        {changes.map((one) => (
          <Change
            key={one.account + one.asset.assetType}
            change={one}
            chain={getChain(one.asset.chainId)}
            hasAccount={isFromSeveral}
            isOpen={note !== undefined}
          />
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-3">
        {describeReading()} {note}
      </p>
    </section>
  )

  function describeReading(): string {
    if (!simulated || simulated.isRunning || failing.length > 0)
      return translate('Decoded from what you sign.')
    if (missing.length > 0)
      return translate('Decoded from what you sign, not simulated on {chains}.', {
        chains: nameChains(missing),
      })
    return changes.some((one) => compareSimulation(one) === 'other')
      ? translate('Decoded from what you sign. A simulation differs.')
      : translate('Decoded from what you sign, and matches a simulation of it.')
  }

  function nameChains(chainIds: readonly ChainId[]): string {
    return joinNames(chainIds.map((chainId) => getChain(chainId).name))
  }
}

export declare namespace BalanceChanges {
  type Props = {
    changes: readonly ShownChange[]
    /** What a simulation of what is signed says; undefined where the page tells it elsewhere. */
    simulated?: Pick<SimulatedChanges, 'isRunning' | 'missing' | 'failing' | 'losses'>
    getChain: (chainId: string) => ChainIdentity
    /** What the list cannot know; set, the balances afterwards aren't known either. */
    note?: string
  }
}

function Change(props: {
  change: ShownChange
  chain: ChainIdentity
  hasAccount: boolean
  isOpen: boolean
}) {
  const { change: one, chain, hasAccount, isOpen } = props
  const { asset, account, change, before, after, isLeast } = one
  const formats = useFormats()
  function formatUnits(units: bigint): string {
    return formats.amount(units, { decimals: asset.decimals })
  }
  // Calls that nobody can decode may bring in what is missing.
  const isShort = !isOpen && after !== undefined && after < 0n
  return (
    <li className="flex items-start gap-2.5">
      <span className="mt-0.5">
        <ChainGlyph chain={chain} size={20} />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
        <div className="min-w-0">
          {translateRich('{symbol} <place>on {name}</place>', {
            symbol: asset.symbol,
            name: chain.name,
            place: <span className="text-ink-2" />,
          })}
          {asset.isUnlisted && <UnlistedMark />}
          {hasAccount && (
            <span className="mono ml-1.5 text-sm text-ink-3" title={account}>
              {shortenAddress(account)}
            </span>
          )}
          <div className={`num text-sm ${isShort ? 'text-flare' : 'text-ink-2'}`}>
            {before === undefined || after === undefined
              ? translate('Balance not loaded yet')
              : isShort
                ? translate('{before} now: not enough', { before: formatUnits(before) })
                : isOpen
                  ? translate('{before} now', { before: formatUnits(before) })
                  : isLeast
                    ? translate('{before} now, at least {after} after', {
                        before: formatUnits(before),
                        after: formatUnits(after),
                      })
                    : translate('{before} now, {after} after', {
                        before: formatUnits(before),
                        after: formatUnits(after),
                      })}
          </div>
        </div>
        <div className="ml-auto text-right">
          <div className="num font-semibold">
            {isLeast
              ? translateRich('<small>at least</small> {amount}', {
                  amount: formatSigned(change),
                  small: <span className="text-sm font-normal text-ink-3" />,
                })
              : formatSigned(change)}
          </div>
          <div className="num text-sm text-ink-3">{describeDeviation(one, formatSigned)}</div>
          {one.simulated !== undefined && compareSimulation(one) === 'other' && (
            <div className="num text-sm text-flare">
              {translate('simulated: {signed}', { signed: formatSigned(one.simulated) })}
            </div>
          )}
        </div>
      </div>
    </li>
  )

  function formatSigned(units: bigint): string {
    return `${units > 0n ? '+' : ''}${formatUnits(units)} ${asset.symbol}`
  }
}

/** What differs from a change: the quote, which promises more than it has to keep, and a simulation. */
function describeDeviation(one: ShownChange, formatSigned: (units: bigint) => string): string {
  const { promised, change, simulated } = one
  if (promised === undefined || promised === change) return ''
  const signed = formatSigned(promised)
  return compareSimulation(one) === 'same' && simulated !== undefined
    ? translate('quoted: {signed}, simulated: {simulated}', {
        signed,
        simulated: formatSigned(simulated),
      })
    : translate('quoted: {signed}', { signed })
}
