import { test as base } from './flow.ts'
import { type Product, startProduct } from './product.ts'
import { readService } from './service.ts'

/** `test` of flows that move clocks or hold the service: each file with chains of its own. */
export const test = base.extend<object, { product: Product }>({
  product: [
    async ({}, provide) => {
      const product = await startProduct()
      await provide(product)
      product.goOn()
      await product.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, provide) => {
    await provide(product.url)
  },
  service: async ({ product }, provide) => {
    await provide(await readService(product.url))
  },
})
