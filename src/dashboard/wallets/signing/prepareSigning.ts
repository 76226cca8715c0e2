/**
 * Loads the signing code in advance. The app comes from the service's host, so a service that is
 * down could not serve it later, when the user may need it to refund a deposit.
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
