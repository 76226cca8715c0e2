import { parseAmount, rescale } from '#protocol/ids/amount.ts'
import {
  type AccountAddress,
  AssetId,
  type ChainId,
  isAddressOn,
  isSameAddress,
} from '#protocol/ids/caip.ts'
import { readPastedAddress } from '#protocol/ids/pastedAddress.ts'
import type { IndicativeQuoteRequest } from '#protocol/quotes/indicativeQuote.ts'
import type { QuoteRequest } from '#protocol/quotes/quote.ts'
import { describeAddressProblem } from '#dashboard/components/forms/fieldProblems.ts'
import { translate } from '../../../language/translate.ts'
import {
  type AssetChoice,
  type ChainChoice,
  findChoice,
} from '../../quoting/assets/assetChoices.ts'
import { describeAmountError } from '../../quoting/assets/describeAmountError.ts'
import { getNamedChains, leaveOut } from '../../quoting/assets/sourceChains.ts'
import { findMissingKind } from '../../quoting/assets/findMissingKind.ts'
import {
  type AddressPoisoning,
  findAddressPoisoning,
} from '../../quoting/recipient/addressPoisoning.ts'
import { readRecipient, type RecipientContext } from '../../quoting/recipient/readRecipient.ts'
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
  /** What it is paid from: the asset without the chains that are left out, and what the others hold. */
  source: AssetChoice | undefined
  /** The chains on which the recipient can get the asset; native coins first, then those with most of it. */
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
  /** The most that can be moved, where not all of it can. */
  most?: bigint | undefined
}

/** Resolves the form in the page's URL. */
export function resolveSendForm(search: SendSearch, known: Known): SendForm {
  const chosen = findChoice(known.choices, search.asset)
  const asset = chosen?.asset
  const whole = asset && { asset, only: undefined }
  const source = leaveOut(whole, search.without)?.asset
  const recipient = resolveRecipient(search.to, { asset, known })
  const [first] = known.accounts
  const arrivals = (asset?.members ?? [])
    .filter(({ chainId }) => canArrive(recipient, chainId))
    .toSorted(compareArrivals)
  const arrival =
    arrivals.find(({ chainId }) => chainId === getNamedChain(recipient)) ??
    arrivals.find((one) => one === chosen?.only) ??
    // Without a recipient: a chain of the first account's ecosystem.
    arrivals.find(({ chainId }) => first && isAddressOn(first.accountAddress, chainId)) ??
    arrivals[0]
  const parsed = parseAmount(search.amount, arrival?.decimals ?? asset?.decimals ?? 18)
  const amount = 'units' in parsed ? parsed.units : undefined
  const missing = findMissingKind(source && { asset: source, only: undefined }, known.accounts)
  const chains = source && getNamedChains({ asset: source, only: undefined }, whole)
  const form = { recipient, asset, source, arrivals, arrival, amount, missing }
  const shortage = findShortage(form)
  return {
    ...form,
    shortage,
    amountError:
      'problem' in parsed ? describeAmountError(parsed.problem, arrival ?? asset) : undefined,
    request:
      missing === undefined && shortage === undefined
        ? buildRequest(form, { isAll: search.isAll, chains, ...known })
        : undefined,
    priceRequest: search.isAll ? undefined : buildPriceRequest(form, chains),
  }
}

function resolveRecipient(
  text: string,
  { asset, known }: { asset: AssetChoice | undefined; known: Known },
): SendRecipient {
  const typed = text.trim()
  if (typed === '') return { kind: 'none' }
  const { network, accounts, recipients } = known
  const pasted = readPastedAddress(typed)
  // Look-alikes are told apart below, to show what they look like.
  const read = readRecipient(typed, {
    to: asset && { asset, only: undefined },
    known: { network, accounts },
  })
  if (read.kind === 'invalid')
    return asset || pasted.kind !== 'address'
      ? read
      : { kind: 'invalid', text: translate('Choose what to send first.') }
  if (pasted.kind !== 'address') return { kind: 'invalid', text: describeAddressProblem(pasted) }
  const { address } = pasted
  return {
    kind: 'valid',
    address,
    namedChain: pasted.chainId,
    isOwn: accounts.some(({ accountAddress }) => isSameAddress(accountAddress, address)),
    poisoning: findAddressPoisoning(address, recipients),
  }
}

/** Native coins come first, as their wrapped form is not what is meant; then where most is held. */
function compareArrivals(a: ChainChoice, b: ChainChoice): number {
  const native = compareNative(a, b)
  if (native !== 0) return native
  const [held = 0n, other = 0n] = [a, b].map(({ units, decimals }) =>
    rescale(units ?? 0n, { from: decimals, to: 18 }),
  )
  return held === other ? 0 : held > other ? -1 : 1
}

/** Puts the native coin of a chain before tokens that stand for it. */
export function compareNative(a: ChainChoice, b: ChainChoice): number {
  const [isNative, isOther] = [a, b].map(({ assetId }) => assetId.includes('/slip44:'))
  return Number(isOther) - Number(isNative)
}

function canArrive(recipient: SendRecipient, chainId: ChainId): boolean {
  return recipient.kind !== 'valid' || isAddressOn(recipient.address, chainId)
}

function getNamedChain(recipient: SendRecipient): ChainId | undefined {
  return recipient.kind === 'valid' ? recipient.namedChain : undefined
}

function findShortage(of: Pick<SendForm, 'source' | 'arrival' | 'amount'>): bigint | undefined {
  const { source, arrival, amount } = of
  if (source?.units === undefined || !arrival || amount === undefined) return undefined
  // Fees come on top; the service says where these are too much.
  const finest = Math.max(source.decimals, arrival.decimals)
  const held = rescale(source.units, { from: source.decimals, to: finest })
  const short = rescale(amount, { from: arrival.decimals, to: finest }) - held
  return short > 0n ? rescale(short, { from: finest, to: arrival.decimals }) || 1n : undefined
}

/** What a transfer would come to, whoever sends and gets it. */
function buildPriceRequest(
  { source, arrival, amount }: Pick<SendForm, 'source' | 'arrival' | 'amount'>,
  chains: readonly ChainId[] | undefined,
): IndicativeQuoteRequest | undefined {
  if (!source?.members.length || !arrival || !amount) return undefined
  const [paid, received] = [source, arrival].map(({ assetId }) => AssetId.safeParse(assetId))
  if (!paid?.success || !received?.success) return undefined
  return {
    from: { asset: { assetId: paid.data }, ...(chains && { chains: [...chains] }) },
    to: { asset: { assetId: received.data }, amount: amount.toString() },
  }
}

/** Asks by what arrives or, to send everything, by what is paid. */
function buildRequest(
  {
    recipient,
    source,
    arrival,
    amount,
  }: Pick<SendForm, 'recipient' | 'source' | 'arrival' | 'amount'>,
  options: Pick<Known, 'accounts' | 'most'> & {
    isAll: boolean
    /** The chains to draw from, where some are left out. */
    chains: readonly ChainId[] | undefined
  },
): QuoteRequest | undefined {
  if (recipient.kind !== 'valid' || recipient.poisoning?.level === 'block') return undefined
  const { isAll, chains, accounts, most } = options
  if (!source?.members.length || !arrival || accounts.length === 0) return undefined
  const [paid, received] = [source, arrival].map(({ assetId }) => AssetId.safeParse(assetId))
  if (!paid?.success || !received?.success) return undefined
  const from = {
    accounts: [...accounts],
    asset: { assetId: paid.data },
    ...(chains && { chains: [...chains] }),
  }
  const to = {
    asset: { assetId: received.data },
    account: `${arrival.chainId}:${recipient.address}`,
  }
  if (isAll)
    return source.units
      ? { from: { ...from, amount: (most ?? source.units).toString() }, to }
      : undefined
  return amount ? { from, to: { ...to, amount: amount.toString() } } : undefined
}
