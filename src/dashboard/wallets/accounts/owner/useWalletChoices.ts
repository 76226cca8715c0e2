import {
  type Connector,
  useConnections,
  useConnectors,
  useDisconnect,
  useSwitchConnection,
} from 'wagmi'

import { getSolanaChains } from '#networks/getChain.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../../language/translate.ts'
import { walletConnectId } from '../../remote/remoteWallets.ts'
import { localWalletRdns } from '../../local/localWalletIdentity.ts'
import { getLocalWallet, useLocalWallet } from '../../local/localWallet.ts'
import { setActiveAccount } from './activeAccount.ts'
import { unannouncedId } from '../../walletConfig.ts'
import { connectOwner } from './connectOwner.ts'
import { saveSolanaConnection, getSolanaWallets } from '../../solana/solanaConnection.ts'
import { useOwner } from './useOwner.ts'
import { useWallets } from '../../WalletsProvider.tsx'

/** A wallet that can be connected. */
export type WalletChoice = {
  id: string
  name: string
  /** A data URI. */
  icon: string | undefined
  /** Whether it is elsewhere, such as on a phone, and scans a code to connect. */
  isRemote: boolean
  /** Connects it, which the wallet asks the user to confirm. @throws SigningError */
  connect: () => Promise<void>
}

/**
 * The announced wallets (EIP-6963) in the order they were found, or the browser's only one, then those
 * elsewhere that the deployment allows; not the local one.
 */
export function useWalletChoices(): readonly WalletChoice[] {
  const connectors = useConnectors()
  const wallets = useWallets()
  const choices = connectors
    .filter(({ id }) => id !== localWalletRdns)
    .filter(isThere)
    .map((connector) => ({
      ...toWalletLabel(connector),
      connect: async () => connectOwner(wallets, connector),
    }))
  return choices.toSorted((a, b) => Number(a.isRemote) - Number(b.isRemote))
}

/** The wallet that held a signer's key, to reconnect it; undefined when it is no longer present. */
export function useWalletOfKey(key: string | undefined): WalletChoice | undefined {
  const connectors = useConnectors()
  const wallets = useWallets()
  const connector = connectors.find(({ id }) => key?.startsWith(`${id}:`))
  if (!connector) return undefined
  return {
    ...toWalletLabel(connector),
    connect: async () => connectOwner(wallets, connector),
  }
}

/** A key of a connected wallet that can be made the active one. */
export type ConnectedKey = {
  address: EvmAddress
  wallet: { id: string; name: string }
  /** Makes this key the active account. */
  activate: () => Promise<void>
}

/** The keys that the connected wallets show, including the one in use. */
export function useConnectedKeys(): readonly ConnectedKey[] {
  const connections = useConnections()
  const { mutateAsync: bringForward } = useSwitchConnection()
  return connections.flatMap(({ accounts, connector }) =>
    accounts.map((address) => ({
      address,
      wallet: { id: connector.id, name: connector.name },
      async activate() {
        setActiveAccount({ address, walletId: connector.id })
        await bringForward({ connector })
      },
    })),
  )
}

/** Announced wallets, and the local one if it exists, that are not connected yet. */
export function useFurtherWallets(): readonly WalletChoice[] {
  const connectors = useConnectors()
  const connections = useConnections()
  const own = useOwner().wallet
  const local = useLocalWallet()
  const wallets = useWallets()
  const { mutateAsync: bringForward } = useSwitchConnection()
  return connectors
    .filter(({ id }) => id !== localWalletRdns || local !== undefined)
    .filter(isThere)
    .filter(({ uid }) => !connections.some(({ connector }) => connector.uid === uid))
    .map((connector) => ({
      ...toWalletLabel(connector),
      async connect() {
        await connectOwner(wallets, connector)
        // wagmi switches to the new connection; the page keeps the owner it had.
        const before = connections.find((one) => one.connector.uid === own?.uid)
        if (before) await bringForward({ connector: before.connector })
      },
    }))
}

/** An announced wallet is `window.ethereum` as well: that stands for a wallet of its own where none is. */
function isThere({ id }: Connector, _: number, connectors: readonly Connector[]): boolean {
  if (id !== unannouncedId) return true
  const isAnnounced = connectors.some((one) => one.type === 'injected' && one.id !== unannouncedId)
  return !isAnnounced && Reflect.get(window, 'ethereum') !== undefined
}

function toWalletLabel({ id, uid, name, icon }: Connector): Omit<WalletChoice, 'connect'> {
  return { id: uid, name, icon, isRemote: id === walletConnectId }
}

/** Returns a function that connects the local wallet, which must exist. @throws SigningError */
export function useConnectLocal(): () => Promise<void> {
  const connectors = useConnectors()
  const wallets = useWallets()
  return async () => {
    const connector = connectors.find(({ id }) => id === localWalletRdns)
    if (!connector) throw new Error(translate('The local wallet has no connector.'))
    await connectOwner(wallets, connector)
    // Its Solana account is connected too, unless another Solana wallet already is.
    const isFree = getSolanaChains(wallets.network).length > 0 && !getSolanaWallets().connection
    if (isFree && getLocalWallet()) saveSolanaConnection({ kind: 'local' })
  }
}

/**
 * Returns a function that disconnects the owner's wallet. The wallet may reconnect later without
 * asking the user.
 */
export function useDisconnectOwner(): () => Promise<void> {
  const { mutateAsync: disconnect } = useDisconnect()
  const connections = useConnections()
  const own = useOwner().wallet
  return async () => {
    const connection = connections.find(({ connector }) => connector.uid === own?.uid)
    await disconnect(connection ? { connector: connection.connector } : {})
  }
}
