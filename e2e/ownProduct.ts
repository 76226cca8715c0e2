import { test as base } from './flow.ts'
import { type Product, startProduct } from './product.ts'
import { readService } from './service.ts'

/**
 * Makes `test` of flows on a product of their own. Each file makes its own: what it does to clocks,
 * coins and the service is no other file's.
 * @param environment - What a person sets before `npm start`; its `API_KEY` reads the service.
 */
export function testWith(environment: Record<string, string>) {
  return base.extend<object, { product: Product }>({
    product: [
      async ({}, provide) => {
        const product = await startProduct(environment)
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
      await provide(await readService(product.url, environment['API_KEY']))
    },
  })
}
