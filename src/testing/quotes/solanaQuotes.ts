import type { Chain } from '#chains/ports/chain.ts'
import { ChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import { readOperation } from '#chains/solana/codec/readOperation.ts'
import { getSolanaChains } from '#networks/getChain.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import type { Network } from '#networks/network.ts'
import { defaultAccountTypes, type RoleBasedAccount } from '#protocol/accounts/account.ts'
import type { AssetType, ChainId } from '#protocol/ids/caip.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { indexAssets } from '#service/assetIndex.ts'
import { createBalances } from '#service/balances/balances.ts'
import { createPrices } from '#service/prices/prices.ts'
import { createQuotes, type Quotes } from '#service/quotes/quotes.ts'
import { getAccount, testQuoteKey } from './quotes.ts'
import { getDevnetPrice, createValueChain } from './valueChain.ts'
import { createValueSolanaChain } from './valueSolanaChain.ts'

const assets = indexAssets(devnetWithSolana)
const [reef] = getSolanaChains(devnetWithSolana)
if (!reef) throw new Error('The devnet has no Solana chain.')
/** The devnet's Solana chain and SOL. */
export const { chainId, program, roles, nativeAsset: sol } = reef
/** USDC on the first EVM chain and on Solana. */
export const [firthUsdc = sol, , , reefUsdc = sol] =
  assets.getMembers('agg:usdc')?.map(({ assetType }) => assetType) ?? []
/** USDT on Solana. */
export const reefUsdt = assets.getMembers('agg:usdt')?.at(-1)?.assetType ?? sol
/** The first EVM chain, which has the feeds. */
export const firth = devnetWithSolana.chains[0]?.chainId ?? 'eip155:0'
/** Time of all clocks, Unix milliseconds. */
export const clockMs = 1_800_000_000_000

const type = defaultAccountTypes.solana
/** Two Solana wallets. */
export const wallet = { type, accountAddress: '3S1HtquakVLwUNcSs6QivY1SUedVdcbo8ePUCzVntKQd' }
/** See {@link wallet}. */
export const other = { type, accountAddress: 'AgJsEkueJuQ1qZsz7RmySgWfnEN9aYfgH1myErUyc1CY' }
/** A wallet that does not exist yet. */
export const newWallet = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
/** A key on EVM chains. */
export const owner = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'

/** Accounts that pay. */
export type PayingAccounts = readonly (RoleBasedAccount | typeof wallet)[]

/** Requests a quote; by default for one wallet. */
export async function requestQuote(
  quotes: Quotes,
  question: {
    from: string
    to: string
    amount: bigint
    accounts?: PayingAccounts
    recipient?: string
  },
): Promise<Quote> {
  const { from, to, amount, accounts = [wallet], recipient } = question
  return quotes.quoteV3({
    from: { accounts: [...accounts], asset: { assetId: from }, amount: `${amount}` },
    to: { asset: { assetId: to }, ...(recipient !== undefined && { account: recipient }) },
  })
}

/** Returns what each wallet spends, fee included. */
export async function getAllocations(quotes: Quotes, question: Parameters<typeof requestQuote>[1]) {
  const recipient = `${chainId}:${roles.payee}`
  const quote = await requestQuote(quotes, { ...question, recipient })
  return quote.originChainsOperations.map((operation) => {
    if (isEvmOperation(operation)) throw new Error('It is drawn on an EVM chain.')
    const read = readOperation(operation, { program, executor: roles.executor })
    if ('error' in read || read.action.kind !== 'deposit') throw new Error('It is no deposit.')
    return read.action.order.amount + read.action.order.fee
  })
}

/** The role-based account with {@link owner} as both keys. */
export function buildEvmAccount(): RoleBasedAccount {
  return getAccount(owner, composeSolanaQuotes({ held: new Map() }).quotes)
}

/** Moves balances of the key to its account. */
export function groupByAccount(held: ReadonlyMap<string, bigint>): ReadonlyMap<string, bigint> {
  return new Map(
    [...held].map(([key, units]) => [key.replace(owner, buildEvmAccount().accountAddress), units]),
  )
}

/** Composes quotes on a devnet with fixed state. @param options.held - By account and asset. */
export function composeSolanaQuotes(options: {
  held: ReadonlyMap<string, bigint>
  network?: Network
  down?: ChainId
  faultOf?: (recipient: string) => string | undefined
  /** The Solana solver's balance of every asset; practically unlimited by default. */
  inventory?: bigint | undefined
}) {
  const { held, network = devnetWithSolana, down, faultOf = () => undefined, inventory } = options
  const values = {
    balanceOf: (account: string, assetType: AssetType) => held.get(`${account} ${assetType}`) ?? 0n,
    codeOf: () => 'none' as const,
    priceAt: getDevnetPrice,
    gwei: 1,
    clockMs,
  }
  const chains = new Map<ChainId, Chain>(
    network.chains.map((chain) => {
      if (chain.chainId === down) return [chain.chainId, createSilentChain(chain.chainId)]
      if (chain.kind === 'evm') return [chain.chainId, createValueChain(chain, values)]
      const solana = createValueSolanaChain(chain, values)
      return [
        chain.chainId,
        {
          ...solana,
          async readHoldings(account, assetTypes) {
            const holdings = await solana.readHoldings(account, assetTypes)
            const isSolver = account === roles.solver && inventory !== undefined
            const balances = holdings.balances.map((one) => (isSolver ? inventory : one))
            return { ...holdings, balances }
          },
          async readRecipientAccount(recipient, assetTypes) {
            const read = await solana.readRecipientAccount?.(recipient, assetTypes)
            const none = { minNative: 0n, extraGas: [], isMissing: [], assetErrors: [] }
            return { ...none, ...read, error: faultOf(recipient) }
          },
        },
      ]
    }),
  )
  const prices = createPrices({ network, chains, clock: () => clockMs })
  const parts = { network, chains, prices }
  return {
    quotes: createQuotes({ ...parts, balances: createBalances(parts), quoteKey: testQuoteKey }),
  }
}

function createSilentChain(id: ChainId): Chain {
  function fail(): Promise<never> {
    return Promise.reject(new ChainUnavailableError(id, { reason: 'test' }))
  }
  return {
    chainId: id,
    readHoldings: fail,
    readTokens: fail,
    readMarket: fail,
    isHeldBy: fail,
    quotePool: fail,
    prepareOperation: fail,
    prepareCalls: fail,
    readRecipientAccount: fail,
  }
}
