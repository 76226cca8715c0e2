import './index.css'

import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { loadNetwork } from '#networks/loadNetwork.ts'
import { createApi } from '../api/client.ts'
import { assetsOptions, discoveryOptions } from '../api/discovery.ts'
import { recordExchange } from '../api/exchanges.ts'
import { watchPreferences } from '../api/preferences.ts'
import { createWallets } from '../wallets/walletConfig.ts'
import { App } from './App.tsx'

const api = createApi({ onExchange: recordExchange })
const queries = new QueryClient()
const wallets = createWallets(loadNetwork('devnet'))

watchPreferences()
void queries.prefetchQuery(discoveryOptions(api))
void queries.prefetchQuery(assetsOptions(api))

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no #root.')
createRoot(root).render(
  <StrictMode>
    <App {...{ api, queries, wallets }} />
  </StrictMode>,
)
