import type { Account } from '#protocol/accounts/account.ts'
import { parseAmount, rescale } from '#protocol/ids/amount.ts'
import {
  type AccountAddress,
  AssetId,
  type ChainId,
  isAddressOn,
  isSameAddress,
  parseRecipient,
} from '#protocol/ids/caip.ts'
import type { IndicativeQuoteRequest } from '#protocol/quotes/indicativeQuote.ts'
import type { QuoteRequest } from '#protocol/quotes/quote.ts'
import { translate } from '../../../language/translate.ts'
import {
  type AssetChoice,
  type ChainChoice,
  findChoice,
} from '../../quoting/assets/assetChoices.ts'
import { describeAmountError } from '../../quoting/assets/describeAmountError.ts'
import { findMissingKind } from '../../quoting/assets/findMissingKind.ts'
import {
  type AddressPoisoning,
  findAddressPoisoning,
} from '../../quoting/recipient/addressPoisoning.ts'
import {
  parseAddress,
  readRecipient,
  type RecipientContext,
} from '../../quoting/recipient/readRecipient.ts'
import type { SendSearch } from './sendSearch.ts'

/** The recipient as parsed from the text; one that imitates a known address at both ends is refused. */
export type SendRecipient =
  | { kind: 'none' }
  | { kind: 'invalid'; text: string }
  | {
      kind: 'valid'
      address: AccountAddress
      /** The chain, where the text names one. */
      namedChain: ChainId | undefined
      isOwn: boolean
      poisoning: AddressPoisoning | undefined
    }

/** The form with all its ids and amounts resolved. */
export type SendForm = {
  recipient: SendRecipient
  asset: AssetChoice | undefined
  /** The chains on which the recipient can get the asset; those with most of it first. */
  arrivals: readonly ChainChoice[]
  /** Where it arrives. */
  arrival: ChainChoice | undefined
  /** What arrives, in the smallest unit of {@link SendForm.arrival}; undefined if empty or invalid. */
  amount: bigint | undefined
  amountError: string | undefined
  /** By how much the amount exceeds what is held, in the same unit. */
  shortage: bigint | undefined
  /** The kind of account that holds this asset, and that has to be connected first. */
  missing: 'evm' | 'solana' | undefined
  /** Undefined until the form is complete. */
  request: QuoteRequest | undefined
  /** Asks for a price while there is no account; undefined until the amount is complete. */
  priceRequest: IndicativeQuoteRequest | undefined
}

type Known = Required<Pick<RecipientContext, 'network' | 'accounts' | 'recipients'>> & {
  choices: readonly AssetChoice[]
}

/** Resolves the form in the page's URL. */
export function resolveSendForm(search: SendSearch, known: Known): SendForm {
  const chosen = findChoice(known.choices, search.asset)
  const asset = chosen?.asset
  const recipient = resolveRecipient(search.to, { asset, known })
  const [first] = known.accounts
  const arrivals = (asset?.members ?? []).filter(({ chainId }) => canArrive(recipient, chainId))
  const arrival =
    arrivals.find(({ chainId }) => chainId === getNamedChain(recipient)) ??
    arrivals.find((one) => one === chosen?.only) ??
    // Without a recipient: a chain of the first account's ecosystem.
    arrivals.find(({ chainId }) => first && isAddressOn(first.accountAddress, chainId)) ??
    arrivals[0]
  const parsed = parseAmount(search.amount, arrival?.decimals ?? asset?.decimals ?? 18)
  const amount = 'units' in parsed ? parsed.units : undefined
  const missing = findMissingKind(asset && { asset, only: undefined }, known.accounts)
  const form = { recipient, asset, arrivals, arrival, amount, missing }
  const shortage = findShortage(form)
  return {
    ...form,
    shortage,
    amountError:
      'problem' in parsed ? describeAmountError(parsed.problem, arrival ?? asset) : undefined,
    request:
      missing === undefined && shortage === undefined
        ? buildRequest(form, { isAll: search.isAll, accounts: known.accounts })
        : undefined,
    priceRequest: search.isAll ? undefined : buildPriceRequest(form),
  }
}

function resolveRecipient(
  text: string,
  { asset, known }: { asset: AssetChoice | undefined; known: Known },
): SendRecipient {
  const typed = text.trim()
  if (typed === '') return { kind: 'none' }
  const { network, accounts, recipients } = known
  // Look-alikes are told apart below, to show what they look like.
  const read = readRecipient(typed, {
    to: asset && { asset, only: undefined },
    known: { network, accounts },
  })
  if (read.kind === 'invalid')
    return asset || !parseAddress(typed)
      ? read
      : { kind: 'invalid', text: translate('First choose what to send.') }
  const full = parseRecipient(typed)
  const address = full?.address ?? parseAddress(typed)
  if (!address) return { kind: 'invalid', text: translate('This is not an address.') }
  return {
    kind: 'valid',
    address,
    namedChain: full?.chainId,
    isOwn: accounts.some(({ accountAddress }) => isSameAddress(accountAddress, address)),
    poisoning: findAddressPoisoning(address, recipients),
  }
}

function canArrive(recipient: SendRecipient, chainId: ChainId): boolean {
  return recipient.kind !== 'valid' || isAddressOn(recipient.address, chainId)
}

function getNamedChain(recipient: SendRecipient): ChainId | undefined {
  return recipient.kind === 'valid' ? recipient.namedChain : undefined
}

function findShortage(of: Pick<SendForm, 'asset' | 'arrival' | 'amount'>): bigint | undefined {
  const { asset, arrival, amount } = of
  if (asset?.units === undefined || !arrival || amount === undefined) return undefined
  // Fees come on top; the service says where these are too much.
  const finest = Math.max(asset.decimals, arrival.decimals)
  const held = rescale(asset.units, { from: asset.decimals, to: finest })
  const short = rescale(amount, { from: arrival.decimals, to: finest }) - held
  return short > 0n ? rescale(short, { from: finest, to: arrival.decimals }) || 1n : undefined
}

/** What a transfer would come to, whoever sends and gets it. */
function buildPriceRequest({
  asset,
  arrival,
  amount,
}: Pick<SendForm, 'asset' | 'arrival' | 'amount'>): IndicativeQuoteRequest | undefined {
  if (!asset || !arrival || !amount) return undefined
  const [paid, received] = [asset, arrival].map(({ assetId }) => AssetId.safeParse(assetId))
  if (!paid?.success || !received?.success) return undefined
  return {
    from: { asset: { assetId: paid.data } },
    to: { asset: { assetId: received.data }, amount: amount.toString() },
  }
}

/** Asks by what arrives or, to send everything, by what is paid. */
function buildRequest(
  {
    recipient,
    asset,
    arrival,
    amount,
  }: Pick<SendForm, 'recipient' | 'asset' | 'arrival' | 'amount'>,
  { isAll, accounts }: { isAll: boolean; accounts: readonly Account[] },
): QuoteRequest | undefined {
  if (recipient.kind !== 'valid' || recipient.poisoning?.level === 'block') return undefined
  if (!asset || !arrival || accounts.length === 0) return undefined
  const [paid, received] = [asset, arrival].map(({ assetId }) => AssetId.safeParse(assetId))
  if (!paid?.success || !received?.success) return undefined
  const from = { accounts: [...accounts], asset: { assetId: paid.data } }
  const to = {
    asset: { assetId: received.data },
    account: `${arrival.chainId}:${recipient.address}`,
  }
  if (isAll)
    return asset.units ? { from: { ...from, amount: asset.units.toString() }, to } : undefined
  return amount ? { from, to: { ...to, amount: amount.toString() } } : undefined
}
