import { createContext, type ReactNode, useContext } from 'react'
import { WagmiProvider } from 'wagmi'

import type { Network } from '#networks/network.ts'
import { translate } from '../language/translate.ts'
import type { Wallets } from './walletConfig.ts'

const WalletsContext = createContext<Wallets | undefined>(undefined)

/** Provides the wallets to the app and reconnects those of the last visit. */
export function WalletsProvider(props: WalletsProvider.Props) {
  const { wallets, children } = props
  return (
    <WalletsContext value={wallets}>
      <WagmiProvider config={wallets.config}>{children}</WagmiProvider>
    </WalletsContext>
  )
}

export declare namespace WalletsProvider {
  type Props = { wallets: Wallets; children: ReactNode }
}

/** The wallets of this app. @throws Error outside a {@link WalletsProvider}. */
export function useWallets(): Wallets {
  const wallets = useContext(WalletsContext)
  if (!wallets) throw new Error(translate('useWallets needs a WalletsProvider around it.'))
  return wallets
}

/** The network that the app works on. */
export function useNetwork(): Network {
  return useWallets().network
}
