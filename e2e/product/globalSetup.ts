import { startProduct } from './product.ts'

/**
 * Starts one product for all flows; `ESTUARY_URL` names a running one instead.
 *
 * @returns A teardown function for Playwright.
 */
export default async function startForAllFlows(): Promise<() => Promise<void>> {
  if ((process.env['ESTUARY_URL'] ?? '') !== '') return async () => {}
  const product = await startProduct()
  process.env['ESTUARY_URL'] = product.url
  return product.stop
}
