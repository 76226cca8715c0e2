import type { ReactNode } from 'react'

import { getEvmChains } from '#networks/getChain.ts'
import { type AssetType, isSameAddress } from '#protocol/ids/caip.ts'
import { formatAmount } from '#protocol/ids/amount.ts'
import type { EvmNetworkChain } from '#networks/network.ts'
import type { FormChange } from '../../../api/state/formState.ts'
import { Button } from '../../../components/forms/Button.tsx'
import { buildUnknownChain } from '../../../components/flow/chainIdentity.ts'
import { Note } from '../../../components/status/Note.tsx'
import { Select } from '../../../components/forms/Select.tsx'
import { useBarHeight } from '../../../components/overlays/useBarHeight.ts'
import { useAccount } from '../../../wallets/accounts/useAccount.ts'
import { openWalletDialog } from '../../../wallets/walletDialogs.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { UnreadChains } from '../../notes/UnreadChains.tsx'
import { AdvancedPanel } from './advanced/AdvancedPanel.tsx'
import { BatchFileActions } from './BatchFileActions.tsx'
import { CallEditor } from './CallEditor.tsx'
import { CallList } from './CallList.tsx'
import { getCoinSymbol } from '../draft/callForm.ts'
import { getCallReason } from '../draft/callReason.ts'
import { CallErrorNote } from './CallErrorNote.tsx'
import {
  blankCall,
  type CallDraft,
  isBlankCall,
  getTexts,
  moveCall,
  type CallSearch,
} from '../draft/callSearch.ts'
import { CallSteps } from '../draft/CallSteps.tsx'
import type { IntegerUnit } from './fields/IntegerInput.tsx'
import { SavedDraftNote, RecoveryNote } from '../draft/SavedDraftNote.tsx'
import type { TargetAsset } from '../draft/requirements.ts'
import { RequirementsPanel } from './RequirementsPanel.tsx'
import { SimulationPanel } from './simulation/SimulationPanel.tsx'
import { findErrorAt } from '../draft/describeCallError.ts'
import type { CallFormModel } from '../draft/useCallForm.ts'
import { findReverting } from '../draft/useSimulation.ts'

/** The form: list of calls, the open one, requirements, and the main button. */
export function CallFormView(props: CallFormView.Props) {
  const { model } = props
  const bar = useBarHeight<HTMLDivElement>()
  const { search, setSearch, form, chains, error } = model
  const chain = chains.get(form.chain.chainId) ?? buildUnknownChain(form.chain.chainId)
  function getServiceError(path: string): string | undefined {
    return findErrorAt(error, path)
  }
  const button = <MainButton model={model} />
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <h1 className="text-xl font-semibold md:text-2xl">{translate('Contract call')}</h1>
        <ChainChoice model={model} />
      </div>
      <CallSteps stage="build" />
      <UnreadChains />
      <RecoveryNote notice={model.savedDraft.notice} />
      <SavedDraftNote model={model} />
      <Example model={model} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_308px] xl:grid-cols-[264px_minmax(0,1fr)_308px]">
        <div className="lg:max-xl:col-span-2">
          <CallList
            drafts={form.drafts}
            open={search.open}
            onOpen={(open) => setSearch({ ...search, open })}
            onAdd={() =>
              setSearch({
                ...search,
                calls: [...search.calls, blankCall],
                open: search.calls.length,
              })
            }
          >
            <div className="grid grid-cols-2 gap-2 border-t border-line p-3">
              <BatchFileActions model={model} />
            </div>
          </CallList>
        </div>
        <OpenCall model={model} getServiceError={getServiceError} />
        <div className="flex min-w-0 flex-col gap-5">
          <RequirementsPanel
            {...{ form, search, chain, getServiceError }}
            simulation={model.simulation}
            onChange={setSearch}
          />
          <SimulationPanel simulation={model.simulation} form={form} coin={getCoinSymbol(form)} />
          <AdvancedPanel
            search={search}
            sources={useSources()}
            error={form.validityError}
            getServiceError={getServiceError}
            onChange={setSearch}
          />
          <CallErrorNote model={model} />
          <div className="max-md:hidden">{button}</div>
        </div>
      </div>
      <div className="h-(--bar-h) md:hidden" />
      <div
        ref={bar}
        className="fixed inset-x-0 bottom-[calc(var(--tabbar-h)+env(safe-area-inset-bottom))] z-(--z-sticky) border-t border-line bg-surface px-4 py-3 md:hidden"
      >
        {button}
      </div>
    </>
  )
}

export declare namespace CallFormView {
  type Props = { model: CallFormModel }
}

function ChainChoice({ model }: CallFormView.Props) {
  const { search, setSearch, form } = model
  const chains = getEvmChains(useNetwork())
  return (
    <div className="w-full sm:w-60">
      <Select
        label={translate('Chain')}
        isInline
        value={form.chain.chainId}
        options={chains.map(({ chainId, name }) => ({ value: chainId, label: name }))}
        onValueChange={(chain) =>
          setSearch({ ...search, chain, tokens: undefined, allowances: undefined })
        }
      />
    </div>
  )
}

/** Offers an example with everything filled in, while the form is empty. */
function Example({ model }: CallFormView.Props) {
  const { search, setSearch, form, account, savedDraft } = model
  const [only] = search.calls
  const example = buildExampleCall(search, { ...form, account })
  if (search.calls.length > 1 || !only || !isBlankCall(only) || !example || savedDraft.saved)
    return null
  return (
    <div className="mb-5">
      <Note
        tone="channel"
        title={translate('New here?')}
        action={
          <Button size="sm" onClick={() => setSearch(example)}>
            {translate('Deposit into a vault')}
          </Button>
        }
      >
        {translate(
          'Try an example: deposit 100 USDC into the ERC-4626 vault on {name}, paid from any chain.',
          { name: form.chain.name },
        )}
      </Note>
    </div>
  )
}

function OpenCall(props: {
  model: CallFormModel
  getServiceError: (path: string) => string | undefined
}) {
  const { model, getServiceError } = props
  const { search, setSearch, form, account } = model
  const { open, calls } = search
  const read = form.drafts[open]
  if (!read) return null
  const coin = getCoinSymbol(form)
  function setCalls(next: readonly CallDraft[], at: number, change: FormChange = {}) {
    const left = next.length === 0 ? [blankCall] : next
    setSearch({ ...search, calls: left, open: Math.max(0, Math.min(at, left.length - 1)) }, change)
  }
  function setDraft(draft: CallDraft) {
    const isRewritten = (draft.data === undefined) !== (read?.draft.data === undefined)
    setCalls(calls.with(open, draft), open, isRewritten ? toFormChange(model) : {})
  }
  return (
    <CallEditor
      read={read}
      index={open}
      count={calls.length}
      coin={coin}
      place={form}
      account={account}
      units={getIntegerUnits(form.assets)}
      getServiceError={(path) => getServiceError(`calls.${open}.${path}`)}
      onChange={setDraft}
      onMove={(by) => setSearch(moveCall(search, { from: open, to: open + by }))}
      onDuplicate={() => setCalls(calls.toSpliced(open + 1, 0, read.draft), open + 1)}
      onRemove={() => setCalls(calls.toSpliced(open, 1), open)}
      onAllow={buildAllowanceFix(model)}
    />
  )
}

/** If the page rewrites the open call, its texts stay "entered here" only if all of them were. */
function toFormChange({ search, foreign }: CallFormModel): FormChange {
  const draft = search.calls[search.open]
  return draft && getTexts(draft).some((text) => foreign.includes(text)) ? { entered: [] } : {}
}

/** Moves the open approval from the calls to the allowances. */
function buildAllowanceFix(model: CallFormModel): (() => void) | undefined {
  const { search, setSearch, form } = model
  const { open, calls } = search
  const approval = form.drafts[open]?.approval
  const asset = form.assets.find(
    ({ token }) => token && approval && isSameAddress(token, approval.token),
  )
  if (!approval || !asset) return undefined
  const left = calls.toSpliced(open, 1)
  const amount = formatAmount(approval.amount, asset.decimals)
  return () =>
    setSearch(
      {
        ...search,
        calls: left.length === 0 ? [blankCall] : left,
        open: Math.max(0, Math.min(open, left.length - 1)),
        tokens: form.tokens.map(({ draft }) => draft),
        allowances: [
          ...form.allowances.map(({ draft }) => draft),
          { asset: asset.assetType, amount, spender: approval.spender },
        ],
      },
      toFormChange(model),
    )
}

function MainButton({ model }: CallFormView.Props): ReactNode {
  const { owner, form, search, simulation, isPreparing, isOffline, prepare } = model
  const reverting = findReverting(simulation, search)
  const reason = getCallReason({
    isConnected: owner.status === 'connected' || owner.status === 'reconnecting',
    isConnecting: owner.status === 'connecting',
    hasSolana: useAccount().solana !== undefined,
    isOffline,
    gap: form.gap,
    reverting,
  })
  return (
    <>
      <Button
        variant="primary"
        size="lg"
        className="w-full"
        disabled={reason.action === undefined}
        waiting={isPreparing ? translate('Simulating the calls') : undefined}
        onClick={() => (reason.action === 'connect' ? openWalletDialog('connect') : prepare())}
      >
        {reason.label}
      </Button>
      <p
        className={`mt-2 text-center text-sm empty:hidden md:mt-3 md:min-h-5 md:empty:block ${reason.isBad ? 'text-flare' : 'text-ink-3'}`}
        aria-live="polite"
      >
        {isPreparing
          ? translate('On the current chain state, before you sign anything.')
          : reason.note}
        {reverting !== undefined && (
          <button
            type="button"
            className="link ml-1 md:hidden"
            onClick={() => document.querySelector('#simulation')?.scrollIntoView()}
          >
            {translate('See why')}
          </button>
        )}
      </p>
    </>
  )
}

/** Returns one unit for each number of decimals on the chain, named after an asset with it. */
function getIntegerUnits(assets: readonly TargetAsset[]): readonly IntegerUnit[] {
  const decimals = [...new Set(assets.map((asset) => asset.decimals))].toSorted((a, b) => a - b)
  return decimals.map((one) => {
    const [first] = assets.filter((asset) => asset.decimals === one)
    return {
      decimals: one,
      name: first?.symbol ?? translate('{decimals} decimals', { decimals: String(one) }),
    }
  })
}

function useSources(): readonly { value: string; label: string }[] {
  const { aggregates, chains } = useNetwork()
  return aggregates.flatMap(({ aggregatedAssetId, symbol, members }) => [
    { value: aggregatedAssetId, label: translate('Any {symbol}', { symbol }) },
    ...members.map((member) => ({
      value: member.assetType,
      label: translate('Only {symbol} on {chain}', {
        symbol: member.symbol,
        chain: getChainName(member.assetType),
      }),
    })),
  ])

  function getChainName(assetType: AssetType): string {
    return chains.find(({ chainId }) => assetType.startsWith(`${chainId}/`))?.name ?? assetType
  }
}

/**
 * Returns an example form: 100 USDC into the chain's known vault, its shares to the user's account.
 *
 * @returns Undefined if the chain has no such vault.
 */
function buildExampleCall(
  search: CallSearch,
  of: { chain: EvmNetworkChain; assets: readonly TargetAsset[]; account: string | undefined },
): CallSearch | undefined {
  const usdc = of.assets.find(({ symbol }) => symbol === 'USDC')
  const { vault, chainId } = of.chain
  if (!usdc || vault === undefined) return undefined
  const deposit: CallDraft = {
    to: vault,
    abi: 'erc4626',
    fn: 'deposit(uint256,address)',
    args: [`100e${usdc.decimals}`, of.account ?? ''],
    data: undefined,
    value: '',
  }
  return {
    ...search,
    chain: chainId,
    calls: [deposit],
    open: 0,
    tokens: undefined,
    allowances: undefined,
  }
}
