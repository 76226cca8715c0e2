import { getEvmChains, findEvmChain } from '#networks/getChain.ts'
import type { Network, EvmNetworkChain } from '#networks/network.ts'
import { toUnits } from '#protocol/ids/amount.ts'
import type { Account } from '#protocol/accounts/account.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import type { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { AssetId, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import { readSlippage } from '#dashboard/components/amounts/readSlippage.ts'
import type { CallSearch } from './callSearch.ts'
import { readOverride, type ReadOverride } from './overrides.ts'
import { inferNeeds, type ReadNeed, readNeed, type TargetAsset, tokenOf } from './needs.ts'
import { type ReadDraft, readDraft } from './readDraft.ts'

/** The first thing that keeps the form from being prepared. */
export type FormGap = { message: string; isMissing: boolean }

/** The whole form as it was read. */
export type CallForm = {
  chain: EvmNetworkChain
  assets: readonly TargetAsset[]
  drafts: readonly ReadDraft[]
  tokens: readonly ReadNeed[]
  allowances: readonly ReadNeed[]
  /** Both lists are worked out from the calls. */
  isInferred: boolean
  overrides: readonly ReadOverride[]
  validityProblem: string | undefined
  gap: FormGap | undefined
  /** Complete and right; what prepare is asked. */
  request: PrepareCallQuoteRequest | undefined
}

/** Reads the form of the page's address. */
export function readCallForm(
  search: CallSearch,
  known: {
    network: Network
    /** Value may be drawn from all of them; the first makes the calls. */
    accounts: readonly Account[]
    balances: BalanceRecord | undefined
    nowSeconds: number
  },
): CallForm | undefined {
  const { network, balances } = known
  const chain = findEvmChain(network, search.chain) ?? getEvmChains(network)[0]
  if (!chain) return undefined
  const assets = targetAssets(network, { chain, balances })
  const drafts = search.calls.map(readDraft)
  const inferred = inferNeeds(drafts, { chain, assets })
  const tokens = (search.tokens ?? inferred.tokens).map((need) =>
    readNeed(need, { assets, kind: 'token' }),
  )
  const allowances = (search.allowances ?? inferred.allowances).map((need) =>
    readNeed(need, { assets, kind: 'allowance' }),
  )
  const validityProblem = validityOf(search, known.nowSeconds)
  const overrides = search.overrides.map(readOverride)
  const form = { chain, assets, drafts, tokens, allowances, overrides, validityProblem }
  const isLimitGood = search.slippage === '' || 'bps' in readSlippage(search.slippage)
  const gap = gapOf(form) ?? (isLimitGood ? undefined : badLimit)
  return {
    ...form,
    isInferred: search.tokens === undefined && search.allowances === undefined,
    gap,
    request:
      gap || known.accounts.length === 0
        ? undefined
        : requestOf(search, { ...form, accounts: known.accounts }),
  }
}

const badLimit: FormGap = { message: 'Correct the slippage limit.', isMissing: false }

/** Ticker of the target chain's coin. */
export function coinOf({ assets }: Pick<CallForm, 'assets'>): string {
  return assets.find(({ token }) => token === undefined)?.symbol ?? 'coins'
}

function targetAssets(
  network: Network,
  of: { chain: EvmNetworkChain; balances: BalanceRecord | undefined },
): readonly TargetAsset[] {
  const { chain, balances } = of
  const isRead = balances && !balances.unavailableChains?.includes(chain.chainId)
  const held = balances?.balanceByAggregatedAsset.flatMap((one) => one.individualAssetBalances)
  return network.aggregates
    .flatMap(({ members }) => members)
    .filter(({ assetType }) => splitAssetType(assetType).chainId === chain.chainId)
    .map(({ assetType, symbol, name, decimals }) => {
      const own = held?.find((one) => isSameAsset(one.assetType, assetType))
      const units = isRead ? toUnits(own?.balance ?? '0') : undefined
      return { assetType, symbol, name, decimals, token: tokenOf(assetType), units }
    })
}

function validityOf(
  { validAfter, validUntil }: CallSearch,
  nowSeconds: number,
): string | undefined {
  if (validUntil !== '' && Number(validUntil) <= nowSeconds) return 'The end lies in the past.'
  if (validAfter !== '' && validUntil !== '' && Number(validAfter) >= Number(validUntil))
    return 'The start must lie before the end.'
  return undefined
}

type Parts = Pick<CallForm, 'drafts' | 'tokens' | 'allowances' | 'overrides' | 'validityProblem'>

function gapOf(form: Parts): FormGap | undefined {
  const { drafts, tokens, allowances, overrides, validityProblem } = form
  for (const [index, { problems, title }] of drafts.entries()) {
    const [first] = problems
    const place = drafts.length === 1 ? '' : `Call ${index + 1}, ${title.toLowerCase()}: `
    if (first) return gap({ ...first, message: messageOf(first) }, place)
  }
  const bad = [...tokens, ...allowances, ...overrides].find(({ problem }) => problem)?.problem
  if (bad) return gap(bad, '')
  if (validityProblem !== undefined) return gap({ message: validityProblem, isMissing: false }, '')
  return undefined
}

/** The long reason stands at the call itself. */
function messageOf({ path, message }: { path: string; message: string }): string {
  return path === 'approve' ? 'Calls cannot approve: list it as an allowance.' : message
}

function gap(problem: FormGap, place: string): FormGap {
  return { message: `${place}${problem.message}`, isMissing: problem.isMissing }
}

function requestOf(
  search: CallSearch,
  form: Pick<CallForm, 'chain' | 'drafts' | 'tokens' | 'allowances' | 'overrides'> & {
    accounts: readonly Account[]
  },
): PrepareCallQuoteRequest {
  const { chain, drafts, tokens, allowances, accounts } = form
  const overrides = form.overrides.flatMap(({ override }) => override ?? [])
  const limit = readSlippage(search.slippage)
  const from = AssetId.safeParse(search.from)
  return {
    accounts: [...accounts],
    targetChain: chain.chainId,
    calls: drafts.flatMap(({ call }) => call ?? []),
    tokensRequired: tokens.flatMap(({ asset, units }) =>
      asset && units ? [{ assetType: asset.assetType, amount: units.toString() }] : [],
    ),
    allowanceRequirements: allowances.flatMap(({ asset, units, spender }) =>
      asset && units && spender
        ? [{ assetType: asset.assetType, amount: units.toString(), spender }]
        : [],
    ),
    ...(overrides.length === 0 ? {} : { overrides }),
    ...('bps' in limit ? { slippageTolerance: limit.bps } : {}),
    ...(search.validAfter === '' ? {} : { validAfter: search.validAfter }),
    ...(search.validUntil === '' ? {} : { validUntil: search.validUntil }),
    ...(from.success ? { fromAssetId: from.data } : {}),
  }
}
