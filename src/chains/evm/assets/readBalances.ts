import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { EvmClient } from '../rpc/client.ts'
import { prepareReads, type Read } from '../rpc/readMany.ts'

/** State of an account on one chain, from one request at one block. */
export type HoldingsRead = {
  blockNumber: bigint
  /** Unix seconds. */
  blockTime: bigint
  /** Hash of the account's code; 0 for an unused address. */
  codeHash: bigint
  /** In the order asked, in each asset's smallest unit; undefined if the token did not answer. */
  balances: readonly (bigint | undefined)[]
}

/** `balanceOf(address)` of ERC-20. */
const balanceOfSelector = '0x70a08231'

/** Encoded request per list of assets. */
const prepared = new WeakMap<readonly AssetType[], ReturnType<typeof prepareReads>>()

/**
 * Reads an account's balances and code hash in one request.
 *
 * @param client - Client of the chain of all the assets.
 * @param options.account - Holder.
 * @param options.assetTypes - `slip44` (the native coin) or `erc20` assets. Must not be mutated;
 *   the request is encoded once per array, so pass the same one again.
 * @throws ChainUnavailableError if the chain does not answer.
 */
export async function readBalances(
  client: EvmClient,
  options: { account: EvmAddress; assetTypes: readonly AssetType[] },
): Promise<HoldingsRead> {
  const { account, assetTypes } = options
  const read = prepared.get(assetTypes) ?? prepareReads((holder) => buildReads(holder, assetTypes))
  prepared.set(assetTypes, read)
  const { blockNumber, blockTime, values } = await read(client, account)
  const [code, ...balances] = values.map((value) => value?.[0])
  return { blockNumber, blockTime, codeHash: code ?? 0n, balances }
}

function buildReads(holder: EvmAddress, assetTypes: readonly AssetType[]): readonly Read[] {
  const balances = assetTypes.map((assetType) => buildBalanceRead(assetType, holder))
  return [{ kind: 'code', of: holder }, ...balances]
}

/** The read of one balance, to combine with other reads. */
export function buildBalanceRead(assetType: AssetType, holder: EvmAddress): Read {
  const token = getTokenAddress(assetType)
  if (token === undefined) return { kind: 'balance', of: holder }
  const data = `${balanceOfSelector}${holder.slice(2).toLowerCase().padStart(64, '0')}` as const
  return { kind: 'call', to: token, data, words: 1 }
}

/** Contract of an ERC-20 asset; undefined for the native coin. */
export function getTokenAddress(assetType: AssetType): EvmAddress | undefined {
  const { namespace, reference } = splitAssetType(assetType)
  return namespace === 'slip44' ? undefined : EvmAddress.parse(reference)
}
