import { test as base } from './flow.ts'
import { type Product, startProduct } from './product.ts'
import { readService } from './service.ts'

/** The mirror draws a key for clients; a person may name it, as the tests do. */
const key = 'estuary-e2e-mirror'
const environment = {
  NETWORK: 'mirror',
  CHAINS: '1,8453',
  DEVNET_PORTS: '0,0',
  API_KEY: key,
}

/** `test` of flows on the mirror: an installation of its own, with two public chains. */
export const test = base.extend<object, { product: Product }>({
  product: [
    async ({}, provide) => {
      const product = await startProduct(environment)
      await provide(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, provide) => {
    await provide(product.url)
  },
  service: async ({ product }, provide) => {
    await provide(await readService(product.url, key))
  },
})
