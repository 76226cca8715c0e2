import { formatAmount, parseAmount } from '#protocol/ids/amount.ts'
import { AssetType, EvmAddress, isSameAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { readEvmAddress } from '#protocol/ids/pastedAddress.ts'
import type { EvmNetworkChain } from '#networks/network.ts'
import { translate } from '../../../language/translate.ts'
import type { RequirementDraft } from './callSearch.ts'
import { fitArguments, type ParsedDraft } from './parseDraft.ts'
import { encodeCall } from '#chains/evm/operation/callFields.ts'

/** An asset of the target chain, as the form offers it. */
export type TargetAsset = {
  assetType: AssetType
  symbol: string
  name: string
  decimals: number
  /** Undefined for the native coin, which needs no allowance. */
  token: EvmAddress | undefined
  /** Balance of the account on this chain; undefined if not known. */
  units: bigint | undefined
  /**
   * What the accounts hold of it on other chains, in smallest units of this chain; undefined while
   * any chain is unread, and when another asset is to pay.
   */
  elsewhere?: bigint | undefined
}

/** A parsed requirement, or its error. */
export type ParsedRequirement = {
  draft: RequirementDraft
  asset: TargetAsset | undefined
  units: bigint | undefined
  spender: EvmAddress | undefined
  /** The invalid field with a message; an empty field is missing, not wrong. */
  error: { path: keyof RequirementDraft; message: string; isMissing: boolean } | undefined
}

/** Parses one row of the requirements. */
export function parseRequirement(
  draft: RequirementDraft,
  { assets, kind }: { assets: readonly TargetAsset[]; kind: 'token' | 'allowance' },
): ParsedRequirement {
  const asset = assets.find(({ assetType }) => assetType === draft.asset)
  const spender = readEvmAddress(draft.spender)
  const parsed = asset && parseAmount(draft.amount, asset.decimals)
  const units = parsed && 'units' in parsed ? parsed.units : undefined
  const read = { draft, asset, units, spender }
  return { ...read, error: findRequirementError(read, kind) }
}

function findRequirementError(
  { draft, asset, units, spender }: Omit<ParsedRequirement, 'error'>,
  kind: 'token' | 'allowance',
): ParsedRequirement['error'] {
  if (!asset)
    return {
      path: 'asset',
      message: translate('Choose an asset on this chain.'),
      isMissing: draft.asset === '',
    }
  if (kind === 'allowance' && asset.token === undefined)
    return {
      path: 'asset',
      message: translate('{symbol} doesn’t need an allowance.', { symbol: asset.symbol }),
      isMissing: false,
    }
  if (units === undefined || units === 0n)
    return {
      path: 'amount',
      message:
        units === 0n
          ? translate('Enter an amount above 0.')
          : translate('Enter an amount with at most {decimals} decimals.', {
              decimals: asset.decimals,
            }),
      isMissing: draft.amount.trim() === '',
    }
  if (kind === 'allowance' && spender === undefined)
    return {
      path: 'spender',
      message: translate('Enter the spender’s address.'),
      isMissing: draft.spender.trim() === '',
    }
  return undefined
}

/** Requirements that could be inferred from the calls. */
export type InferredRequirements = {
  tokens: readonly RequirementDraft[]
  allowances: readonly RequirementDraft[]
}

/**
 * Infers what calls take from the account: deposits into the chain's known vault. Native value is
 * not listed, as the service adds it itself.
 */
export function inferRequirements(
  drafts: readonly ParsedDraft[],
  { chain, assets }: { chain: EvmNetworkChain; assets: readonly TargetAsset[] },
): InferredRequirements {
  const usdc = assets.find(({ symbol }) => symbol === 'USDC')
  const { vault } = chain
  if (!usdc || vault === undefined) return { tokens: [], allowances: [] }
  const units = drafts.reduce((sum, read) => sum + getDepositUnits(read, vault), 0n)
  if (units === 0n) return { tokens: [], allowances: [] }
  const amount = formatAmount(units, usdc.decimals)
  const need = { asset: usdc.assetType, amount, spender: '' }
  return { tokens: [need], allowances: [{ ...need, spender: vault }] }
}

function getDepositUnits({ draft, fn }: ParsedDraft, vault: EvmAddress): bigint {
  if (fn?.signature !== 'deposit(uint256,address)' || !isSameAddress(draft.to.trim(), vault))
    return 0n
  const [assets] = fitArguments(fn, draft.args)
  const [field] = fn.fields
  if (!field || assets === undefined) return 0n
  const encoded = encodeCall({ ...fn, fields: [field], parameters: fn.parameters.slice(0, 1) }, [
    assets,
  ])
  return 'data' in encoded ? BigInt(`0x${encoded.data.slice(10)}`) : 0n
}

/** Returns the token contract of an asset; undefined for a native coin. */
export function getToken(assetType: AssetType): EvmAddress | undefined {
  const { namespace, reference } = splitAssetType(assetType)
  const token = namespace === 'erc20' ? EvmAddress.safeParse(reference) : undefined
  return token?.success ? token.data : undefined
}
