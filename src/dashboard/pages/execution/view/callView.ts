import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import { decodeCallFields, type FieldValue } from '#chains/evm/operation/callFields.ts'
import { type CallFunction, type Field, readAbiLines } from '#chains/evm/operation/abiFunctions.ts'
import { findEvmChain } from '#networks/getChain.ts'
import type { ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import { isSameAddress, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { type ChainIdentity, buildUnknownChain } from '#dashboard/components/flow/chainIdentity.ts'
import { type DecodedRevert, decodeRevert } from '#dashboard/review/messages/decodeRevert.ts'
import { knownInterfaces } from '../../signing/operations/decoding/knownInterfaces.ts'
import { translate } from '../../../language/translate.ts'
import type { ExecutionSources } from './executionSources.ts'
import { toAssetType, findMember, toChainAmount, type ChainAmount } from './chainAmount.ts'

/** One call of an execution, decoded if an ABI for it is known. */
export type ShownCall = {
  to: EvmAddress
  /** In wei. */
  value: bigint
  /** Name of the function; undefined if not known. */
  name: string | undefined
  /** Its arguments, or the raw data, which has no field. */
  values: readonly { name: string; value: FieldValue; field?: Field }[]
  data: Hex
}

/** A contract call as its execution page shows it. */
export type CallView = {
  chain: ChainIdentity
  /** The account that makes it; empty while not known. */
  account: string
  /** Ticker of the chain's native coin. */
  coin: string
  /** Empty while neither the chain nor this browser knows them. */
  calls: readonly ShownCall[]
  /** Amounts that the solver lends for the call. */
  lent: readonly ChainAmount[]
  /** Tokens that it brought the account; empty while not known. */
  received: readonly ChainAmount[]
  /** Whether deposits pay for it; otherwise it pays for itself. */
  isFunded: boolean
  /** Why it reverted, if its contract gave a reason. */
  revert: DecodedRevert | undefined
  /** The form it was made with, as in the URL of its page. */
  search: string | undefined
}

/** Combines what is known of a call: its transaction first, then what this browser saved. */
export function buildCallView(sources: ExecutionSources): CallView {
  const { callTrace, sent, record, chains, network } = sources
  const abis = [...(sent?.abis ?? []), ...knownInterfaces.map(({ abi }) => abi)]
  const functions = abis.flatMap((abi) => readAbiLines(abi).functions)
  const target = record?.destinationToken.assetType
  const chainId = target && splitAssetType(target).chainId
  const raw =
    callTrace?.parts?.calls ??
    sent?.calls.map(({ to, data, value }) => ({ to, data, value: BigInt(value) })) ??
    []
  const lent = (callTrace?.parts?.lent ?? []).flatMap(({ token, amount }) =>
    chainId
      ? [
          toChainAmount(
            { network, chains },
            { assetType: toAssetType(chainId, token), amount: String(amount), valueUsd: undefined },
          ),
        ]
      : [],
  )
  const reverted = callTrace?.reverted?.data
  const errors = (sent?.abis ?? []).flatMap((abi) => readAbiLines(abi).errors)
  return {
    chain: (chainId && chains.get(chainId)) ?? buildUnknownChain(chainId ?? 'unknown'),
    account: sources.status?.user ?? '',
    coin:
      (chainId && findMember(network, toAssetType(chainId, nativeToken))?.symbol) ??
      translate('coins'),
    calls: raw.map((call) => toShownCall(call, functions)),
    lent,
    received: chainId ? nameReceived(sources, chainId) : [],
    isFunded: isFunded(sources, chainId),
    revert: reverted === undefined ? undefined : decodeRevert(reverted, errors),
    search: sent?.search,
  }
}

/** Names what a call brought; a token that does not say its own decimals is left out. */
function nameReceived(sources: ExecutionSources, chainId: ChainId): readonly ChainAmount[] {
  const { network, unlisted = [], callTrace } = sources
  const vault = findEvmChain(network, chainId)?.vault
  return (callTrace?.received ?? []).flatMap(({ token, amount }) => {
    const assetType = toAssetType(chainId, token)
    const isRead = unlisted.some((one) => isSameAsset(one.assetType, assetType))
    if (!isRead && !findMember(network, assetType)) return []
    const what = { assetType, amount: String(amount), valueUsd: undefined }
    const { isUnlisted, ...named } = toChainAmount(sources, what)
    // The network file names the vault, if not the shares in it.
    const isNamed = vault !== undefined && isSameAddress(vault, token)
    return isUnlisted && !isNamed ? [{ ...named, isUnlisted }] : [named]
  })
}

/** By the call's own transaction, what was saved, its deposits, or lastly the chain paid on. */
function isFunded(
  { callTrace, sent, trace, record, status }: ExecutionSources,
  chainId: ChainId | undefined,
): boolean {
  if (callTrace?.parts) return callTrace.parts.lent.length > 0
  if (sent) return sent.prepareId !== undefined
  if (callTrace?.prepareId !== undefined || (trace?.events.length ?? 0) > 0) return true
  const paid = record?.originToken.assetType ?? []
  return (
    status === undefined || paid.some((assetType) => splitAssetType(assetType).chainId !== chainId)
  )
}

function toShownCall(
  { to, data, value }: { to: EvmAddress; data: Hex; value: bigint },
  functions: readonly CallFunction[],
): ShownCall {
  for (const one of functions) {
    const values = decodeCallFields(one, data)
    if (values)
      return {
        to,
        value,
        data,
        name: one.name,
        values: one.fields.map((field, index) => {
          const { name, type } = field
          return { name: name === '' ? type : name, value: values[index] ?? '', field }
        }),
      }
  }
  const raw = data === '0x' ? [] : [{ name: 'data', value: data }]
  return { to, value, data, name: undefined, values: raw }
}
