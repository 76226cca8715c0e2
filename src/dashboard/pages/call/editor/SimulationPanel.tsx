import { CircleCheck, CircleX, LoaderCircle, Play, RefreshCw } from 'lucide-react'

import type { CallSimulation, SimulatedChange } from '#chains/evm/trial/tryCalls.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { type Formats } from '#dashboard/components/amounts/createFormats.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Button } from '#dashboard/components/forms/Button.tsx'
import { Chip } from '#dashboard/components/status/Chip.tsx'
import { formatRelativeTime } from '#dashboard/components/status/formatTime.ts'
import { Note } from '#dashboard/components/status/Note.tsx'
import { RevertReason } from '#dashboard/components/status/RevertReason.tsx'
import { useNow } from '#dashboard/components/status/useNow.ts'
import { decodeRevert } from '#dashboard/review/messages/decodeRevert.ts'
import { translate, translateIn } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import type { CallForm } from '../draft/callForm.ts'
import type { FormSimulation } from '../draft/useSimulation.ts'

/** What the calls would do now: before and after per token, or which call reverts and why. */
export function SimulationPanel(props: SimulationPanel.Props) {
  const { simulation, form } = props
  const { state, result, run } = simulation
  const canRun = state === 'done' || state === 'unsupported' || state === 'failed'
  return (
    <section className="panel p-5" aria-labelledby="simulation">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h2 id="simulation" className="font-semibold">
          {translate('Simulation')}
        </h2>
        <State {...props} />
      </div>
      <div aria-live="polite" aria-busy={state === 'running'}>
        {result && result.calls.length === form.drafts.length ? (
          <Result {...props} result={result} />
        ) : (
          <p className="mt-1 text-sm text-ink-3">{explain(simulation, form.chain.name)}</p>
        )}
      </div>
      <div className="mt-4 flex items-center justify-between gap-3">
        <Button
          size="sm"
          icon={result ? RefreshCw : Play}
          disabled={!canRun}
          waiting={state === 'running' ? translate('Simulating') : undefined}
          onClick={run}
        >
          {result ? translate('Simulate again') : translate('Simulate')}
        </Button>
        {result && state === 'done' && <Age atMs={simulation.atMs} />}
      </div>
    </section>
  )
}

export declare namespace SimulationPanel {
  type Props = {
    simulation: FormSimulation
    form: Pick<CallForm, 'chain' | 'drafts' | 'assets' | 'overrides'>
    /** Ticker of the chain's native coin. */
    coin: string
  }
}

function Age({ atMs }: { atMs: number }) {
  return <span className="text-sm text-ink-3">{formatRelativeTime(atMs, useNow())}</span>
}

function State({ simulation: { state, result } }: SimulationPanel.Props) {
  if (state === 'running')
    return (
      <Chip icon={LoaderCircle} spin>
        {translate('Simulating')}
      </Chip>
    )
  if (state !== 'done' || !result) return null
  const failed = result.calls.findIndex(({ isSuccess }) => !isSuccess)
  if (failed >= 0)
    return (
      <Chip tone="flare" icon={CircleX}>
        {translate('Call {number} reverts', { number: String(failed + 1) })}
      </Chip>
    )
  return (
    <Chip tone="reed" icon={CircleCheck}>
      {translate('{count, plural, one {It succeeds} other {All # succeed}}', {
        count: result.calls.length,
      })}
    </Chip>
  )
}

/** Why there is no result. */
function explain({ state }: FormSimulation, chain: string): string {
  switch (state) {
    case 'noAccount':
      return translate('Connect a wallet to see what the calls do to its account.')
    case 'incomplete':
      return translate('Complete every call to see what it does before you sign.')
    case 'unsupported':
      return translate(
        'The node of {chain} cannot simulate. What the calls need is worked out from their data only.',
        { chain },
      )
    case 'failed':
      return translate('{chain} does not answer. The calls are tried out again before you sign.', {
        chain,
      })
    case 'running':
    case 'done':
      return translate('The calls are run on the latest block of {chain}.', { chain })
  }
}

function Result(props: SimulationPanel.Props & { result: CallSimulation }) {
  const { result, form } = props
  const formats = useFormats()
  const failed = result.calls.findIndex(({ isSuccess }) => !isSuccess)
  if (failed >= 0) return <Failure {...props} failed={failed} />
  return (
    <>
      {result.changes.length + result.items.length === 0 ? (
        <p className="mt-1 text-sm text-ink-2">
          {translate('No balance of your account changes.')}
        </p>
      ) : (
        <Changes {...props} />
      )}
      <p className="mt-3 text-sm text-ink-3">
        {form.overrides.length > 0
          ? translate('With your assumptions. Gas used: {gas}.', {
              gas: formatGas(result.gasUsed, formats),
            })
          : translate('Run by the node of {chain}; nothing is sent. Gas used: {gas}.', {
              chain: form.chain.name,
              gas: formatGas(result.gasUsed, formats),
            })}
      </p>
    </>
  )
}

function formatGas(gas: bigint, formats: Formats): string {
  return formats.amount(gas, { decimals: 0, detail: 'full' })
}

function Failure(props: SimulationPanel.Props & { result: CallSimulation; failed: number }) {
  const { result, form, failed } = props
  const errors = form.drafts.flatMap(({ abi }) => (abi && 'errors' in abi ? abi.errors : []))
  const data = result.calls[failed]?.revertData ?? '0x'
  const revert = decodeRevert(data, errors)
  return (
    <div className="mt-3">
      <Note
        tone="flare"
        title={translate('Call {number} would revert: {title}', {
          number: String(failed + 1),
          title: form.drafts[failed]?.title ?? '',
        })}
      >
        {data === '0x'
          ? translate('The contract gives no reason. None of the calls would happen.')
          : translate('None of the calls would happen. The contract says:')}
        {revert ? (
          <RevertReason {...revert} />
        ) : (
          data !== '0x' && <span className="mono mt-1 block text-sm break-all">{data}</span>
        )}
      </Note>
    </div>
  )
}

function Changes(props: SimulationPanel.Props & { result: CallSimulation }) {
  const { result } = props
  return (
    <>
      <table className="mt-3 w-full text-sm" aria-label={translate('Balances before and after')}>
        <thead className="text-left text-ink-3">
          <tr>
            <th scope="col" className="pb-1 font-normal">
              {translate('Token')}
            </th>
            <th scope="col" className="pb-1 pl-3 text-right font-normal">
              {translateIn('a point in time', 'Before')}
            </th>
            <th scope="col" className="pb-1 pl-3 text-right font-normal">
              {translateIn('a point in time', 'After')}
            </th>
          </tr>
        </thead>
        <tbody>
          {result.changes.map((change) => (
            <Change key={change.token ?? 'coin'} {...props} change={change} />
          ))}
        </tbody>
      </table>
      {result.items.map(({ symbol, id, isArrival }) => (
        <p key={`${symbol}${id}${isArrival}`} className="mt-2 text-sm break-all">
          {isArrival
            ? translate('{symbol} number {id} arrives', { symbol, id: String(id) })
            : translate('{symbol} number {id} leaves', { symbol, id: String(id) })}
        </p>
      ))}
    </>
  )
}

function Change(props: SimulationPanel.Props & { change: SimulatedChange }) {
  const { change, form, coin } = props
  const { token, reported, before, brought, after } = change
  const formats = useFormats()
  const listed = form.assets.find((asset) =>
    token ? asset.token && isSameAddress(asset.token, token) : asset.token === undefined,
  )
  const { symbol, decimals } = listed ?? reported ?? { symbol: coin, decimals: 18 }
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-1.5 text-left font-semibold">
        <span className="break-all">{symbol}</span>
        {!listed && token && (
          <span className="block font-normal text-ink-3" title={token}>
            {translate('not listed')}
          </span>
        )}
      </th>
      <td className="num py-1.5 pl-3 text-right">
        {format(before)}
        {brought > 0n && (
          <span className="block text-ink-3">
            {translateRich('{amount} <place>brought</place>', {
              amount: `+${format(brought)}`,
              place: <span title={translate('Comes from your other chains for these calls.')} />,
            })}
          </span>
        )}
      </td>
      <td className="num py-1.5 pl-3 text-right">
        <span className="font-semibold">{format(after)}</span>
        <span className={`block ${after < before ? 'text-ink-3' : 'text-reed'}`}>
          {after === before ? translate('unchanged') : formatSigned(after - before)}
        </span>
      </td>
    </tr>
  )

  function format(units: bigint): string {
    return formats.amount(units, { decimals, detail: 'quote' })
  }
  function formatSigned(units: bigint): string {
    return units > 0n ? `+${format(units)}` : `\u2212${format(-units)}`
  }
}
