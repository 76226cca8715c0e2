import { programs } from '#chains/solana/program/addresses.ts'
import { toBase58 } from '../bank/base58.ts'
import type { Json } from '../bank/json.ts'
import { decimalsOf } from '../bank/landed.ts'
import { parsedTable } from '../bank/lookupTables.ts'
import { countOf, type Options, textOf, within } from '../bank/params.ts'
import { invalidParams, rpcCodes, RpcError } from '../bank/rpcError.ts'
import { type AccountState, rentEpoch, type Runtime } from '../bank/runtime.ts'
import { readToken, tokenAmount } from '../bank/tokenState.ts'

/** Most bytes that a cluster writes in base58: more takes too long. */
const base58Bytes = 128

/**
 * Writes an account in the encoding that was asked for.
 *
 * @throws RpcError when the encoding does not exist or cannot hold the account.
 */
export function accountJson(
  account: AccountState,
  {
    runtime,
    options,
  }: {
    runtime: Runtime
    options: Options
  },
): Json {
  const { lamports, owner, isExecutable, data } = account
  const slice = within(options, 'dataSlice')
  const offset = (slice && countOf(slice, 'offset')) ?? 0
  const length = (slice && countOf(slice, 'length')) ?? data.length
  const encoding = textOf(options, 'encoding') ?? 'binary'
  const shown = Buffer.from(data).subarray(offset, offset + length)
  return {
    lamports,
    owner,
    executable: isExecutable,
    rentEpoch,
    space: data.length,
    data:
      (encoding === 'jsonParsed'
        ? (parsedToken(account, runtime) ?? parsedTable(account))
        : undefined) ?? encodedData(shown, encoding),
  }
}

/** Encodes the bytes of an account or of a returned value. */
export function encodedData(data: Buffer, encoding: string): Json {
  switch (encoding) {
    case 'base64':
    case 'jsonParsed':
      return [data.toString('base64'), 'base64']
    case 'base58':
      return [shortBase58(data), 'base58']
    case 'binary':
      return shortBase58(data)
    default:
      throw invalidParams(
        `Invalid params: unknown variant \`${encoding}\`, expected one of \`binary\`, \`base58\`, \`base64\`, \`jsonParsed\`.`,
      )
  }
}

function shortBase58(data: Buffer): string {
  if (data.length > base58Bytes)
    throw new RpcError(
      rpcCodes.invalidRequest,
      `Encoded binary (base 58) data should be less than ${base58Bytes} bytes, please use Base64 encoding.`,
    )
  return toBase58(data)
}

function parsedToken(account: AccountState, runtime: Runtime): Json | undefined {
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
  const decimals = decimalsOf(mint, runtime)
  const info = {
    mint,
    owner,
    state,
    isNative: nativeReserve !== undefined,
    tokenAmount: amountJson(units, decimals),
    delegate: delegate?.address,
    delegatedAmount: delegate && amountJson(delegate.units, decimals),
    rentExemptReserve: nativeReserve === undefined ? undefined : amountJson(nativeReserve, 9),
    closeAuthority,
  }
  return { program, space, parsed: { type: 'account', info } }
}

function amountJson(units: bigint, decimals: number): Json {
  return { ...tokenAmount(units, decimals) }
}
