import { getEvmChains, findEvmChain } from '#networks/getChain.ts'
import type { Network, EvmNetworkChain } from '#networks/network.ts'
import { toUnits } from '#protocol/ids/amount.ts'
import type { Account } from '#protocol/accounts/account.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { maxAheadSeconds, type PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { AssetId, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import { parseSlippage } from '#dashboard/components/amounts/parseSlippage.ts'
import { translate } from '../../../language/translate.ts'
import type { CallSearch } from './callSearch.ts'
import {
  inferRequirements,
  type InferredRequirements,
  type ParsedRequirement,
  parseRequirement,
  type TargetAsset,
  getToken,
} from './requirements.ts'
import { type ParsedDraft, parseDraft } from './parseDraft.ts'

/** The first reason why the form cannot be prepared. */
export type FormGap = { message: string; isMissing: boolean }

/** The whole parsed form. */
export type CallForm = {
  chain: EvmNetworkChain
  assets: readonly TargetAsset[]
  drafts: readonly ParsedDraft[]
  tokens: readonly ParsedRequirement[]
  allowances: readonly ParsedRequirement[]
  /** Native coin that goes along with the calls; undefined for none. */
  value: { asset: TargetAsset; units: bigint } | undefined
  /** Whether both lists are inferred from the calls. */
  isInferred: boolean
  /** Whether a simulation found them. */
  isSimulated: boolean
  validityError: string | undefined
  gap: FormGap | undefined
  /** Request to prepare the call; undefined unless the form is complete and valid. */
  request: PrepareCallQuoteRequest | undefined
}

/** Parses the form of the page's URL. */
export function readCallForm(
  search: CallSearch,
  known: {
    network: Network
    /** Funds may come from any of them; the first makes the calls. */
    accounts: readonly Account[]
    balances: BalanceRecord | undefined
    /** Balances of all of the accounts together; without them their funds elsewhere are unknown. */
    funds?: BalanceRecord | undefined
    nowSeconds: number
    /** What a simulation found that the calls need; without one it is told by their data. */
    simulated?: InferredRequirements | 'pending' | undefined
  },
): CallForm | undefined {
  const { network, balances, funds } = known
  const chain = findEvmChain(network, search.chain) ?? getEvmChains(network)[0]
  if (!chain) return undefined
  const assets = getTargetAssets(network, { chain, balances, funds, from: search.from })
  const drafts = search.calls.map(parseDraft)
  const { simulated } = known
  const found = typeof simulated === 'object' ? simulated : undefined
  const inferred = found ?? inferRequirements(drafts, { chain, assets })
  const isInferred = search.tokens === undefined && search.allowances === undefined
  const tokens = (search.tokens ?? inferred.tokens).map((need) =>
    parseRequirement(need, { assets, kind: 'token' }),
  )
  const allowances = (search.allowances ?? inferred.allowances).map((need) =>
    parseRequirement(need, { assets, kind: 'allowance' }),
  )
  const validityError = findValidityError(search, known.nowSeconds)
  const value = sumValue(drafts, assets)
  const form = { chain, assets, drafts, tokens, allowances, value, validityError }
  const isLimitGood = search.slippage === '' || 'bps' in parseSlippage(search.slippage)
  const gap =
    findGap(form) ??
    (isLimitGood ? undefined : badLimit) ??
    (isInferred && simulated === 'pending' ? openNeeds : undefined)
  return {
    ...form,
    isInferred,
    isSimulated: isInferred && found !== undefined,
    gap,
    request:
      gap || known.accounts.length === 0
        ? undefined
        : buildRequest(search, { ...form, accounts: known.accounts }),
  }
}

function sumValue(
  drafts: readonly ParsedDraft[],
  assets: readonly TargetAsset[],
): CallForm['value'] {
  const asset = assets.find(({ token }) => token === undefined)
  const units = drafts.reduce((sum, { call }) => sum + BigInt(call?.value ?? '0x0'), 0n)
  return asset && units > 0n ? { asset, units } : undefined
}

const openNeeds: FormGap = {
  message: translate('Working out what the calls need.'),
  isMissing: true,
}
const badLimit: FormGap = { message: translate('Fix the slippage limit.'), isMissing: false }

/** Returns the ticker of the target chain's native coin. */
export function getCoinSymbol({ assets }: Pick<CallForm, 'assets'>): string {
  return assets.find(({ token }) => token === undefined)?.symbol ?? 'coins'
}

function getTargetAssets(
  network: Network,
  of: {
    chain: EvmNetworkChain
    balances: BalanceRecord | undefined
    funds: BalanceRecord | undefined
    from: string
  },
): readonly TargetAsset[] {
  const { chain, balances } = of
  const isRead = balances && !balances.unavailableChains?.includes(chain.chainId)
  const held = balances?.balanceByAggregatedAsset.flatMap((one) => one.individualAssetBalances)
  return network.aggregates.flatMap((aggregate) =>
    aggregate.members
      .filter(({ assetType }) => splitAssetType(assetType).chainId === chain.chainId)
      .map(({ assetType, symbol, name, decimals }) => {
        const own = held?.find((one) => isSameAsset(one.assetType, assetType))
        const units = isRead ? toUnits(own?.balance ?? '0') : undefined
        const elsewhere = sumElsewhere(aggregate, { ...of, decimals })
        return { assetType, symbol, name, decimals, token: getToken(assetType), units, elsewhere }
      }),
  )
}

/** What can pay of an aggregate on the other chains; undefined while any chain is unread. */
function sumElsewhere(
  { aggregatedAssetId, members }: Network['aggregates'][number],
  of: { chain: EvmNetworkChain; funds: BalanceRecord | undefined; from: string; decimals: number },
): bigint | undefined {
  const { chain, funds, from, decimals } = of
  if (!funds || (funds.unavailableChains?.length ?? 0) > 0) return undefined
  // Another asset was chosen to pay with, whatever is held of this one.
  if (from !== '' && from !== aggregatedAssetId) return undefined
  return funds.balanceByAggregatedAsset
    .flatMap((one) => one.individualAssetBalances)
    .reduce((sum, { assetType, balance }) => {
      const member = members.find((one) => isSameAsset(one.assetType, assetType))
      if (!member || splitAssetType(assetType).chainId === chain.chainId) return sum
      return sum + (toUnits(balance) * 10n ** BigInt(decimals)) / 10n ** BigInt(member.decimals)
    }, 0n)
}

function findValidityError(
  { validAfter, validUntil }: CallSearch,
  nowSeconds: number,
): string | undefined {
  if (validUntil !== '' && Number(validUntil) <= nowSeconds)
    return translate('“Not after” is in the past.')
  if (validAfter !== '' && validUntil !== '' && Number(validAfter) >= Number(validUntil))
    return translate('“Not before” must be earlier than “Not after”.')
  if (Math.max(Number(validAfter), Number(validUntil)) > nowSeconds + maxAheadSeconds)
    return translate('Both times must lie within a year.')
  return undefined
}

type FormParts = Pick<CallForm, 'drafts' | 'tokens' | 'allowances' | 'validityError'>

function findGap(form: FormParts): FormGap | undefined {
  const { drafts, tokens, allowances, validityError } = form
  for (const [index, { errors, title }] of drafts.entries()) {
    const [first] = errors
    if (first)
      return {
        isMissing: first.isMissing,
        message:
          drafts.length === 1
            ? toGapMessage(first)
            : translate('Call {number}, {title}: {message}', {
                number: String(index + 1),
                title: title.toLowerCase(),
                message: toGapMessage(first),
              }),
      }
  }
  const bad = [...tokens, ...allowances].find(({ error }) => error)?.error
  if (bad) return { message: bad.message, isMissing: bad.isMissing }
  if (validityError !== undefined) return { message: validityError, isMissing: false }
  return undefined
}

/** Returns a short message; the full one is shown at the call itself. */
function toGapMessage({ path, message }: { path: string; message: string }): string {
  return path === 'approve'
    ? translate('Calls can’t approve spending. Add it as an allowance.')
    : message
}

/**
 * The smallest unit of an asset, for calls that need nothing: where the account has nothing on their chain
 * to pay the fee with, it is paid together with this unit, from another chain.
 */
function buildFeeUnit(assets: readonly TargetAsset[]): PrepareCallQuoteRequest['tokensRequired'] {
  const asset =
    assets.find(({ units = 0n }) => units > 0n) ??
    assets.find(({ units, elsewhere = 0n }) => units !== undefined && elsewhere > 0n)
  return asset ? [{ assetType: asset.assetType, amount: '1' }] : []
}

function buildRequest(
  search: CallSearch,
  form: Pick<CallForm, 'chain' | 'assets' | 'drafts' | 'tokens' | 'allowances' | 'value'> & {
    accounts: readonly Account[]
  },
): PrepareCallQuoteRequest {
  const { chain, drafts, tokens, allowances, accounts } = form
  const limit = parseSlippage(search.slippage)
  const from = AssetId.safeParse(search.from)
  return {
    accounts: [...accounts],
    targetChain: chain.chainId,
    calls: drafts.flatMap(({ call }) => call ?? []),
    tokensRequired:
      tokens.length === 0 && form.value === undefined
        ? buildFeeUnit(form.assets)
        : tokens.flatMap(({ asset, units }) =>
            asset && units ? [{ assetType: asset.assetType, amount: units.toString() }] : [],
          ),
    allowanceRequirements: allowances.flatMap(({ asset, units, spender }) =>
      asset && units && spender
        ? [{ assetType: asset.assetType, amount: units.toString(), spender }]
        : [],
    ),
    ...('bps' in limit ? { slippageTolerance: limit.bps } : {}),
    ...(search.validAfter === '' ? {} : { validAfter: search.validAfter }),
    ...(search.validUntil === '' ? {} : { validUntil: search.validUntil }),
    ...(from.success ? { fromAssetId: from.data } : {}),
  }
}
