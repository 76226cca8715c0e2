import { programs } from '#chains/solana/program/addresses.ts'
import { accountJson } from './accountJson.ts'
import type { Bank } from '../bank/bank.ts'
import { inContext } from './context.ts'
import type { Json } from '../bank/json.ts'
import { decimalsOf } from '../bank/landed.ts'
import type { Methods } from './methods.ts'
import { addressIn, type Options, optionsIn, type Params, textOf } from '../bank/params.ts'
import { invalidParams } from '../bank/rpcError.ts'
import type { PlacedAccount, Runtime } from '../bank/runtime.ts'
import { readToken, tokenAmount, type TokenHolding } from '../bank/tokenState.ts'

/** Most accounts in the answer about a token's largest. */
const mostLargest = 20

/** What is asked about tokens of either program. */
export function tokenMethods(bank: Bank): Methods {
  const { runtime } = bank

  return {
    getTokenAccountsByOwner(params) {
      const owner = addressIn(params, 0)
      return accountsWhere(params, { bank, isTheirs: (token) => token.owner === owner })
    },
    getTokenAccountsByDelegate(params) {
      const delegate = addressIn(params, 0)
      return accountsWhere(params, {
        bank,
        isTheirs: (token) => token.delegate?.address === delegate,
      })
    },
    getTokenAccountBalance(params) {
      const account = runtime.account(addressIn(params, 0))
      if (!account) throw invalidParams('Invalid param: could not find account')
      const token = readToken(account)
      if (token?.kind !== 'account') throw invalidParams('Invalid param: not a Token account')
      const value = amountJson(token, runtime)
      return inContext(bank, { options: optionsIn(params, 1), value })
    },
    getTokenSupply(params) {
      const account = runtime.account(addressIn(params, 0))
      if (!account) throw invalidParams('Invalid param: could not find account')
      const token = readToken(account)
      if (token?.kind !== 'mint') throw invalidParams('Invalid param: not a Token mint')
      const value = { ...tokenAmount(token.units, token.decimals) }
      return inContext(bank, { options: optionsIn(params, 1), value })
    },
    getTokenLargestAccounts(params) {
      const mint = addressIn(params, 0)
      const owner = runtime.account(mint)?.owner
      if (owner === undefined) throw invalidParams('Invalid param: could not find mint')
      const value = holdingsOf(owner, runtime)
        .filter(({ token }) => token.mint === mint)
        .toSorted((one, other) => (one.token.units > other.token.units ? -1 : 1))
        .slice(0, mostLargest)
        .map(({ address, token }) => ({ address, ...amountJson(token, runtime) }))
      return inContext(bank, { options: optionsIn(params, 1), value })
    },
  }
}

type Held = PlacedAccount & { token: TokenHolding }

function holdingsOf(program: string, runtime: Runtime): Held[] {
  return runtime.accountsOf(program).flatMap((placed) => {
    const token = readToken(placed.account)
    return token?.kind === 'account' ? [{ ...placed, token }] : []
  })
}

function amountJson(
  { mint, units }: TokenHolding,
  runtime: Runtime,
): { readonly [name: string]: Json } {
  return { ...tokenAmount(units, decimalsOf(mint, runtime)) }
}

/** Token accounts that some party may move, of one mint or of one program. */
function accountsWhere(
  params: Params,
  { bank, isTheirs }: { bank: Bank; isTheirs: (token: TokenHolding) => boolean },
): Json {
  const { runtime } = bank
  const options = optionsIn(params, 2)
  const { mint, program } = tokenIn(optionsIn(params, 1), runtime)
  const value = holdingsOf(program, runtime)
    .filter(({ token }) => isTheirs(token) && (mint === undefined || token.mint === mint))
    .map(({ address, account }) => ({
      pubkey: address,
      account: accountJson(account, { runtime, options }),
    }))
  return inContext(bank, { options, value })
}

/** The mint that is asked about, or all mints of a program. */
function tokenIn(filter: Options, runtime: Runtime): { mint?: string; program: string } {
  const mint = textOf(filter, 'mint')
  const program = mint === undefined ? textOf(filter, 'programId') : ownerOf(mint, runtime)
  if (program === programs.token || program === programs.token2022)
    return mint === undefined ? { program } : { mint, program }
  throw invalidParams(
    mint === undefined
      ? 'Invalid param: unrecognized Token program id'
      : 'Invalid param: could not find mint',
  )
}

function ownerOf(address: string, runtime: Runtime): string | undefined {
  return runtime.account(addressIn([address], 0))?.owner
}
