import { toAccountJson } from './accountJson.ts'
import type { Bank } from '../bank/bank.ts'
import {
  fromBase58,
  readAddress,
  getCommitment,
  readCount,
  getCount,
  type RpcOptions,
  readOptions,
  type Params,
  getText,
  readTexts,
  getOptions,
} from '../bank/params.ts'
import { withContext, type Methods } from './context.ts'
import { type Json, createInvalidParams } from '../bank/rpcAnswer.ts'
import type { AccountState, PlacedAccount } from '../bank/runtime.ts'

/** Maximum accounts per request. */
const maxAccounts = 100
/** Maximum bytes of an account. Source: MAX_PERMITTED_DATA_LENGTH. */
const maxDataBytes = 10 * 1_024 * 1_024

/**
 * Creates the account methods. They read the latest state; single accounts are read as finalized
 * only on explicit request, as clients without a commitment usually look at what they just did.
 */
export function createAccountMethods(bank: Bank): Methods {
  const { runtime } = bank

  function shown(account: AccountState | undefined, options: RpcOptions): Json {
    return account ? toAccountJson(account, { runtime, options }) : null
  }

  function accountIn(list: Params, { index, options }: { index: number; options: RpcOptions }) {
    const address = readAddress(list, index)
    const isNamed = getText(options, 'commitment') !== undefined
    return bank.accountAt(address, isNamed ? getCommitment(options) : 'processed')
  }

  return {
    getAccountInfo(params) {
      const options = readOptions(params, 1)
      const account = accountIn(params, { index: 0, options })
      return withContext(bank, { options, value: shown(account, options) })
    },
    getMultipleAccounts(params) {
      const addresses = readTexts(params, { index: 0, maxTexts: maxAccounts })
      const options = readOptions(params, 1)
      const value = addresses.map((_, index) =>
        shown(accountIn(addresses, { index, options }), options),
      )
      return withContext(bank, { options, value })
    },
    getBalance(params) {
      const options = readOptions(params, 1)
      const value = accountIn(params, { index: 0, options })?.lamports ?? 0n
      return withContext(bank, { options, value })
    },
    getProgramAccounts(params) {
      const program = readAddress(params, 0)
      const options = readOptions(params, 1)
      const fits = parseFilters(options)
      const value = runtime
        .accountsOf(program)
        .filter(({ account }) => fits.every((fit) => fit(Buffer.from(account.data))))
        .map((placed) => placedJson(placed))
      return options['withContext'] === true ? withContext(bank, { options, value }) : value

      function placedJson({ address, account }: PlacedAccount): Json {
        return { pubkey: address, account: shown(account, options) }
      }
    },
    getMinimumBalanceForRentExemption(params) {
      const bytes = readCount(params, 0)
      if (bytes > maxDataBytes) throw createInvalidParams(`Invalid param: data size ${bytes}`)
      return runtime.minimumBalance(bytes)
    },
  }
}

/** Parses filters by account size or by bytes at an offset. */
export function parseFilters(options: RpcOptions): ((data: Buffer) => boolean)[] {
  const { filters } = options
  if (filters === undefined || filters === null) return []
  if (!Array.isArray(filters)) throw createInvalidParams('Invalid params: filters must be a list.')
  if (filters.length > 4) throw createInvalidParams('Too many filters provided; max 4')
  return filters.map((_, index) => parseFilter(readOptions(filters, index)))
}

function parseFilter(filter: RpcOptions): (data: Buffer) => boolean {
  const size = getCount(filter, 'dataSize')
  if (size !== undefined) return (data) => data.length === size
  const compared = getOptions(filter, 'memcmp')
  if (!compared) throw createInvalidParams('Invalid params: unknown filter.')
  const offset = getCount(compared, 'offset') ?? 0
  const text = getText(compared, 'bytes') ?? ''
  const bytes =
    getText(compared, 'encoding') === 'base64' ? Buffer.from(text, 'base64') : fromBase58(text)
  return (data) => data.subarray(offset, offset + bytes.length).equals(bytes)
}
