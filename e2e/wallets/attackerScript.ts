import type { Page } from '@playwright/test'

/** A wallet's response: a result, or an error code of EIP-1193 or EIP-1474. */
export type ProviderAnswer = { result?: unknown; code?: number }

/** What a malicious script does with the local wallet. */
export type AttackerScript = {
  /** Sends a request. */
  ask: (method: string, params?: unknown[]) => Promise<ProviderAnswer>
}

/** Injects a script that finds the local wallet in React's internals. */
export async function injectAttackerScript(page: Page): Promise<AttackerScript> {
  await page.evaluate(findLocalWallet)
  return { ask: (method, params = []) => page.evaluate(askLocalWallet, { method, params }) }
}

/** Names of the wallets that scripts can discover by EIP-6963 and the Wallet Standard. */
export async function findAnnounced(page: Page): Promise<string[]> {
  return page.evaluate(collectAnnounced)
}

/** Runs in the page. */
function collectAnnounced(): string[] {
  const found: string[] = []
  window.addEventListener('eip6963:announceProvider', (event) => {
    const detail: unknown = Reflect.get(event, 'detail')
    found.push(String(Reflect.get(Object(Reflect.get(Object(detail), 'info')), 'name')))
  })
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  const app = {
    register(...wallets: { name: string }[]): () => void {
      found.push(...wallets.map(({ name }) => name))
      return () => undefined
    },
  }
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: app }))
  return found
}

/** Runs in the page: walks React's internals to the wallets' connectors. */
async function findLocalWallet(): Promise<void> {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only this goes into the page
  function part(of: unknown, name: string): unknown {
    return Reflect.get(Object(of), name)
  }
  const root = document.querySelector('#root') ?? document.body
  const key = Object.keys(root).find((name) => name.startsWith('__reactContainer')) ?? ''
  const open = [part(part(part(root, key), 'stateNode'), 'current')]
  for (let fiber = open.pop(); fiber !== undefined; fiber = open.pop()) {
    const connectors = part(part(part(fiber, 'memoizedProps'), 'config'), 'connectors')
    if (Array.isArray(connectors))
      for (const connector of connectors)
        if (part(connector, 'id') === 'local.estuary.wallet')
          Reflect.set(window, 'foundByStranger', await connector.getProvider())
    open.push(...[part(fiber, 'child'), part(fiber, 'sibling')].filter(Boolean))
  }
}

/** Runs in the page. */
async function askLocalWallet(request: {
  method: string
  params: unknown[]
}): Promise<ProviderAnswer> {
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
