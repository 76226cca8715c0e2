import { beforeEach, expect, test, vi } from 'vitest'

/** What versions before zustand stored, letter by letter: a user who updates loses nothing. */
const stored = {
  'estuary.preferences':
    '{"theme":"dark","numberLocale":"de-DE","slippageBps":50,"hideAmounts":true,"hideSmall":false}',
  'estuary.owner':
    '{"address":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","walletId":"local.estuary.wallet"}',
  'estuary.accounts.0x70997970c51812dc3a010c7d01b50e0d17dc79c8':
    '{"main":"basic","also":["roleBased"],"joined":[{"owner":"0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC","kind":"basic","wallet":{"id":"test.wallet","name":"Test Wallet"}}]}',
  'estuary.solana':
    '{"kind":"announced","name":"Test Wallet","address":"HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"}',
} as const
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

beforeEach(() => {
  localStorage.clear()
  for (const [key, text] of Object.entries(stored)) localStorage.setItem(key, text)
  vi.resetModules()
})

/** The parts of the app as a page finds them that is loaded now. */
async function load() {
  const [{ renderHook }, preferences, active, choice, solana] = await Promise.all([
    import('@testing-library/react'),
    import('./api/state/preferences.ts'),
    import('./wallets/accounts/owner/activeAccount.ts'),
    import('./wallets/accounts/choice/accountChoice.ts'),
    import('./wallets/solana/solanaConnection.ts'),
  ])
  return { renderHook, ...preferences, ...active, ...choice, ...solana }
}

test('what earlier versions stored is read', async () => {
  const app = await load()
  expect(app.getPreferences()).toEqual(JSON.parse(stored['estuary.preferences']))
  const { result } = app.renderHook(() => app.useActiveAccount())
  expect(result.current).toEqual(JSON.parse(stored['estuary.owner']))
  expect(app.getAccountChoice(owner)).toMatchObject({
    main: 'basic',
    also: ['roleBased'],
    joined: [{ kind: 'basic', wallet: { name: 'Test Wallet' } }],
  })
  expect(app.getSolanaWallets().connection).toEqual(JSON.parse(stored['estuary.solana']))
})

test('nothing is rewritten by being read, and what is stored anew has the same format', async () => {
  const app = await load()
  for (const [key, text] of Object.entries(stored)) expect(localStorage.getItem(key)).toBe(text)
  const { connection } = app.getSolanaWallets()
  const { result } = app.renderHook(() => app.useActiveAccount())
  const account = result.current
  app.setActiveAccount({ address: owner, walletId: 'another' })
  if (account) app.setActiveAccount(account)
  app.setPreferences({ slippageBps: 1 })
  app.setPreferences({ slippageBps: 50 })
  app.chooseAccounts(owner, app.getAccountChoice(owner))
  app.saveSolanaConnection(undefined)
  expect(localStorage.getItem('estuary.solana')).toBeNull()
  app.saveSolanaConnection(connection)
  for (const [key, text] of Object.entries(stored)) expect(localStorage.getItem(key)).toBe(text)
})

test('stored text that is damaged counts as none', async () => {
  for (const key of Object.keys(stored)) localStorage.setItem(key, '{')
  const app = await load()
  expect(app.getPreferences().theme).toBe('system')
  expect(app.getAccountChoice(owner)).toEqual(app.defaultChoice)
  expect(app.getSolanaWallets().connection).toBeUndefined()
})

test('preferences follow another tab', async () => {
  const app = await load()
  app.watchPreferences()
  const text = '{"theme":"light"}'
  localStorage.setItem('estuary.preferences', text)
  window.dispatchEvent(new StorageEvent('storage', { key: 'estuary.preferences', newValue: text }))
  expect(app.getPreferences()).toMatchObject({ theme: 'light', slippageBps: 0 })
})
