import { nativeToken } from '#chains/evm/operation/accountCalls.ts'
import { type BatchCall, decodeBatch } from '#chains/evm/operation/batch.ts'
import { type CallFact, decodeOperation } from '#chains/evm/operation/decodeOperation.ts'
import type { CallFunction } from '#chains/evm/operation/abiFunctions.ts'
import type { PreparedCallQuote, PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { type AssetType, isSameAddress, isSameAsset } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { isEvmAccount } from './parseQuote.ts'
import {
  type EvmRootAsset,
  findRootAsset,
  findRootChain,
  type Roots,
  findRootToken,
} from './roots.ts'
import type { ParsedEvmOperation } from './parsedQuote.ts'

/** The input of the verifier of a prepared call. */
export type PreparedVerifierInput = {
  /** The JSON as received. */
  received: unknown
  /** The user's request. */
  request: PrepareCallQuoteRequest
  roots: Roots
  /** Unix seconds on the service's clock. */
  nowSeconds: number
  /**
   * US dollars per whole token by asset type, from the pinned feeds; absent if they were not read.
   */
  prices?: ReadonlyMap<string, number>
  /** For each call, in order, the function that the user chose from their ABI. */
  functions?: readonly (CallFunction | undefined)[]
}

/** An amount of a known asset, smallest units. */
export type RootAmount = { asset: EvmRootAsset; amount: bigint }

/** A prepared call of the right form, with its batch decoded. */
export type ParsedPreparedCall = PreparedVerifierInput & {
  prepared: PreparedCallQuote
  read: ParsedEvmOperation
  /** The calls of the batch. */
  batch: readonly BatchCall[]
  guard: (CallFact & { kind: 'guard' }) | undefined
  pull: (CallFact & { kind: 'pull' }) | undefined
  /** The last call, where nothing is lent. */
  fee: (CallFact & { kind: 'transfer' }) | undefined
  /** The assets that the calls need on the target chain, each once, including native value. */
  required: readonly RootAmount[]
}

/** Parses a prepared call. @returns The reason instead, when the operation cannot be decoded. */
export function parsePreparedCall(
  prepared: PreparedCallQuote,
  evidence: PreparedVerifierInput,
): ParsedPreparedCall | { reason: string } {
  const { request, roots } = evidence
  const operation = prepared.chainOperation
  const chain = findRootChain(roots, request.targetChain)
  if (chain?.kind !== 'evm')
    return {
      reason: translate('this app doesn’t support the chain {chainId}', {
        chainId: request.targetChain,
      }),
    }
  const account = request.accounts.find(isEvmAccount)
  if (!account) return { reason: translate('none of your accounts is on an EVM chain') }
  const required = getRequiredAmounts(evidence)
  const native = findRootToken(roots, { chainId: chain.chainId, token: nativeToken })
  const asset = required[0]?.asset ?? native
  if (!asset)
    return {
      reason: translate('this app doesn’t know the native coin of {name}', { name: chain.name }),
    }
  const batch = decodeBatch(operation.userOp.callData)
  const calls = decodeOperation(operation.userOp.callData)
  if (!batch || !calls) return { reason: translate('its call data isn’t a batch') }
  const [guard, pull] = calls
  const last = calls.at(-1)
  const isLent =
    pull?.kind === 'pull' && isSameAddress(pull.settler, chain.contracts.destinationSettler)
  return {
    ...evidence,
    prepared,
    read: { kind: 'evm', index: 0, operation, chain, asset, account, calls, order: undefined },
    batch,
    guard: guard?.kind === 'guard' ? guard : undefined,
    pull: isLent ? pull : undefined,
    fee: !isLent && last?.kind === 'transfer' ? last : undefined,
    required,
  }
}

/**
 * The assets that the calls need, by the user's request. Source: service, requirements of a call.
 */
function getRequiredAmounts({ request, roots }: PreparedVerifierInput): readonly RootAmount[] {
  const sums = request.tokensRequired.reduce<RootAmount[]>(
    (sofar, { assetType, amount }) => addAmount(sofar, { roots, assetType, add: BigInt(amount) }),
    [],
  )
  const value = request.calls.reduce((sum, call) => sum + BigInt(call.value), 0n)
  const native = findRootToken(roots, { chainId: request.targetChain, token: nativeToken })
  const listed = sums.find(({ asset }) => asset === native)?.amount ?? 0n
  if (!native || value <= listed) return sums
  return addAmount(sums, { roots, assetType: native.assetType, add: value - listed })
}

function addAmount(
  sums: readonly RootAmount[],
  of: { roots: Roots; assetType: AssetType; add: bigint },
): RootAmount[] {
  const asset = findRootAsset(of.roots, of.assetType)
  if (asset?.kind !== 'evm') return [...sums]
  const known = sums.find((one) => isSameAsset(one.asset.assetType, asset.assetType))
  if (!known) return [...sums, { asset, amount: of.add }]
  return sums.map((one) => (one === known ? { asset, amount: one.amount + of.add } : one))
}
