import type { UseQueryResult } from '@tanstack/react-query'

import type { SimulatedNeeds } from '#chains/evm/trial/simulateBatch.ts'
import type { CallSimulation } from '#chains/evm/trial/tryCalls.ts'
import {
  type ChainSimulationRequest,
  toSimulationKey,
  useCallSimulation,
} from '#dashboard/api/chains/callSimulation.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { formatAmount } from '#protocol/ids/amount.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { useDebouncedValue } from '../../quoting/useDebouncedValue.ts'
import type { CallForm } from './callForm.ts'
import type { CallSearch } from './callSearch.ts'
import type { InferredRequirements, ParsedRequirement, TargetAsset } from './requirements.ts'

/** What the chain's node says that the calls do. */
export type FormSimulation = {
  state: 'noAccount' | 'incomplete' | 'running' | 'done' | 'unsupported' | 'failed'
  /** The latest one, possibly of an earlier state of the form; see `state`. */
  result: CallSimulation | undefined
  atMs: number
  /** Whether it is still open what the calls need. */
  isInferring: boolean
  /** What the calls need, where that was to be found out. */
  needs: SimulatedNeeds | undefined
  /** Runs it again on the block that is then the latest. */
  run: () => void
}

/**
 * Finds the call that reverts in a simulation of the form as it is now, counted from 1. Calls for a later
 * time may run by then.
 */
export function findReverting(
  { state, result }: Pick<FormSimulation, 'state' | 'result'>,
  { validAfter }: Pick<CallSearch, 'validAfter'>,
): number | undefined {
  if (state !== 'done' || !result || validAfter !== '') return undefined
  const failed = result.calls.findIndex(({ isSuccess }) => !isSuccess)
  return failed === -1 ? undefined : failed + 1
}

/** Calls are run once the form has not changed for this long. */
const delayMs = 350

/** Runs the calls of a form as `account`, whenever they are complete. */
export function useSimulation(
  form: CallForm | undefined,
  account: EvmAddress | undefined,
): FormSimulation {
  const network = useNetwork()
  const request = form && account && buildRequest(form, { account, solver: network.roles.solver })
  const key = request ? toSimulationKey(request) : ''
  const { debounced, isPending } = useDebouncedValue(request, { key, delayMs })
  const query = useCallSimulation(network, request && debounced)
  const isRunning = request !== undefined && (isPending || query.isFetching)
  const isCurrent = request !== undefined && !isPending && !query.isPlaceholderData
  const result = typeof query.data === 'object' ? query.data : undefined
  const isKnown = isCurrent && (query.data !== undefined || query.isError)
  return {
    state:
      account === undefined
        ? 'noAccount'
        : request === undefined
          ? 'incomplete'
          : isRunning
            ? 'running'
            : getState(query),
    result: request && result,
    atMs: query.dataUpdatedAt,
    isInferring: request !== undefined && request.needs === undefined && !isKnown,
    needs: isKnown && request.needs === undefined ? result?.needs : undefined,
    run: () => void query.refetch(),
  }
}

function getState(
  query: UseQueryResult<CallSimulation | 'unsupported'>,
): 'done' | 'unsupported' | 'failed' {
  if (query.data === undefined) return 'failed'
  return query.data === 'unsupported' ? 'unsupported' : 'done'
}

/** @returns Undefined while a call, a requirement or an assumption is incomplete or wrong. */
function buildRequest(
  { chain, assets, drafts, tokens, allowances, isInferred }: CallForm,
  { account, solver }: { account: EvmAddress; solver: EvmAddress },
): ChainSimulationRequest | undefined {
  const calls = drafts.flatMap(({ call }) => call ?? [])
  const rows = isInferred ? [] : [...tokens, ...allowances]
  if (calls.length !== drafts.length || rows.some(({ error }) => error)) return undefined
  return {
    chainId: chain.chainId,
    account,
    solver,
    calls,
    overrides: [],
    tokens: assets.flatMap(({ token }) => token ?? []),
    needs: isInferred ? undefined : toNeeds(tokens, allowances),
  }
}

function toNeeds(
  tokens: readonly ParsedRequirement[],
  allowances: readonly ParsedRequirement[],
): SimulatedNeeds {
  return {
    tokens: tokens.flatMap(({ asset, units: amount }) =>
      asset?.token && amount !== undefined ? [{ token: asset.token, amount }] : [],
    ),
    allowances: allowances.flatMap(({ asset, units: amount, spender }) =>
      asset?.token && amount !== undefined && spender
        ? [{ token: asset.token, amount, spender }]
        : [],
    ),
  }
}

/** Writes what calls need as rows of the form. */
export function toRequirements(
  { tokens, allowances }: SimulatedNeeds,
  assets: readonly TargetAsset[],
): InferredRequirements {
  return {
    tokens: tokens.flatMap((need) => toRow(need, '')),
    allowances: allowances.flatMap((need) => toRow(need, need.spender)),
  }

  function toRow({ token, amount }: { token: EvmAddress; amount: bigint }, spender: string) {
    const asset = assets.find((one) => one.token && isSameAddress(one.token, token))
    return asset
      ? [{ asset: asset.assetType, amount: formatAmount(amount, asset.decimals), spender }]
      : []
  }
}
