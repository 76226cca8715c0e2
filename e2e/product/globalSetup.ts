import { startProduct } from './product.ts'

/**
 * Starts one product for all flows; `ESTUARY_URL` names a running one instead.
 * Gives what Playwright calls at the end.
 */
export default async function startForAllFlows(): Promise<() => Promise<void>> {
  if ((process.env['ESTUARY_URL'] ?? '') !== '') return async () => {}
  const product = await startProduct()
  process.env['ESTUARY_URL'] = product.url
  return product.stop
}
