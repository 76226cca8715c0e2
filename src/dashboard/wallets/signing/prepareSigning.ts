/**
 * Loads the signing code in advance. The app comes from the service's host, so a service that is
 * down could not serve it later, when the user may need it to refund a deposit.
 */
export async function prepareSigning(): Promise<void> {
  await Promise.all([
    import('./signing.ts'),
    import('./localSigning.ts'),
    import('../local/localKeys.ts'),
    import('../solana/signSolana.ts'),
  ])
}
