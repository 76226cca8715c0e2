import { BaseWalletAdapter, type WalletName, WalletReadyState } from '@solana/wallet-adapter-base'

import { translate } from '../../language/translate.ts'
import { phoneAppName } from './phoneApp/phoneAppName.ts'

// Replaces @solana-mobile/wallet-adapter-mobile for wallet-adapter-react (see vite.config.ts): it
// would add 140 MB of packages and a second Solana library to the bundle. Where a deployment allows wallet
// apps of the phone, phoneApp/ asks them; else they open this app in their own browser, where they are found
// through the Wallet Standard.

/** The name by which wallet-adapter-react recognizes the mobile adapter. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- their brand of a string
export const SolanaMobileWalletAdapterWalletName = phoneAppName as WalletName

/** An adapter that reports itself unsupported, so that it is never listed. */
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

/** Option of the real adapter, unused here. */
export function createDefaultAddressSelector(): undefined {}

/** See {@link createDefaultAddressSelector}. */
export function createDefaultAuthorizationResultCache(): undefined {}

/** See {@link createDefaultAddressSelector}. */
export function createDefaultWalletNotFoundHandler(): undefined {}

function createUnsupportedError(): Error {
  return new Error(translate('Wallets can’t be opened from another browser here.'))
}
