import type { CallSimulation, SimulatedChange } from '#chains/evm/trial/tryCalls.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { type Formats } from '#dashboard/components/amounts/createFormats.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Note } from '#dashboard/components/status/Note.tsx'
import { SupportDetails } from '#dashboard/components/status/SupportDetails.tsx'
import { decodeRevert } from '#dashboard/review/messages/decodeRevert.ts'
import { translate, translateIn } from '../../../../language/translate.ts'
import { ContractError } from '../../../signing/operations/ContractError.tsx'
import type { CallForm } from '../../draft/callForm.ts'
import { unnamedError } from '../../draft/describeCallError.ts'

/** What a simulation found: before and after per token, or which call reverts and why. */
export function SimulationResult(props: SimulationResult.Props) {
  const { result, form } = props
  const formats = useFormats()
  const failed = result.calls.findIndex(({ isSuccess }) => !isSuccess)
  if (failed >= 0) return <Failure {...props} failed={failed} />
  return (
    <>
      {result.changes.length + result.items.length === 0 ? (
        <p className="mt-1 text-sm text-ink-2">
          {translate('Your account’s balances don’t change.')}
        </p>
      ) : (
        <Changes {...props} />
      )}
      <p className="mt-3 text-sm text-ink-3">
        {translate('Simulated by the {chain} provider; nothing is sent. Gas used: {gas}.', {
          chain: form.chain.name,
          gas: formatGas(result.gasUsed, formats),
        })}
      </p>
    </>
  )
}

export declare namespace SimulationResult {
  type Props = {
    result: CallSimulation
    form: Pick<CallForm, 'chain' | 'drafts' | 'assets'>
    /** Ticker of the chain's native coin. */
    coin: string
  }
}

function formatGas(gas: bigint, formats: Formats): string {
  return formats.amount(gas, { decimals: 0, detail: 'full' })
}

function Failure(props: SimulationResult.Props & { failed: number }) {
  const { result, form, failed } = props
  const errors = form.drafts.flatMap(({ abi }) => (abi && 'errors' in abi ? abi.errors : []))
  const data = result.calls[failed]?.revertData ?? '0x'
  const { chainId } = form.chain
  const address = form.drafts[failed]?.call?.to
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
        {revert ? (
          <ContractError revert={revert} place={address && { chainId, address }} />
        ) : data === '0x' ? (
          translate(
            'The contract gives no reason. Check the contract, the function and its values.',
          )
        ) : (
          <>
            {unnamedError}
            <SupportDetails>{data}</SupportDetails>
          </>
        )}
      </Note>
    </div>
  )
}

function Changes(props: SimulationResult.Props) {
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
            ? translate('{symbol} number {id} received', { symbol, id: String(id) })
            : translate('{symbol} number {id} sent', { symbol, id: String(id) })}
        </p>
      ))}
    </>
  )
}

function Change(props: SimulationResult.Props & { change: SimulatedChange }) {
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
            {form.chain.vault !== undefined && isSameAddress(form.chain.vault, token)
              ? translate('share of the vault')
              : translate('unlisted')}
          </span>
        )}
      </th>
      <td className="num py-1.5 pl-3 text-right">
        {format(before)}
        {brought > 0n && (
          <span className="block text-ink-3">
            {translate('{amount} from your payment', { amount: `+${format(brought)}` })}
          </span>
        )}
      </td>
      <td className="num py-1.5 pl-3 text-right">
        <span className="font-semibold">{format(after)}</span>
        {after !== before && (
          <span className={`block ${after < before ? 'text-ink-3' : 'text-reed'}`}>
            {formatSigned(after - before)}
          </span>
        )}
      </td>
    </tr>
  )

  function format(units: bigint): string {
    return formats.amount(units, { decimals })
  }
  function formatSigned(units: bigint): string {
    return units > 0n ? `+${format(units)}` : `\u2212${format(-units)}`
  }
}
