import { type AccountAddress, type EvmAddress, isAddressOn } from '#protocol/ids/caip.ts'
import type { Account, SignerAccount } from '#protocol/accounts/account.ts'
import type { IndicativeQuote, IndicativeQuoteRequest } from '#protocol/quotes/indicativeQuote.ts'
import { toQuoteAmounts } from './build/wireQuote.ts'
import type { FundingSources } from './funding/fundingSources.ts'
import { ServiceError } from '../ServiceError.ts'
import type { QuoteService } from './quoteService.ts'
import {
  getDefaultSlippageBps,
  resolveAsset,
  resolveSource,
} from './request/resolveQuoteRequest.ts'
import { pickFirstFeasible, planFundedRoutes } from './routing/planFundedRoutes.ts'
import { priceRoute } from './routing/priceRoute.ts'
import type { QuoteContext } from './routing/route.ts'
import type { RecipientStates } from './routing/recipientStates.ts'

/** Stands for the recipient, which is not in the answer: nobody's address, and no payer's. */
const anyRecipient: AccountAddress = '0x0000000000000000000000000000000000000001'
const zeroAddress: EvmAddress = '0x0000000000000000000000000000000000000000'
/** Stand for accounts that hold enough; their addresses go nowhere. */
const evmPayer: SignerAccount = {
  type: 'basic',
  signerAddress: zeroAddress,
  accountAddress: zeroAddress,
}
const payers: readonly Account[] = [
  evmPayer,
  { type: 'solana', accountAddress: '11111111111111111111111111111111' },
]
/** More of any asset than there is, in its smallest unit. */
const tooMuch = 10n ** 36n
/** More than anything below that comes to in the smallest unit of any other asset. */
const plenty = 10n ** 60n

/** A recipient that exists and takes everything. */
const readyRecipient: RecipientStates = {
  isKnown: () => true,
  getGas: () => 0n,
  getMinAmount: () => 0n,
  getError: () => undefined,
  isRentPriced: () => false,
}

/**
 * Returns what a transfer or swap would come to now for an account that holds enough on the chain
 * where it costs least. Prices, gas, pools and inventory are those of a quote; nothing is built,
 * simulated or signed.
 *
 * @throws ServiceError like a quote; CHAIN_UNAVAILABLE, PRICE_UNAVAILABLE, INSUFFICIENT_LIQUIDITY.
 * Source: ours (wire, "Indicative quotes").
 */
export async function quoteIndicatively(
  request: IndicativeQuoteRequest,
  service: QuoteService,
): Promise<IndicativeQuote> {
  const context = await readContext(request, service)
  return pickFirstFeasible(planFundedRoutes(context, service), async (funded) => {
    const priced = await priceRoute(funded, service)
    const { route, context: at } = funded
    const terms = { route, recipient: anyRecipient, ...priced }
    const { destinationToken, ...amounts } = toQuoteAmounts(terms, { ...at, amount: priced.amount })
    const { recipientAccount: _, ...delivered } = destinationToken
    return { isIndicative: true, ...amounts, destinationToken: delivered }
  })
}

async function readContext(
  { from, to, slippageTolerance }: IndicativeQuoteRequest,
  { network, assets, prices }: QuoteService,
): Promise<QuoteContext> {
  const input = resolveSource(from, { network, assets })
  const amount = 'amount' in to ? to.amount : from.amount
  if (BigInt(amount ?? 0) >= tooMuch)
    throw new ServiceError(
      'INSUFFICIENT_LIQUIDITY',
      'Nobody has that much: amounts are in the smallest unit of their asset.',
    )
  const output = resolveAsset(to.asset.assetId, { assets, path: 'to.asset.assetId' })
  const isLike = input.members[0]?.aggregate === output.members[0]?.aggregate
  const chainIds = new Set([...input.members, ...output.members].map(({ chainId }) => chainId))
  const book = await prices.read([...chainIds])
  const slippage = slippageTolerance === undefined ? undefined : BigInt(slippageTolerance)
  return {
    resolved: {
      accounts: payers,
      input: { ...input, amount: BigInt(from.amount ?? 0) },
      output: { ...output, ...('amount' in to && { exactAmount: BigInt(to.amount) }) },
      recipient: anyRecipient,
      isLike,
      slippageBps: slippage ?? getDefaultSlippageBps(isLike),
      isSlippageGiven: slippage !== undefined,
    },
    found: assumeFunds(input, book.unavailableChains),
    book,
    recipientStates: readyRecipient,
  }
}

/** One balance on each chain that answers, large enough by itself. */
function assumeFunds(
  { members, decimals }: QuoteContext['resolved']['input'] | ReturnType<typeof resolveAsset>,
  unavailableChains: QuoteContext['book']['unavailableChains'],
): FundingSources {
  const sources = members.flatMap((asset) => {
    const account = payers.find(({ accountAddress }) => isAddressOn(accountAddress, asset.chainId))
    if (!account || unavailableChains.includes(asset.chainId)) return []
    const step = 10n ** BigInt(Math.max(0, decimals - asset.decimals))
    return [{ account, asset, available: plenty, step, reserve: 0n, isFirst: false }]
  })
  return { sources, unavailableChains, foreignDelegations: [], usedChains: new Set() }
}
