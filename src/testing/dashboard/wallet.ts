import { createLocalProvider } from '#dashboard/wallets/local/localProvider.ts'
import { createLocalWallet } from '#dashboard/wallets/local/localWallet.ts'
import { createPrompts, type Prompt, type Prompts } from '#dashboard/wallets/requests/prompts.ts'

/** A phrase from the BIP-39 test vectors; its first account is {@link testAddress}. */
export const testPhrase =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
export const testAddress = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
/** The phrase's address at m/44'/501'/0'/0', as other wallets derive it. */
export const testOnSolana = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'
export const testPassphrase = 'a passphrase of mine'
export const testChains = [
  { chainId: 71_117_001, rpcUrls: ['http://127.0.0.1:1'] },
  { chainId: 71_117_002, rpcUrls: ['http://127.0.0.1:2'] },
]

/** Creates the local wallet of {@link testPhrase}, replacing any other. */
export async function createTestWallet(): Promise<void> {
  await createLocalWallet({ passphrase: testPassphrase, phrase: testPhrase })
}

/** Creates prompts that accept every click. */
export function createTestPrompts(): Prompts {
  return createPrompts({ isGenuine: () => true, nowMs: () => -1_000_000 })
}

/** Creates the local wallet's provider, with prompts that the test answers. */
export function createTestProvider() {
  const prompts = createTestPrompts()
  return { prompts, provider: createLocalProvider(testChains, { isPlayMoney: true, prompts }) }
}

/** Approves the first prompt. */
export function approve(prompts: Prompts): boolean {
  return prompts.approve(new Event('click'))
}

/** Waits until `count` prompts are pending. @returns The last one. */
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
  if (!last) throw new Error('no question')
  return last
}
