import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'

import { Router } from 'wouter'

import { ApiContext } from '../api/service/apiContext.ts'
import type { Api } from '../api/service/client.ts'
import { getBasePath } from '../api/chains/serviceUrl.ts'
import { PreferredFormats } from '../pages/amounts/PreferredFormats.tsx'
import type { Wallets } from '../wallets/walletConfig.ts'
import { WalletsProvider } from '../wallets/WalletsProvider.tsx'
import { Shell } from './shell/Shell.tsx'

/** The app: providers of the service, the wallets and the number format around the shell. */
export function App(props: App.Props) {
  const { api, queries, wallets } = props
  return (
    <QueryClientProvider client={queries}>
      <ApiContext value={api}>
        <WalletsProvider wallets={wallets}>
          <PreferredFormats>
            <Router base={getBasePath()}>
              <Shell />
            </Router>
          </PreferredFormats>
        </WalletsProvider>
      </ApiContext>
    </QueryClientProvider>
  )
}

export declare namespace App {
  type Props = { api: Api; queries: QueryClient; wallets: Wallets }
}
