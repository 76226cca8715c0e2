import { createSignatureStore } from '#dashboard/review/signing/signatureStore.ts'

/** Signatures given in this tab, whatever page is shown. */
export const sessionSignatures = createSignatureStore(
  typeof sessionStorage === 'undefined' ? undefined : sessionStorage,
)
