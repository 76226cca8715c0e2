// What verifies a quote and what shows it for signing: one file, which a form loads with its first quote.
export { verifyQuote } from '#dashboard/review/verifyQuote.ts'
export { ReviewStep } from './ReviewStep.tsx'
