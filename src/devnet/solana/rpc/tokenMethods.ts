import { programs } from '#chains/solana/program/addresses.ts'
import { toAccountJson } from './accountJson.ts'
import type { Bank } from '../bank/bank.ts'
import { withContext, type Methods } from './context.ts'
import { type Json, createInvalidParams } from '../bank/rpcAnswer.ts'
import { readDecimals } from '../bank/landed.ts'
import { readAddress, type RpcOptions, readOptions, type Params, getText } from '../bank/params.ts'
import type { PlacedAccount, Runtime } from '../bank/runtime.ts'
import { readToken, toTokenAmount, type TokenAccount } from '../bank/tokenState.ts'

/** Maximum accounts in the response about a token's largest. */
const maxLargest = 20

/** Creates the methods about tokens of either program. */
export function createTokenMethods(bank: Bank): Methods {
  const { runtime } = bank

  return {
    getTokenAccountsByOwner(params) {
      const owner = readAddress(params, 0)
      return listAccounts(params, { bank, isTheirs: (token) => token.owner === owner })
    },
    getTokenAccountsByDelegate(params) {
      const delegate = readAddress(params, 0)
      return listAccounts(params, {
        bank,
        isTheirs: (token) => token.delegate?.address === delegate,
      })
    },
    getTokenAccountBalance(params) {
      const account = runtime.account(readAddress(params, 0))
      if (!account) throw createInvalidParams('Invalid param: could not find account')
      const token = readToken(account)
      if (token?.kind !== 'account') throw createInvalidParams('Invalid param: not a Token account')
      const value = toAmountJson(token, runtime)
      return withContext(bank, { options: readOptions(params, 1), value })
    },
    getTokenSupply(params) {
      const account = runtime.account(readAddress(params, 0))
      if (!account) throw createInvalidParams('Invalid param: could not find account')
      const token = readToken(account)
      if (token?.kind !== 'mint') throw createInvalidParams('Invalid param: not a Token mint')
      const value = { ...toTokenAmount(token.units, token.decimals) }
      return withContext(bank, { options: readOptions(params, 1), value })
    },
    getTokenLargestAccounts(params) {
      const mint = readAddress(params, 0)
      const owner = runtime.account(mint)?.owner
      if (owner === undefined) throw createInvalidParams('Invalid param: could not find mint')
      const value = findHoldings(owner, runtime)
        .filter(({ token }) => token.mint === mint)
        .toSorted((one, other) => (one.token.units > other.token.units ? -1 : 1))
        .slice(0, maxLargest)
        .map(({ address, token }) => ({ address, ...toAmountJson(token, runtime) }))
      return withContext(bank, { options: readOptions(params, 1), value })
    },
  }
}

type HeldToken = PlacedAccount & { token: TokenAccount }

function findHoldings(program: string, runtime: Runtime): HeldToken[] {
  return runtime.accountsOf(program).flatMap((placed) => {
    const token = readToken(placed.account)
    return token?.kind === 'account' ? [{ ...placed, token }] : []
  })
}

function toAmountJson(
  { mint, units }: TokenAccount,
  runtime: Runtime,
): { readonly [name: string]: Json } {
  return { ...toTokenAmount(units, readDecimals(mint, runtime)) }
}

/** Token accounts of an owner or a delegate, of one mint or one program. */
function listAccounts(
  params: Params,
  { bank, isTheirs }: { bank: Bank; isTheirs: (token: TokenAccount) => boolean },
): Json {
  const { runtime } = bank
  const options = readOptions(params, 2)
  const { mint, program } = parseTokenFilter(readOptions(params, 1), runtime)
  const value = findHoldings(program, runtime)
    .filter(({ token }) => isTheirs(token) && (mint === undefined || token.mint === mint))
    .map(({ address, account }) => ({
      pubkey: address,
      account: toAccountJson(account, { runtime, options }),
    }))
  return withContext(bank, { options, value })
}

/** The requested mint, or all mints of a program. */
function parseTokenFilter(
  filter: RpcOptions,
  runtime: Runtime,
): { mint?: string; program: string } {
  const mint = getText(filter, 'mint')
  const program = mint === undefined ? getText(filter, 'programId') : readOwner(mint, runtime)
  if (program === programs.token || program === programs.token2022)
    return mint === undefined ? { program } : { mint, program }
  throw createInvalidParams(
    mint === undefined
      ? 'Invalid param: unrecognized Token program id'
      : 'Invalid param: could not find mint',
  )
}

function readOwner(address: string, runtime: Runtime): string | undefined {
  return runtime.account(readAddress([address], 0))?.owner
}
