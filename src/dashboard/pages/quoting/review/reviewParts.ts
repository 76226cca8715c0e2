import { verifyQuote } from '#dashboard/review/verifyQuote.ts'
import { ReviewStep } from './ReviewStep.tsx'

/** What a quote is verified and reviewed with: one file, which a form loads with its first quote. */
export const reviewParts = { verifyQuote, ReviewStep }
