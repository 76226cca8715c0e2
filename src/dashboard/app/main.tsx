import './index.css'

import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { devnet } from '#networks/devnet.ts'
import { createApi } from '../api/client.ts'
import { assetsOptions, discoveryOptions } from '../api/discovery.ts'
import { recordExchange } from '../api/exchanges.ts'
import { watchPreferences } from '../api/preferences.ts'
import { createWallets } from '../wallets/walletConfig.ts'
import { App } from './App.tsx'

const api = createApi({ onExchange: recordExchange })
const queries = new QueryClient()
// As it was compiled: tests hold it against the rules of networks, no visitor's browser has to.
const wallets = createWallets(devnet)

watchPreferences()
window.addEventListener('load', loadTheRest, { once: true })

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <App {...{ api, queries, wallets }} />
  </StrictMode>,
)

/** What a first visit needs once it can be used: it would take its share of a slow line before. */
function loadTheRest(): void {
  document.documentElement.dataset['fonts'] = 'ours'
  void queries.prefetchQuery(discoveryOptions(api))
  void queries.prefetchQuery(assetsOptions(api))
}
