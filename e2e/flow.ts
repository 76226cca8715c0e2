import { expect, test as base, type Page } from '@playwright/test'
import { chainNumberOf, evmChains, readService, type Service } from './service.ts'
import { injectWallet, type InjectedWallet } from './injectedWallet.ts'

type Fixtures = {
  /** The service under test, read through its public interface. */
  service: Service
  /** An EIP-6963 wallet with a fresh key, announced on every page of the test. */
  wallet: InjectedWallet
  /** Fails the test when the page broke its content policy, threw, or asked a foreign host. */
  clean: void
}

/** `test` of every flow: base address, service, wallet, and the watch on what the page must not do. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, provide) => {
    await provide(productUrl())
  },
  service: async ({}, provide) => {
    await provide(await readService(productUrl()))
  },
  wallet: async ({ page, service }, provide) => {
    const chains = evmChains(service).map(({ chain, rpcUrl }) => ({
      chainId: chainNumberOf(chain),
      rpcUrl,
    }))
    await provide(await injectWallet(page, chains))
  },
  clean: [
    async ({ page, service }, provide) => {
      const faults = watch(page, service)
      await provide()
      expect(faults, 'content policy, script errors, foreign hosts').toEqual([])
    },
    { auto: true },
  ],
})

/** Collects each breach of the content policy, uncaught error and request to a foreign host. */
function watch(page: Page, service: Service): string[] {
  const faults: string[] = []
  const own = [service.url, ...service.chains.map((chain) => chain.rpcUrl)]
  const hosts = new Set(own.map((url) => new URL(url).host))
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`))
  page.on('console', (message) => {
    if (/Content Security Policy|violates the following/.test(message.text()))
      faults.push(message.text())
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && !hosts.has(url.host))
      faults.push(`asked ${url.host} for ${url.pathname}`)
  })
  return faults
}

function productUrl(): string {
  const url = process.env['ESTUARY_URL']
  if (url === undefined) throw new Error('ESTUARY_URL is not set: globalSetup did not run')
  return url
}
