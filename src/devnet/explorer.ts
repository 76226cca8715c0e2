import type { Network } from '#networks/network.ts'
import { getChainReference } from '#protocol/ids/getChainReference.ts'
import { renderAddressPage } from './explorer/explorerAddress.ts'
import { renderBlockPage, renderChainPage } from './explorer/explorerBlock.ts'
import { renderMissing, renderPage, styleSheet, styleSheetPath } from './explorer/explorerPage.ts'
import type { Subject } from './explorer/explorerSubject.ts'
import { renderTransactionPage } from './explorer/explorerTransaction.ts'
import { html } from './explorer/html.ts'
import type { DevnetResponse, DevnetRoute } from './explorer/route.ts'
import { createShownSolana } from './solana/explorer/createShownSolana.ts'
import { createSolanaExplorerRoutes } from './solana/explorer/solanaExplorer.ts'
import type { DevnetSolana } from './solana/startSolana.ts'
import type { DevnetChain } from './deploy/startChains.ts'

/**
 * Creates the explorer's pages: plain, without scripts, every value escaped, so that they work
 * under the strictest content security policy. Unknown ids answer 404, a chain that is down 503.
 */
export function createExplorerRoutes(shown: {
  chains: readonly DevnetChain[]
  network: Network
  /** The running Solana cluster, where there is one. */
  solana: DevnetSolana | undefined
}): DevnetRoute[] {
  const { chains, network, solana } = shown
  return [
    { method: 'GET', path: styleSheetPath, handle: readStyleSheet },
    {
      method: 'GET',
      path: '/explorer',
      handle: () => Promise.resolve(renderFrontPage(chains, solana)),
    },
    ...(solana ? createSolanaExplorerRoutes(createShownSolana(solana)) : []),
    page('/explorer/:chain', ({ chain }) => renderChainPage(chain)),
    page('/explorer/:chain/tx/:id', renderTransactionPage),
    page('/explorer/:chain/address/:id', renderAddressPage),
    page('/explorer/:chain/block/:id', renderBlockPage),
  ]

  function page(path: string, show: (subject: Subject) => Promise<DevnetResponse>): DevnetRoute {
    return {
      method: 'GET',
      path,
      async handle({ params: { chain: number, id = '' } }) {
        const chain = chains.find((candidate) => String(candidate.number) === number)
        if (!chain) return renderMissing('There is no local chain', number)
        if (chain.node.pid() === undefined) return renderChainDown(chain)
        return show({ chain, id, network })
      },
    }
  }
}

function readStyleSheet(): Promise<DevnetResponse> {
  return Promise.resolve({ status: 200, contentType: 'text/css; charset=utf-8', body: styleSheet })
}

function renderFrontPage(
  chains: readonly DevnetChain[],
  solana: DevnetSolana | undefined,
): DevnetResponse {
  const items = [...chains, ...(solana ? [solana] : [])].map(
    ({ chainId, name }) =>
      html`<li><a href="/explorer/${getChainReference(chainId)}">${name}</a> (${chainId})</li>`,
  )
  return renderPage({
    title: 'Local chains',
    body: html`<ul>
      ${items}
    </ul>`,
  })
}

function renderChainDown({ name }: DevnetChain): DevnetResponse {
  return renderPage({
    title: `${name} is down`,
    body: html`<p>The node of this chain does not answer.</p>`,
    status: 503,
  })
}
