import { sessionStore } from '#dashboard/browserStores.ts'
import { createSignatureStore } from '#dashboard/review/signing/signatureStore.ts'

/** Signatures given in this tab, shared by all pages. */
export const sessionSignatures = createSignatureStore(sessionStore)
