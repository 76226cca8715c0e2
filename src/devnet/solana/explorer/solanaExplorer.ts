import { renderPage } from '../../explorer/explorerPage.ts'
import { html } from '../../explorer/html.ts'
import type { DevnetResponse, DevnetRoute } from '../../explorer/route.ts'
import { renderSolanaAddressPage } from './solanaAddressPage.ts'
import { renderSolanaBlockPage, renderSolanaChainPage } from './solanaBlockPage.ts'
import { getSolanaPagePath, type ShownSolana } from './solanaPageParts.ts'
import { renderSolanaTransactionPage } from './solanaTransactionPage.ts'

/**
 * Creates a Solana chain's explorer pages, plain like those of the EVM chains, under the reference
 * of its CAIP-2 id: `/explorer/<reference>/tx/<signature>`.
 */
export function createSolanaExplorerRoutes(chain: ShownSolana): DevnetRoute[] {
  const home = `/explorer/${getSolanaPagePath(chain)}`
  return [
    page(home, () => renderSolanaChainPage(chain)),
    page(`${home}/tx/:id`, (id) => renderSolanaTransactionPage(chain, id)),
    page(`${home}/address/:id`, (id) => renderSolanaAddressPage(chain, id)),
    page(`${home}/block/:id`, (id) => renderSolanaBlockPage(chain, id)),
  ]

  function page(path: string, show: (id: string) => Promise<DevnetResponse>): DevnetRoute {
    return {
      method: 'GET',
      path,
      handle: ({ params: { id = '' } }) =>
        chain.isUp() ? show(id) : Promise.resolve(renderChainDown(chain)),
    }
  }
}

function renderChainDown({ name }: ShownSolana): DevnetResponse {
  return renderPage({
    title: `${name} is down`,
    body: html`<p>The node of this chain does not answer.</p>`,
    status: 503,
  })
}
