import { verifyPrepared } from '#dashboard/review/verifyPrepared.ts'
import { verifyCallQuote } from '#dashboard/review/verifyCallQuote.ts'
import type { SolanaVerifier } from '#dashboard/review/cases/parsedQuote.ts'
import type { Roots } from '#dashboard/review/cases/roots.ts'
import type { RecoveredDraft, RecoveryNotice, SavedDraft } from './draftStorage.ts'

/**
 * Checks a saved call again: its form and its signature, and those of its quote. Whatever is
 * expired or does not pass is left out.
 *
 * @param now - Unix milliseconds on the service's clock, the roots that reviews trust, and the Solana
 *   verifier where the quote pays from there.
 */
export function recoverDraft(
  saved: SavedDraft | 'broken' | undefined,
  now: { nowMs: number; roots: Roots; solana?: SolanaVerifier | undefined },
): RecoveredDraft {
  if (saved === undefined) return { saved, notice: undefined }
  const nowSeconds = Math.floor(now.nowMs / 1000)
  const review = saved === 'broken' ? undefined : reviewDraft(saved, { ...now, nowSeconds })
  if (saved === 'broken' || !review?.facts) return dropDraft('broken')
  if (Number(review.facts.validUntil) <= nowSeconds) return dropDraft('expired')
  if (!review.signable) return dropDraft('broken')
  const { quoted } = saved
  if (!quoted) return { saved, notice: undefined }
  const isQuoteOver = Number(quoted.quote.expirationTimestamp) <= nowSeconds
  if (isQuoteOver) return { saved: { ...saved, quoted: undefined }, notice: 'quoteExpired' }
  const { received } = quoted
  const { roots, solana } = now
  const evidence = { received, prepared: review, roots, nowSeconds, ...(solana && { solana }) }
  const { signable } = verifyCallQuote(evidence)
  return signable
    ? { saved, notice: undefined }
    : { saved: { ...saved, quoted: undefined }, notice: 'broken' }
}

function dropDraft(notice: RecoveryNotice): RecoveredDraft {
  return { saved: undefined, notice }
}

function reviewDraft(
  { call }: SavedDraft,
  { roots, nowSeconds }: { roots: Roots; nowSeconds: number },
) {
  const { received, request } = call
  return verifyPrepared({ received, request, roots, nowSeconds })
}
