import { type FailReason, isKnownFailReason } from '#protocol/status/failReason.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { translate } from '../../language/translate.ts'
import { failReasonCopy, type FailReasonCopy } from './failReasonCopy.ts'

/** What is known of a failed execution: amounts, tickers and names, as they are shown. */
export type FailFacts = { type: HistoryRecord['type'] } & {
  [fact in Fact]?: string | undefined
}

type Fact = 'limit' | 'minimum' | 'origin' | 'destinationChain'

/**
 * Returns the texts for a fail reason of the specification (section 7), with what is known. They never
 * say where the funds are: that is read from the chain.
 */
export function describeFailReason(
  reason: FailReason,
  { type, ...facts }: FailFacts,
): FailReasonCopy {
  const { limit, minimum, origin, destinationChain } = facts
  const copy: FailReasonCopy = failReasonCopy[reason]
  const isOfAmount = copy.action === 'lowerAmount' || copy.action === 'raiseAmount'
  return {
    ...copy,
    // A call has neither an amount nor an asset of its own: both are part of what it does.
    ...(type === 'CALL' && (isOfAmount || copy.action === 'editAsset') && { action: 'editCall' }),
    ...(reason === 'UNKNOWN' && { title: stopped[type] }),
    ...(limit !== undefined && factTexts.limit[reason]?.(limit)),
    ...(minimum !== undefined && factTexts.minimum[reason]?.(minimum)),
    ...(origin !== undefined && factTexts.origin[reason]?.(origin)),
    ...(destinationChain !== undefined && factTexts.destinationChain[reason]?.(destinationChain)),
  }
}

/** Puts words for the fail reasons in a sentence of the service. */
export function wordFailReasons(text: string): string {
  return text.replaceAll(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g, (code) =>
    isKnownFailReason(code) ? failReasonCopy[code].title : code,
  )
}

const stopped = {
  SWAP: translate('Something stopped this swap'),
  TRANSFER: translate('Something stopped this transfer'),
  CALL: translate('Something stopped this call'),
} satisfies Record<HistoryRecord['type'], string>

type TextsByReason = Partial<
  Record<FailReason, (fact: string) => Partial<Pick<FailReasonCopy, 'title' | 'body'>>>
>

/** The texts that name a fact. */
const factTexts: Record<Fact, TextsByReason> = {
  limit: {
    SLIPPAGE: (limit) => ({
      title: translate('The price moved past your {limit} limit', { limit }),
    }),
  },
  minimum: {
    SLIPPAGE: (minimum) => ({
      body: translate(
        'It would have delivered less than {minimum} or cost more than the quote covers, so it stopped.',
        { minimum },
      ),
    }),
    TOO_LITTLE_RECEIVED: (minimum) => ({
      body: translate('You asked for at least {minimum}, so it stopped.', { minimum }),
    }),
  },
  origin: {
    INCORRECT_DEPOSIT_CURRENCY: (asset) => ({
      body: translate('The service expected {asset}. Don’t send it again.', { asset }),
    }),
    ORIGIN_CURRENCY_MISMATCH: (asset) => ({
      body: translate('The service expected {asset}.', { asset }),
    }),
    TRANSFER_AMOUNT_EXCEEDS_BALANCE: (asset) => ({
      body: translate('Your account has less {asset} than when you got the quote.', { asset }),
    }),
  },
  destinationChain: {
    SOLVER_CAPACITY_EXCEEDED: (chain) => ({
      body: translate('There wasn’t enough liquidity to deliver this amount to {chain}.', {
        chain,
      }),
    }),
    GENERATE_SWAP_FAILED: (chain) => ({
      body: translate('The service couldn’t prepare the exchange on {chain}.', { chain }),
    }),
    NO_INTERNAL_SWAP_ROUTES_FOUND: (chain) => ({
      title: translate('No exchange route on {chain}', { chain }),
    }),
  },
}
