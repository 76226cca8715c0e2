import { Plus, X } from 'lucide-react'

import { isSameAddress } from '#protocol/ids/caip.ts'
import { Button, IconButton } from '../../../components/forms/Button.tsx'
import type { ChainIdentity } from '../../../components/flow/chainIdentity.ts'
import { Coin } from '../../../components/flow/Coin.tsx'
import { Field } from '../../../components/forms/Field.tsx'
import { useFormats } from '../../../components/amounts/Formats.tsx'
import { NumberField } from '../../../components/amounts/NumberField.tsx'
import { Select } from '../../../components/forms/Select.tsx'
import { shortenAddress } from '../../../components/status/Address.tsx'
import { translate } from '../../../language/translate.ts'
import type { CallForm } from '../draft/callForm.ts'
import type { CallSearch, RequirementDraft } from '../draft/callSearch.ts'
import type { FormSimulation } from '../draft/useSimulation.ts'
import type { ParsedRequirement, TargetAsset } from '../draft/requirements.ts'

/** Tokens and allowances that the calls need. */
export function RequirementsPanel(props: RequirementsPanel.Props) {
  const { form, search, simulation, onChange } = props
  const formats = useFormats()
  const tokens = form.tokens.map(({ draft }) => draft)
  const allowances = form.allowances.map(({ draft }) => draft)
  function change(next: Partial<Pick<CallSearch, 'tokens' | 'allowances'>>) {
    onChange({ ...search, tokens, allowances, ...next })
  }
  if (form.isInferred && (tokens.length > 0 || form.value))
    return <InferredRequirementList {...props} onEdit={() => change({})} />
  const explained = explainNoNeeds(form, simulation)
  return (
    <section className="panel p-5" aria-label={translate('Requirements')}>
      {explained !== undefined && <p className="mb-4 text-sm text-ink-2">{explained}</p>}
      {form.value && (
        <p className="mb-4 text-sm text-ink-2">
          {translate('{amount} goes along with the calls, beside these.', {
            amount: formatAssetAmount(form.value, formats),
          })}
        </p>
      )}
      <RequirementRows
        {...props}
        kind="token"
        title={translate('Required tokens')}
        about={translate(
          'Available when the calls run. What’s missing on this chain comes from what you pay in the next step.',
        )}
        rows={form.tokens}
        onRows={(rows) => change({ tokens: rows })}
      />
      <div className="mt-5 border-t border-line pt-5">
        <RequirementRows
          {...props}
          kind="allowance"
          title={translate('Allowances')}
          about={translate('Exact amounts, revoked afterwards.')}
          rows={form.allowances}
          onRows={(rows) => change({ allowances: rows })}
        />
      </div>
      {!form.isInferred && (
        <button
          type="button"
          className="link mt-4 text-sm"
          onClick={() => onChange({ ...search, tokens: undefined, allowances: undefined })}
        >
          {translate('Detect from calls')}
        </button>
      )}
    </section>
  )
}

export declare namespace RequirementsPanel {
  type Props = {
    form: CallForm
    search: CallSearch
    chain: ChainIdentity
    simulation: FormSimulation
    getServiceError: (path: string) => string | undefined
    onChange: (search: CallSearch) => void
  }
}

function InferredRequirementList(props: RequirementsPanel.Props & { onEdit: () => void }) {
  const { form, chain, getServiceError, onEdit } = props
  const formats = useFormats()
  return (
    <section className="panel p-5" aria-label={translate('Requirements')}>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-semibold">{translate('Required tokens')}</h2>
        <button type="button" className="link text-sm" onClick={onEdit}>
          {translate('Edit')}
        </button>
      </div>
      {[...(form.value ? [form.value] : []), ...form.tokens].map(({ asset, units }) =>
        asset && units !== undefined ? (
          <div key={asset.assetType} className="mt-3">
            <div className="flex items-center gap-3">
              <Coin symbol={asset.symbol} size={36} chain={chain} />
              <div className="min-w-0">
                <div className="num font-semibold">
                  {formatAssetAmount({ asset, units }, formats)}
                </div>
                <div className="text-sm text-ink-3">
                  {translate('on {name}', { name: chain.name })}
                </div>
              </div>
            </div>
            <p className="mt-2.5 text-sm text-ink-2">{describeSource(asset, { units, formats })}</p>
          </div>
        ) : null,
      )}
      {form.allowances.length > 0 && (
        <h3 className="mt-4 border-t border-line pt-4 text-sm font-semibold">
          {translate('Allowances')}
        </h3>
      )}
      {form.allowances.map(({ asset, units, spender }, index) =>
        asset && units !== undefined && spender ? (
          <div key={index} className="mt-1 flex justify-between gap-3 text-sm">
            <span className="text-ink-2" title={spender}>
              {translate('{address} can spend', { address: shortenAddress(spender) })}
            </span>
            <span className="num">{formatAssetAmount({ asset, units }, formats)}</span>
          </div>
        ) : null,
      )}
      {[
        getServiceError('tokensRequired.0.assetType'),
        getServiceError('allowanceRequirements.0.spender'),
      ].map(
        (text) =>
          text !== undefined && (
            <p key={text} className="mt-2 text-sm text-flare">
              {text}
            </p>
          ),
      )}
      <p className="mt-4 text-sm text-ink-3">
        {form.tokens.length === 0
          ? translate('The value that you send along with the calls.')
          : form.isSimulated
            ? translate('From a simulation.')
            : translate('From the call data.')}
      </p>
    </section>
  )
}

type RowFormats = ReturnType<typeof useFormats>

function formatAssetAmount(of: { asset: TargetAsset; units: bigint }, formats: RowFormats): string {
  const { decimals, symbol } = of.asset
  return formats.asset({ units: of.units, decimals, symbol })
}

/** Says where an amount comes from, as far as the balances are known. */
export function describeSource(
  asset: TargetAsset,
  of: { units: bigint; formats: RowFormats },
): string {
  const { units, formats } = of
  if (asset.units === undefined) return translate('Your balance here is unknown right now.')
  if (asset.units >= units) return translate('You already have all of it here.')
  const missing = formatAssetAmount({ asset, units: units - asset.units }, formats)
  const amount = formatAssetAmount({ asset, units: asset.units }, formats)
  if (asset.elsewhere !== undefined && asset.elsewhere >= units - asset.units)
    return asset.units === 0n
      ? translate('You have none here. {missing} comes from your other chains.', { missing })
      : translate('You have {amount} here. {missing} comes from your other chains.', {
          amount,
          missing,
        })
  if (asset.units === 0n && asset.elsewhere === 0n)
    return translate(
      'You hold no {symbol}. {missing} is bought with what you pay in the next step.',
      {
        symbol: asset.symbol,
        missing,
      },
    )
  return asset.units === 0n
    ? translate('You have none here. {missing} comes from what you pay in the next step.', {
        missing,
      })
    : translate('You have {amount} here. {missing} comes from what you pay in the next step.', {
        amount,
        missing,
      })
}

type RequirementRowsProps = RequirementsPanel.Props & {
  kind: 'token' | 'allowance'
  title: string
  about: string
  rows: readonly ParsedRequirement[]
  onRows: (rows: readonly RequirementDraft[]) => void
}

function RequirementRows(props: RequirementRowsProps) {
  const { kind, title, about, rows, form, onRows } = props
  const needs = rows.map(({ draft }) => draft)
  const [first] = form.assets
  const blank = { asset: first?.assetType ?? '', amount: '', spender: '' }
  return (
    <section aria-label={title}>
      <h2 className="font-semibold">{title}</h2>
      <p className="mt-0.5 text-sm text-ink-3">{about}</p>
      {rows.map((row, index) => (
        <RequirementRow
          key={index}
          {...props}
          row={row}
          index={index}
          onRow={(need) => onRows(needs.with(index, need))}
          onRemove={() => onRows(needs.toSpliced(index, 1))}
        />
      ))}
      <Button size="sm" icon={Plus} className="mt-3" onClick={() => onRows([...needs, blank])}>
        {kind === 'token' ? translate('Add token') : translate('Add allowance')}
      </Button>
    </section>
  )
}

function RequirementRow(
  props: RequirementRowsProps & {
    row: ParsedRequirement
    index: number
    onRow: (need: RequirementDraft) => void
    onRemove: () => void
  },
) {
  const { kind, row, index, form, getServiceError, onRow, onRemove } = props
  const { draft, error } = row
  const formats = useFormats()
  const at = kind === 'token' ? `tokensRequired.${index}` : `allowanceRequirements.${index}`
  const number = String(index + 1)
  const name =
    kind === 'token'
      ? translate('Token {number}', { number })
      : translate('Allowance {number}', { number })
  function findError(path: keyof RequirementDraft, sent: string): string | undefined {
    if (error?.path === path && !error.isMissing) return error.message
    return getServiceError(`${at}.${sent}`)
  }
  const assets = form.assets.filter(({ token }) => kind === 'token' || token !== undefined)
  return (
    <fieldset aria-label={name} className="mt-3 flex min-w-0 items-start gap-1">
      <div className="grid min-w-0 flex-1 grid-cols-2 gap-2">
        <Select
          label={translate('{name}, asset', { name })}
          isLabelHidden
          value={draft.asset}
          placeholder={translate('Asset')}
          error={findError('asset', 'assetType')}
          options={assets.map(({ assetType, symbol }) => ({ value: assetType, label: symbol }))}
          onValueChange={(asset) => onRow({ ...draft, asset })}
        />
        <NumberField
          label={translate('{name}, amount', { name })}
          isLabelHidden
          placeholder={translate('Amount')}
          value={draft.amount}
          error={findError('amount', 'amount')}
          onValueChange={(amount) => onRow({ ...draft, amount })}
        />
        {kind === 'allowance' && (
          <div className="col-span-2">
            <Field
              label={translate('{name}, spender', { name })}
              isLabelHidden
              className="mono text-sm max-sm:text-xs max-sm:tracking-tighter"
              placeholder={translate('Spender: 0x…')}
              autoComplete="off"
              spellCheck={false}
              value={draft.spender}
              error={findError('spender', 'spender')}
              onChange={({ target }) => onRow({ ...draft, spender: target.value })}
            />
          </div>
        )}
        {kind === 'token' && row.asset && row.units !== undefined && !error && (
          <p className="col-span-2 text-sm text-ink-2">
            {describeSource(row.asset, { units: row.units, formats })}
          </p>
        )}
      </div>
      <IconButton
        icon={X}
        size="sm"
        className="mt-1"
        label={
          kind === 'token'
            ? translate('Remove token {number}', { number })
            : translate('Remove allowance {number}', { number })
        }
        onClick={onRemove}
      />
    </fieldset>
  )
}

/**
 * Says why a simulation found nothing that the calls need; undefined while there is none, which the
 * simulation's own panel explains.
 */
export function explainNoNeeds(
  form: Pick<CallForm, 'chain' | 'assets' | 'isInferred' | 'tokens' | 'value'>,
  { state, result }: Pick<FormSimulation, 'state' | 'result'>,
): string | undefined {
  if (!form.isInferred || form.tokens.length > 0 || state !== 'done' || !result) return undefined
  const failed = result.calls.findIndex(({ isSuccess }) => !isSuccess)
  if (failed !== -1)
    return translate(
      'Call {number} reverts in the simulation, so what it needs is unknown. If you know it, add it here.',
      { number: String(failed + 1) },
    )
  const unknown = result.changes.find(
    ({ token, before, after }) =>
      token &&
      after < before &&
      !form.assets.some((asset) => asset.token && isSameAddress(asset.token, token)),
  )
  if (unknown)
    return translate(
      'In the simulation, {symbol} leaves your account. It’s unlisted, so you must already hold it on {chain}.',
      { symbol: unknown.reported?.symbol ?? translate('a token'), chain: form.chain.name },
    )
  if (form.value) return undefined
  return translate('In the simulation, nothing leaves your account, so the calls need no tokens.')
}
