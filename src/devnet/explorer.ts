import type { Network } from '#networks/network.ts'
import { addressPage } from './explorerAddress.ts'
import { blockPage, chainPage } from './explorerBlock.ts'
import { missingResponse, pageResponse, styleSheet, styleSheetPath } from './explorerPage.ts'
import type { Subject } from './explorerSubject.ts'
import { transactionPage } from './explorerTransaction.ts'
import { html } from './html.ts'
import type { DevnetResponse, DevnetRoute } from './route.ts'
import type { DevnetChain } from './startChains.ts'

/**
 * The explorer's pages: plain, without scripts, every value escaped, so that they hold under the
 * strictest content security policy. Unknown things answer 404, a chain that is down 503.
 */
export function explorerRoutes(chains: readonly DevnetChain[], network: Network): DevnetRoute[] {
  return [
    { method: 'GET', path: styleSheetPath, handle: sheet },
    { method: 'GET', path: '/explorer', handle: () => Promise.resolve(frontPage(chains)) },
    page('/explorer/:chain', ({ chain }) => chainPage(chain)),
    page('/explorer/:chain/tx/:id', transactionPage),
    page('/explorer/:chain/address/:id', addressPage),
    page('/explorer/:chain/block/:id', blockPage),
  ]

  function page(path: string, show: (subject: Subject) => Promise<DevnetResponse>): DevnetRoute {
    return {
      method: 'GET',
      path,
      async handle({ params: { chain: number, id = '' } }) {
        const chain = chains.find((candidate) => String(candidate.number) === number)
        if (!chain) return missingResponse(`There is no local chain ${number ?? ''}.`)
        if (chain.node.pid() === undefined) return down(chain)
        return show({ chain, id, network })
      },
    }
  }
}

function sheet(): Promise<DevnetResponse> {
  return Promise.resolve({ status: 200, contentType: 'text/css; charset=utf-8', body: styleSheet })
}

function frontPage(chains: readonly DevnetChain[]): DevnetResponse {
  const items = chains.map(
    ({ number, name }) =>
      html`<li><a href="/explorer/${number}">${name}</a> (eip155:${number})</li>`,
  )
  return pageResponse({
    title: 'Local chains',
    body: html`<ul>
      ${items}
    </ul>`,
  })
}

function down({ name }: DevnetChain): DevnetResponse {
  return pageResponse({
    title: `${name} is down`,
    body: html`<p>The node of this chain does not answer.</p>`,
    status: 503,
  })
}
