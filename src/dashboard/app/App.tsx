import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'

import { Router } from 'wouter'

import { ApiContext } from '../api/apiContext.ts'
import type { Api } from '../api/client.ts'
import { basePath } from '../api/ownUrl.ts'
import { numberLocale, usePreferences } from '../api/preferences.ts'
import { FormatsProvider } from '../components/Formats.tsx'
import type { Wallets } from '../wallets/walletConfig.ts'
import { WalletsProvider } from '../wallets/WalletsProvider.tsx'
import { Shell } from './Shell.tsx'

/** The whole app: the service, the wallets and the reader's number format around the shell. */
export function App(props: App.Props) {
  const { api, queries, wallets } = props
  const locale = numberLocale(usePreferences())
  return (
    <QueryClientProvider client={queries}>
      <ApiContext value={api}>
        <WalletsProvider wallets={wallets}>
          <FormatsProvider locale={locale}>
            <Router base={basePath()}>
              <Shell />
            </Router>
          </FormatsProvider>
        </WalletsProvider>
      </ApiContext>
    </QueryClientProvider>
  )
}

export declare namespace App {
  type Props = { api: Api; queries: QueryClient; wallets: Wallets }
}
