import { createLocalWallet } from '#dashboard/wallets/local/localWallet.ts'
import { devnet } from '#networks/devnet/devnet.ts'

/** The example phrase of BIP-39; its first account is {@link testAddress}. */
export const testPhrase =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
export const testAddress = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
/** Address that other wallets derive from the phrase at m/44'/501'/0'/0'. */
export const testSolanaAddress = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'

/** Replaces the local wallet by one of {@link testPhrase}. */
export async function createTestWallet(): Promise<void> {
  await createLocalWallet(devnet, testPhrase)
}
