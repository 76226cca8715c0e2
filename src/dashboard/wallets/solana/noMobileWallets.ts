import { BaseWalletAdapter, type WalletName, WalletReadyState } from '@solana/wallet-adapter-base'

// Stands in for @solana-mobile/wallet-adapter-mobile (vite.config.ts), which wallet-adapter-react
// imports: with it came 140 MB of packages and a second Solana library in the bundle. Wallets on
// phones open this app in their own browser and announce themselves there.

/** The name that wallet-adapter-react tells the mobile adapter by. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- their brand of a string
export const SolanaMobileWalletAdapterWalletName = 'Mobile Wallet Adapter' as WalletName

/** An adapter that says it does not work here, so that it is never listed. */
export class SolanaMobileWalletAdapter extends BaseWalletAdapter {
  readonly name = SolanaMobileWalletAdapterWalletName
  readonly url = ''
  readonly icon = ''
  readonly readyState = WalletReadyState.Unsupported
  readonly publicKey = null
  readonly connecting = false
  readonly supportedTransactionVersions = null

  connect(): Promise<void> {
    return Promise.reject(createUnsupportedError())
  }

  disconnect(): Promise<void> {
    return Promise.resolve()
  }

  sendTransaction(): Promise<string> {
    return Promise.reject(createUnsupportedError())
  }
}

/** Parts of the adapter's options, which this one does not read. */
export function createDefaultAddressSelector(): undefined {}

/** See {@link createDefaultAddressSelector}. */
export function createDefaultAuthorizationResultCache(): undefined {}

/** See {@link createDefaultAddressSelector}. */
export function createDefaultWalletNotFoundHandler(): undefined {}

function createUnsupportedError(): Error {
  return new Error('Wallets are not called from another browser here.')
}
