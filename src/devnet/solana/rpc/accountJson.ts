import { programs } from '#chains/solana/program/addresses.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { getCount, type RpcOptions, getText, getOptions } from '../bank/params.ts'
import { type Json, createInvalidParams, rpcCodes, RpcError } from '../bank/rpcAnswer.ts'
import { readDecimals } from '../bank/landed.ts'
import { toParsedTable } from '../bank/lookupTables.ts'
import { type AccountState, rentEpoch, type Runtime } from '../bank/runtime.ts'
import { readToken, toTokenAmount } from '../bank/tokenState.ts'

/** Most bytes that a cluster encodes as base58: more takes too long. */
const base58Bytes = 128

/**
 * Serializes an account in the requested encoding.
 *
 * @throws RpcError when the encoding does not exist or cannot hold the account.
 */
export function toAccountJson(
  account: AccountState,
  {
    runtime,
    options,
  }: {
    runtime: Runtime
    options: RpcOptions
  },
): Json {
  const { lamports, owner, isExecutable, data } = account
  const slice = getOptions(options, 'dataSlice')
  const offset = (slice && getCount(slice, 'offset')) ?? 0
  const length = (slice && getCount(slice, 'length')) ?? data.length
  const encoding = getText(options, 'encoding') ?? 'binary'
  const shown = Buffer.from(data).subarray(offset, offset + length)
  return {
    lamports,
    owner,
    executable: isExecutable,
    rentEpoch,
    space: data.length,
    data:
      (encoding === 'jsonParsed'
        ? (toParsedToken(account, runtime) ?? toParsedTable(account))
        : undefined) ?? encodeData(shown, encoding),
  }
}

/** Encodes the bytes of an account or a return value. */
export function encodeData(data: Buffer, encoding: string): Json {
  switch (encoding) {
    case 'base64':
    case 'jsonParsed':
      return [data.toString('base64'), 'base64']
    case 'base58':
      return [toShortBase58(data), 'base58']
    case 'binary':
      return toShortBase58(data)
    default:
      throw createInvalidParams(
        `Invalid params: unknown variant \`${encoding}\`, expected one of \`binary\`, \`base58\`, \`base64\`, \`jsonParsed\`.`,
      )
  }
}

function toShortBase58(data: Buffer): string {
  if (data.length > base58Bytes)
    throw new RpcError(
      rpcCodes.invalidRequest,
      `Encoded binary (base 58) data should be less than ${base58Bytes} bytes, please use Base64 encoding.`,
    )
  return encodeBase58(data)
}

function toParsedToken(account: AccountState, runtime: Runtime): Json | undefined {
  const token = readToken(account)
  if (!token) return undefined
  const program = account.owner === programs.token ? 'spl-token' : 'spl-token-2022'
  const space = account.data.length
  if (token.kind === 'mint') {
    const { decimals, units, isInitialized, mintAuthority, freezeAuthority } = token
    const info = {
      decimals,
      supply: units.toString(),
      isInitialized,
      mintAuthority: mintAuthority ?? null,
      freezeAuthority: freezeAuthority ?? null,
    }
    return { program, space, parsed: { type: 'mint', info } }
  }
  const { mint, owner, state, units, delegate, nativeReserve, closeAuthority } = token
  const decimals = readDecimals(mint, runtime)
  const info = {
    mint,
    owner,
    state,
    isNative: nativeReserve !== undefined,
    tokenAmount: toAmountJson(units, decimals),
    delegate: delegate?.address,
    delegatedAmount: delegate && toAmountJson(delegate.units, decimals),
    rentExemptReserve: nativeReserve === undefined ? undefined : toAmountJson(nativeReserve, 9),
    closeAuthority,
  }
  return { program, space, parsed: { type: 'account', info } }
}

function toAmountJson(units: bigint, decimals: number): Json {
  return { ...toTokenAmount(units, decimals) }
}
