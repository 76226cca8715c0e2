import { testWith } from './ownProduct.ts'

/**
 * `test` of flows on the mirror: an installation of its own, with two public chains. It draws a key
 * for clients; a person may name it, as the tests do.
 */
export const test = testWith({
  NETWORK: 'mirror',
  CHAINS: '1,8453',
  DEVNET_PORTS: '0,0',
  API_KEY: 'estuary-e2e-mirror',
})
