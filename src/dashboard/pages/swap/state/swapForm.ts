import type { Network } from '#networks/network.ts'
import type { Account } from '#protocol/accounts/account.ts'
import { parseAmount } from '#protocol/ids/amount.ts'
import { AssetId, type ChainId, isAddressOn } from '#protocol/ids/caip.ts'
import { readPastedAddress } from '#protocol/ids/pastedAddress.ts'
import type { IndicativeQuoteRequest } from '#protocol/quotes/indicativeQuote.ts'
import type { QuoteRequest } from '#protocol/quotes/quote.ts'
import {
  type AssetChoice,
  type ChainChoice,
  type ChosenAsset,
  getChosenAsset,
  findChoice,
} from '../../quoting/assets/assetChoices.ts'
import { describeAmountError } from '../../quoting/assets/describeAmountError.ts'
import { leaveOut, getNamedChains } from '../../quoting/assets/sourceChains.ts'
import { findMissingKind } from '../../quoting/assets/findMissingKind.ts'
import { readRecipient, type Recipient } from '../../quoting/recipient/readRecipient.ts'
import type { SwapSearch } from './swapSearch.ts'
import { narrowToPool, type FormToken } from './unlistedSide.ts'

/** The kind of account that is missing, and what for. */
export type MissingAccount = { kind: 'evm' | 'solana'; to: 'pay' | 'receive' }

/** The form with all its ids and amounts resolved. */
export type SwapForm = {
  /** Without the chains that are left out. */
  from: ChosenAsset | undefined
  to: ChosenAsset | undefined
  /** What can arrive where the recipient is: the members of what is received. */
  deliveries: readonly ChainChoice[]
  /** Smallest units of the asset to pay; undefined if empty or invalid. */
  amount: bigint | undefined
  amountError: string | undefined
  recipient: Recipient
  /** An account that has to be connected before a quote can be requested. */
  missing: MissingAccount | undefined
  /** The same asset to another recipient. */
  isTransfer: boolean
  /** Pays and receives the same asset on the same chain, so that nothing would move. */
  isNoop: boolean
  /** The token that no list names, where there is one. */
  unlisted: FormToken | undefined
  /** Undefined until the form is complete. */
  request: QuoteRequest | undefined
  /** Asks for a price while there is no account; undefined until the form is complete. */
  priceRequest: IndicativeQuoteRequest | undefined
}

/** Resolves the form in the page's URL. */
export function resolveForm(
  search: SwapSearch,
  known: {
    network: Pick<Network, 'chains' | 'pools' | 'aggregates'>
    choices: readonly AssetChoice[]
    /** Funds may come from any of them; the first receives. */
    accounts: readonly Account[]
    defaultSlippageBps: number
    /** Known recipients; an address that imitates one of these is rejected. */
    recipients?: readonly string[]
    unlisted?: FormToken | undefined
  },
): SwapForm {
  const { unlisted } = known
  const whole = findChoice(known.choices, search.from)
  const [from, to] = findSides(search, { whole, ...known })
  const parsed = from
    ? parseAmount(search.amount, getChosenAsset(from).decimals)
    : ({ problem: 'empty' } as const)
  const amount = 'units' in parsed ? parsed.units : undefined
  const recipient = readRecipient(search.recipient, { to, known })
  const isTransfer =
    from !== undefined &&
    from.asset.assetId === to?.asset.assetId &&
    recipient.kind === 'other' &&
    recipient.isOwn !== true
  const { accounts } = known
  const form = {
    unlisted,
    from,
    to,
    amount,
    recipient,
    missing: findMissingAccount({ from, to, recipient, accounts }),
  }
  const isNoop = isNoopForm(form)
  const chains = from && getNamedChains(from, whole)
  const slippageBps = getSlippage(search, known)
  return {
    ...form,
    deliveries: unlisted ? [] : findDeliveries(form, { accounts, named: search.recipient }),
    amountError:
      'problem' in parsed
        ? describeAmountError(parsed.problem, from && getChosenAsset(from))
        : undefined,
    isTransfer,
    isNoop,
    request: isNoop ? undefined : buildRequest(form, { accounts, slippageBps, chains }),
    // A token on no list is priced for an account only.
    priceRequest: isNoop || unlisted ? undefined : buildPriceRequest(form, { slippageBps, chains }),
  }
}

/** The two sides, without the chains that are left out; with such a token, only what its pool trades. */
function findSides(
  { to: toId, without }: SwapSearch,
  of: {
    whole: ChosenAsset | undefined
    choices: readonly AssetChoice[]
    unlisted?: FormToken | undefined
  },
): readonly [from: ChosenAsset | undefined, to: ChosenAsset | undefined] {
  const { whole, choices, unlisted } = of
  const to = findChoice(choices, toId)
  if (!unlisted) return [leaveOut(whole, without), to]
  return unlisted.side === 'from'
    ? [whole, narrowToPool(to, unlisted)]
    : [narrowToPool(whole, unlisted), to]
}

/** Returns how much the amount exceeds the balance; undefined if it does not, or is not known. */
export function getShortage({
  from,
  amount,
}: Pick<SwapForm, 'from' | 'amount'>): bigint | undefined {
  const held = from && getChosenAsset(from).units
  if (held === undefined || amount === undefined || amount <= held) return undefined
  return amount - held
}

function isNoopForm({ from, to, recipient }: Pick<SwapForm, 'from' | 'to' | 'recipient'>): boolean {
  if (!from || !to || from.asset.assetId !== to.asset.assetId || recipient.kind === 'invalid')
    return false
  if (recipient.kind === 'own') return !to.only || from.only === to.only
  if (recipient.stays === 'anywhere' && !to.only)
    return !from.only || isAddressOn(recipient.address, from.only.chainId)
  return recipient.stays !== undefined && from.only?.chainId === recipient.chainId
}

function getSlippage(
  { slippageBps }: SwapSearch,
  { defaultSlippageBps }: { defaultSlippageBps: number },
): number | undefined {
  return slippageBps ?? (defaultSlippageBps > 0 ? defaultSlippageBps : undefined)
}

type RequestOptions = {
  slippageBps: number | undefined
  /** The chains to draw from, where some are left out. */
  chains: readonly ChainId[] | undefined
}

function buildRequest(
  form: Pick<SwapForm, 'from' | 'to' | 'amount' | 'recipient' | 'missing' | 'unlisted'>,
  options: RequestOptions & { accounts: readonly Account[] },
): QuoteRequest | undefined {
  const { recipient, unlisted } = form
  const { accounts } = options
  if (unlisted && !isTradable(form)) return undefined
  const terms = buildTerms(form, options)
  if (!terms || accounts.length === 0) return undefined
  if (recipient.kind === 'invalid' || form.missing || getShortage(form) !== undefined)
    return undefined
  return {
    ...terms,
    from: { accounts: [...accounts], ...terms.from },
    to: {
      ...terms.to,
      ...(recipient.kind === 'other'
        ? { account: `${recipient.chainId}:${recipient.address}` }
        : {}),
    },
    ...(unlisted && { acceptsUnlisted: true }),
  }
}

/** Whether a token on no list can be asked for: its pool trades both sides, and it stays one's own. */
function isTradable({
  unlisted,
  from,
  to,
  recipient,
}: Pick<SwapForm, 'unlisted' | 'from' | 'to' | 'recipient'>): boolean {
  return (
    unlisted?.state.kind === 'ready' &&
    from?.only !== undefined &&
    to?.only !== undefined &&
    (recipient.kind === 'own' || (recipient.kind === 'other' && recipient.isOwn === true))
  )
}

function buildPriceRequest(
  form: Pick<SwapForm, 'from' | 'to' | 'amount' | 'recipient'>,
  options: RequestOptions,
): IndicativeQuoteRequest | undefined {
  const { to, recipient } = form
  if (recipient.kind !== 'other' || !to) return buildTerms(form, options)
  // Without a recipient in the request, its chain has to be in the asset.
  const only = to.asset.members.find(({ chainId }) => chainId === recipient.chainId)
  return buildTerms({ ...form, to: { ...to, only: to.only ?? only } }, options)
}

/** What is paid and received, without whom; undefined until it is complete. */
function buildTerms(
  { from, to, amount }: Pick<SwapForm, 'from' | 'to' | 'amount'>,
  { slippageBps, chains }: RequestOptions,
) {
  if (!from || !to || amount === undefined || amount === 0n) return undefined
  if (from.asset.members.length === 0) return undefined
  const [paid, received] = [from, to].map((chosen) =>
    AssetId.safeParse(getChosenAsset(chosen).assetId),
  )
  if (!paid?.success || !received?.success) return undefined
  return {
    from: {
      asset: { assetId: paid.data },
      amount: amount.toString(),
      ...(chains && { chains: [...chains] }),
    },
    to: { asset: { assetId: received.data } },
    ...(slippageBps === undefined ? {} : { slippageTolerance: slippageBps }),
  }
}

/** Finds what can be delivered: on the chain that the recipient names, or where an address is. */
function findDeliveries(
  { to, recipient }: Pick<SwapForm, 'to' | 'recipient'>,
  known: { accounts: readonly Account[]; named: string | undefined },
): readonly ChainChoice[] {
  const { accounts } = known
  const members = to?.asset.members ?? []
  if (recipient.kind === 'invalid') return []
  if (recipient.kind === 'own')
    return members.filter(
      ({ chainId }) =>
        accounts.length === 0 ||
        accounts.some(({ accountAddress }) => isAddressOn(accountAddress, chainId)),
    )
  const named = readPastedAddress(known.named ?? '')
  const chain = named.kind === 'address' ? named.chainId : undefined
  return members.filter(
    ({ chainId }) =>
      isAddressOn(recipient.address, chainId) && (chain === undefined || chainId === chain),
  )
}

/** Finds a missing account: an asset on one kind of chain needs an account there. */
function findMissingAccount(
  of: Pick<SwapForm, 'from' | 'to' | 'recipient'> & { accounts: readonly Account[] },
): MissingAccount | undefined {
  const [toPay, toReceive] = [of.from, of.to].map((one) => findMissingKind(one, of.accounts))
  if (toPay) return { kind: toPay, to: 'pay' }
  return toReceive && of.recipient.kind === 'own' ? { kind: toReceive, to: 'receive' } : undefined
}
