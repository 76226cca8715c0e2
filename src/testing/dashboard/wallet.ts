import { createLocalProvider } from '#dashboard/wallets/local/localProvider.ts'
import { createLocalWallet } from '#dashboard/wallets/local/localWallet.ts'
import { createPrompts, type Prompt, type Prompts } from '#dashboard/wallets/requests/prompts.ts'

/** The example phrase of BIP-39; its first account is {@link testAddress}. */
export const testPhrase =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
export const testAddress = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
/** Address that other wallets derive from the phrase at m/44'/501'/0'/0'. */
export const testSolanaAddress = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
export const testPassphrase = 'a passphrase of mine'
export const testChains = [
  { chainId: 71_117_001, rpcUrls: ['http://127.0.0.1:1'] },
  { chainId: 71_117_002, rpcUrls: ['http://127.0.0.1:2'] },
]

/** Replaces the local wallet by one of {@link testPhrase}. */
export async function createTestWallet(): Promise<void> {
  await createLocalWallet({ passphrase: testPassphrase, phrase: testPhrase })
}

/** Creates prompts that accept every click as the user's own, without a minimum delay. */
export function createTestPrompts(): Prompts {
  return createPrompts({ isGenuine: () => true, nowMs: () => -1_000_000 })
}

/** Creates the local wallet's provider; its prompts are answered by the test. */
export function createTestProvider() {
  const prompts = createTestPrompts()
  return { prompts, provider: createLocalProvider(testChains, { isPlayMoney: true, prompts }) }
}

/** Approves the first prompt. */
export function approve(prompts: Prompts): boolean {
  return prompts.approve(new Event('click'))
}

/** Waits until there are `count` prompts. */
export async function waitForPrompt(prompts: Prompts, count = 1): Promise<Prompt> {
  if (prompts.store.getState().pending.length < count)
    await new Promise<void>((resolve) => {
      const stop = prompts.store.subscribe(() => {
        if (prompts.store.getState().pending.length < count) return
        stop()
        resolve()
      })
    })
  const last = prompts.store.getState().pending[count - 1]
  if (!last) throw new Error('Expected a prompt.')
  return last
}
