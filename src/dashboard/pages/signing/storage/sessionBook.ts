import { createSignatureBook } from '#dashboard/review/signing/signatureBook.ts'

/** Signatures given in this tab, whatever page is shown. */
export const sessionBook = createSignatureBook(
  typeof sessionStorage === 'undefined' ? undefined : sessionStorage,
)
