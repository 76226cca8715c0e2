import { localStore, sessionStore } from '#dashboard/browserStores.ts'
import { forgetLocalWallet } from '#dashboard/wallets/local/localWallet.ts'
import { saveSolanaConnection } from '#dashboard/wallets/solana/solanaConnection.ts'

// Runs before each file of the dashboard's tests. Files of a worker share the document and the stores: each
// finds them as a browser opens the page for the first time.
localStore.clear()
sessionStore.clear()
saveSolanaConnection(undefined)
forgetLocalWallet()
history.replaceState(null, '', '/')
document.head.replaceChildren()
document.body.replaceChildren()
for (const name of Object.keys(document.documentElement.dataset))
  document.documentElement.removeAttribute(`data-${name}`)
// An old tslib of WalletConnect's packages sets its helpers globally where there is no bundler, and
// wallet-standard's adapters would take them for their own.
for (const helper of ['__classPrivateFieldGet', '__classPrivateFieldSet'])
  Reflect.deleteProperty(globalThis, helper)
