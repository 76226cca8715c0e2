import { beforeAll } from 'vitest'

// Runs before each file of tests. Files that have a document share it with others of their worker: each
// finds it as a browser opens it for the first time.
if (typeof document !== 'undefined') {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const name of Object.keys(document.documentElement.dataset))
    document.documentElement.removeAttribute(`data-${name}`)
  // An old tslib of WalletConnect's packages sets its helpers globally where there is no bundler, and
  // wallet-standard's adapters would take them for their own.
  for (const helper of ['__classPrivateFieldGet', '__classPrivateFieldSet'])
    Reflect.deleteProperty(globalThis, helper)
  // Stores outlive a file as the document does: a wallet that one connects is nobody's in the next.
  beforeAll(async () => {
    const [{ saveSolanaConnection }, { forgetLocalWallet }] = await Promise.all([
      import('#dashboard/wallets/solana/solanaConnection.ts'),
      import('#dashboard/wallets/local/localWallet.ts'),
    ])
    saveSolanaConnection(undefined)
    await forgetLocalWallet()
  })
}
