import type { IndicativeQuoteRequest } from '#protocol/quotes/indicativeQuote.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { useAccount } from '#dashboard/wallets/accounts/useAccount.ts'
import { useOwner } from '#dashboard/wallets/accounts/owner/useOwner.ts'
import { type AssetChoice, isNothingHeld } from './assets/assetChoices.ts'
import type { QuoteErrorMessage } from './describeQuoteError.ts'
import { type LivePrice, useLivePrice } from './useLivePrice.ts'

/** What a form comes to without a quote, and why there is none. */
export type FormPrice = {
  /** Whether there is an account, or one may be restored. */
  hasWallet: boolean
  /** Whether nothing is held of any asset. */
  isEmpty: boolean
  /** Undefined where a quote can be asked for. */
  price: LivePrice | undefined
}

/**
 * Returns the price of a form that cannot be quoted: no wallet is connected, or none of the kind that
 * is needed, or less is held than it takes.
 */
export function useFormPrice(
  form: {
    priceRequest: IndicativeQuoteRequest | undefined
    /** The account that has to be connected first. */
    missing: unknown
  },
  known: {
    choices: readonly AssetChoice[]
    chains: ReadonlyMap<string, ChainIdentity>
    /** Whether the amount is more than is held. */
    isTooMuch: boolean
    /** Why its quote was refused. */
    refusal: QuoteErrorMessage | undefined
  },
): FormPrice {
  const { accounts } = useAccount()
  const { status } = useOwner()
  const hasWallet = accounts.length > 0 || status !== 'none'
  const isEmpty = accounts.length > 0 && isNothingHeld(known.choices)
  const isShort = isEmpty || known.isTooMuch || known.refusal?.kind === 'balance'
  const isPriced = !hasWallet || form.missing !== undefined || isShort
  const price = useLivePrice(isPriced ? form.priceRequest : undefined, known)
  return { hasWallet, isEmpty, price: isPriced ? price : undefined }
}
