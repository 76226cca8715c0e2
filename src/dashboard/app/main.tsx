import './index.css'
import './configureZod.ts'

import { QueryClient } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { toChainNames } from '#networks/chooseChains.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import type { Network } from '#networks/network.ts'
import { createApi } from '../api/service/client.ts'
import { discoveryOptions } from '../api/service/discovery.ts'
import { recordExchange } from '../api/service/exchanges.ts'
import { forgetEntry } from '../api/state/formState.ts'
import { getBasePath } from '../api/chains/serviceUrl.ts'
import { groupQueryUpdates } from '../api/state/groupUpdates.ts'
import { watchPreferences } from '../api/state/preferences.ts'
import { readRemoteWallets } from '../wallets/remote/remoteWallets.ts'
import { createWallets } from '../wallets/walletConfig.ts'
import { App } from './App.tsx'
import { loadFirstPage } from './shell/loadFirstPage.ts'
import { installOffline } from './installOffline.ts'

const api = createApi({
  baseUrl: `${getBasePath()}/dashboard-api`,
  onExchange: recordExchange,
})
const queries = new QueryClient()
/** Set by the service where it differs from what is compiled in. */
const { dataset } = document.documentElement
const { network, names, chains } = dataset

groupQueryUpdates()
forgetEntry()
watchPreferences()
// A catalogue may have come only after the page had loaded.
if (document.readyState === 'complete') loadTheRest()
else window.addEventListener('load', loadTheRest, { once: true })

// A compiled-in network is not validated here: tests do that.
const compiled = [devnet, devnetWithSolana].find((one) => toChainNames(one) === chains)
if ((network ?? names) !== undefined || (chains !== undefined && !compiled)) void startInstalled()
else void start(compiled ?? devnet)

/** Shows the app with its first page at once; the static shell stays until that has loaded. */
async function start(network: Network): Promise<void> {
  const loaded = loadFirstPage()
  const wallets = createWallets(network, readRemoteWallets(dataset))
  await loaded
  render(<App {...{ api, queries, wallets }} />)
}

/** Starts with the service's own network; the static shell stays until its addresses are known. */
async function startInstalled(): Promise<void> {
  try {
    const { loadInstalledNetwork } = await import('./loadInstalledNetwork.ts')
    await start(await loadInstalledNetwork({ network, names, chains }, { api, queries }))
  } catch (error) {
    const { StartError } = await import('./StartError.tsx')
    render(<StartError reason={error instanceof Error ? error.message : String(error)} />)
  }
}

function render(content: ReactNode): void {
  const root = document.querySelector('#root')
  if (!root) throw new Error('No #root')
  createRoot(root).render(<StrictMode>{content}</StrictMode>)
  document.documentElement.dataset['fonts'] = 'ours'
}

/** Loads what is not needed for the first view, so that it does not compete for bandwidth. */
function loadTheRest(): void {
  void queries.prefetchQuery(discoveryOptions(api))
  void installOffline()
}
