/**
 * Loads the code that signs before it is needed: this app and the service come from one host, so a
 * service that has gone silent cannot send it any more, and just then a deposit has to be taken back.
 */
export async function prepareSigning(): Promise<void> {
  await Promise.all([
    import('./signing.ts'),
    import('../local/answerSigning.ts'),
    import('../local/localSigner.ts'),
    import('../local/phrase.ts'),
    import('../local/vault.ts'),
    import('../local/getDeviceKey.ts'),
    import('../solana/signSolana.ts'),
  ])
}
