import type { Page } from '@playwright/test'

/** How a wallet answered: a result, or the code of EIP-1193 and EIP-1474. */
export type Answer = { result?: unknown; code?: number }

/** What a script that does not belong to the app does with the local wallet. */
export type Stranger = {
  /** Asks the wallet; the answer comes once the person has decided. */
  ask: (method: string, params?: unknown[]) => Promise<Answer>
}

/** Puts a script into the page that found the local wallet as EIP-6963 lets everyone. */
export async function letStrangerIn(page: Page): Promise<Stranger> {
  await page.evaluate(findLocalWallet)
  return { ask: (method, params = []) => page.evaluate(askLocalWallet, { method, params }) }
}

/** Looks for the local wallet as the Wallet Standard lets everyone. @returns Whether it is there. */
export async function findSolanaWallet(page: Page): Promise<boolean> {
  return page.evaluate(findLocalSolana)
}

/** Asks the wallet found for its account. @returns Its address, or the code of the refusal. */
export async function askSolanaAccount(page: Page): Promise<string> {
  return page.evaluate(connectLocalSolana)
}

/** Tries to press a button in the ways a script has; none of them is a person's click. */
export async function pressByScript(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).evaluate(pressWithoutHand)
}

/** Runs in the page. */
function findLocalWallet(): void {
  window.addEventListener('eip6963:announceProvider', (event) => {
    const detail: unknown = Reflect.get(event, 'detail')
    if (typeof detail !== 'object' || detail === null) return
    const info: unknown = Reflect.get(detail, 'info')
    if (typeof info !== 'object' || info === null) return
    if (Reflect.get(info, 'rdns') === 'local.estuary.wallet')
      Reflect.set(window, 'foundByStranger', Reflect.get(detail, 'provider'))
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
}

/** Runs in the page. */
async function askLocalWallet(request: { method: string; params: unknown[] }): Promise<Answer> {
  const provider: { request: (asked: typeof request) => Promise<unknown> } = Reflect.get(
    window,
    'foundByStranger',
  )
  try {
    return { result: await provider.request(request) }
  } catch (error) {
    return { code: Number(Reflect.get(Object(error), 'code')) }
  }
}

/** Runs in the page: by method, by event, and by the handler that React keeps on the element. */
function pressWithoutHand(button: HTMLElement | SVGElement): void {
  if (button instanceof HTMLElement) button.click()
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  const key = Object.keys(button).find((name) => name.startsWith('__reactProps'))
  const handlers: unknown = Reflect.get(button, key ?? '')
  const onClick: unknown = Reflect.get(Object(handlers), 'onClick')
  if (typeof onClick !== 'function') throw new Error('React keeps no handler on this button')
  const forged = Object.create(MouseEvent.prototype, {
    isTrusted: { value: true },
    timeStamp: { value: Number.MAX_SAFE_INTEGER },
    target: { value: button },
  })
  onClick({ nativeEvent: forged })
}

type StandardWallet = {
  name: string
  features: { 'standard:connect': { connect: () => Promise<{ accounts: { address: string }[] }> } }
}

/** Runs in the page. */
function findLocalSolana(): boolean {
  const app = {
    register(...wallets: StandardWallet[]): () => void {
      for (const wallet of wallets)
        if (wallet.name === 'Local wallet') Reflect.set(window, 'foundOnSolana', wallet)
      return () => undefined
    },
  }
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: app }))
  return 'foundOnSolana' in window
}

/** Runs in the page. */
async function connectLocalSolana(): Promise<string> {
  const wallet: StandardWallet = Reflect.get(window, 'foundOnSolana')
  try {
    const { accounts } = await wallet.features['standard:connect'].connect()
    return accounts.map(({ address }) => address).join()
  } catch (error) {
    return String(Reflect.get(Object(error), 'code'))
  }
}
