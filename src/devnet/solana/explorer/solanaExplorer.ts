import { pageResponse } from '../../explorer/explorerPage.ts'
import { html } from '../../explorer/html.ts'
import type { DevnetResponse, DevnetRoute } from '../../explorer/route.ts'
import { solanaAddressPage } from './solanaAddressPage.ts'
import { solanaBlockPage, solanaChainPage } from './solanaBlockPage.ts'
import { solanaPagePath, type ShownSolana } from './solanaPageParts.ts'
import { solanaTransactionPage } from './solanaTransactionPage.ts'

/**
 * The explorer's pages of a Solana chain, plain like those of the others. They stand below the
 * reference of its CAIP-2 id: `/explorer/<reference>/tx/<signature>`.
 */
export function solanaExplorerRoutes(chain: ShownSolana): DevnetRoute[] {
  const home = `/explorer/${solanaPagePath(chain)}`
  return [
    page(home, () => solanaChainPage(chain)),
    page(`${home}/tx/:id`, (id) => solanaTransactionPage(chain, id)),
    page(`${home}/address/:id`, (id) => solanaAddressPage(chain, id)),
    page(`${home}/block/:id`, (id) => solanaBlockPage(chain, id)),
  ]

  function page(path: string, show: (id: string) => Promise<DevnetResponse>): DevnetRoute {
    return {
      method: 'GET',
      path,
      handle: ({ params: { id = '' } }) => (chain.isUp() ? show(id) : Promise.resolve(down(chain))),
    }
  }
}

function down({ name }: ShownSolana): DevnetResponse {
  return pageResponse({
    title: `${name} is down`,
    body: html`<p>The node of this chain does not answer.</p>`,
    status: 503,
  })
}
