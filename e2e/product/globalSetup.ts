import type { FullConfig } from '@playwright/test'

import { probePictures } from './pictureProbe.ts'
import { startProduct } from './product.ts'

/**
 * Finds out whether pictures can be compared here, and starts one product for all flows; `ESTUARY_URL` names a running one instead.
 *
 * @returns A teardown function for Playwright.
 */
export default async function startForAllFlows(config: FullConfig): Promise<() => Promise<void>> {
  await probePictures(config)
  if ((process.env['ESTUARY_URL'] ?? '') !== '') return async () => {}
  const product = await startProduct()
  process.env['ESTUARY_URL'] = product.url
  return product.stop
}
