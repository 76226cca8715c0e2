import { accountJson } from './accountJson.ts'
import type { Bank } from '../bank/bank.ts'
import { fromBase58 } from '../bank/base58.ts'
import { inContext } from './context.ts'
import type { Json } from '../bank/json.ts'
import {
  addressIn,
  commitmentOf,
  countIn,
  countOf,
  type Options,
  optionsIn,
  type Params,
  textOf,
  textsIn,
  within,
} from '../bank/params.ts'
import { invalidParams } from '../bank/rpcError.ts'
import type { AccountState, PlacedAccount } from '../bank/runtime.ts'
import type { Methods } from './methods.ts'

/** Most accounts of one request. */
const mostAccounts = 100
/** Most bytes of an account. Source: MAX_PERMITTED_DATA_LENGTH. */
const mostDataBytes = 10 * 1_024 * 1_024

/**
 * What is asked about accounts. They are shown as they are now; single ones as of the newest final slot
 * when `finalized` is asked for by name: who names nothing has just done something and looks at it.
 */
export function accountMethods(bank: Bank): Methods {
  const { runtime } = bank

  function shown(account: AccountState | undefined, options: Options): Json {
    return account ? accountJson(account, { runtime, options }) : null
  }

  function accountIn(list: Params, { index, options }: { index: number; options: Options }) {
    const address = addressIn(list, index)
    const isNamed = textOf(options, 'commitment') !== undefined
    return bank.accountAt(address, isNamed ? commitmentOf(options) : 'processed')
  }

  return {
    getAccountInfo(params) {
      const options = optionsIn(params, 1)
      const account = accountIn(params, { index: 0, options })
      return inContext(bank, { options, value: shown(account, options) })
    },
    getMultipleAccounts(params) {
      const addresses = textsIn(params, { index: 0, most: mostAccounts })
      const options = optionsIn(params, 1)
      const value = addresses.map((_, index) =>
        shown(accountIn(addresses, { index, options }), options),
      )
      return inContext(bank, { options, value })
    },
    getBalance(params) {
      const options = optionsIn(params, 1)
      const value = accountIn(params, { index: 0, options })?.lamports ?? 0n
      return inContext(bank, { options, value })
    },
    getProgramAccounts(params) {
      const program = addressIn(params, 0)
      const options = optionsIn(params, 1)
      const fits = filtersIn(options)
      const value = runtime
        .accountsOf(program)
        .filter(({ account }) => fits.every((fit) => fit(Buffer.from(account.data))))
        .map((placed) => placedJson(placed))
      return options['withContext'] === true ? inContext(bank, { options, value }) : value

      function placedJson({ address, account }: PlacedAccount): Json {
        return { pubkey: address, account: shown(account, options) }
      }
    },
    getMinimumBalanceForRentExemption(params) {
      const bytes = countIn(params, 0)
      if (bytes > mostDataBytes) throw invalidParams(`Invalid param: data size ${bytes}`)
      return runtime.minimumBalance(bytes)
    },
  }
}

/** The conditions that accounts must meet: their size, or bytes at an offset. */
export function filtersIn(options: Options): ((data: Buffer) => boolean)[] {
  const { filters } = options
  if (filters === undefined || filters === null) return []
  if (!Array.isArray(filters)) throw invalidParams('Invalid params: filters must be a list.')
  if (filters.length > 4) throw invalidParams('Too many filters provided; max 4')
  return filters.map((_, index) => filterOf(optionsIn(filters, index)))
}

function filterOf(filter: Options): (data: Buffer) => boolean {
  const size = countOf(filter, 'dataSize')
  if (size !== undefined) return (data) => data.length === size
  const compared = within(filter, 'memcmp')
  if (!compared) throw invalidParams('Invalid params: unknown filter.')
  const offset = countOf(compared, 'offset') ?? 0
  const text = textOf(compared, 'bytes') ?? ''
  const bytes =
    textOf(compared, 'encoding') === 'base64' ? Buffer.from(text, 'base64') : fromBase58(text)
  return (data) => data.subarray(offset, offset + bytes.length).equals(bytes)
}
