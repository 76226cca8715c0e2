import { createSignatureStore } from '#dashboard/review/signing/signatureStore.ts'

/** Signatures given in this tab, shared by all pages. */
export const sessionSignatures = createSignatureStore(
  typeof sessionStorage === 'undefined' ? undefined : sessionStorage,
)
