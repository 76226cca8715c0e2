import { type Product, startProduct } from './product.ts'

/** The product that the flows of a file have to themselves; a worker runs one such file at a time. */
export type OwnProducts = {
  /**
   * Starts the product of these flows, or returns it if it runs already. Stops that of others.
   *
   * @param name - Names the flows.
   * @param environment - Variables of `npm start`.
   */
  start: (name: string, environment: Record<string, string>) => Promise<Product>
  /** Stops what runs. */
  stop: () => Promise<void>
}

/** Creates a worker's place for products of files; nothing runs in it yet. */
export function createOwnProducts(): OwnProducts {
  let running: { name: string; product: Product } | undefined
  async function stop(): Promise<void> {
    const product = running?.product
    running = undefined
    product?.resumeService()
    await product?.stop()
  }
  return {
    stop,
    async start(name, environment) {
      if (running?.name === name) return running.product
      await stop()
      running = { name, product: await startProduct(environment) }
      return running.product
    },
  }
}
