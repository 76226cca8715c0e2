import {
  type Connector,
  useConnect,
  useConnections,
  useConnectors,
  useDisconnect,
  useSwitchConnection,
} from 'wagmi'

import { getSolanaChains } from '#networks/getChain.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { localWalletRdns } from '../local/localWalletIdentity.ts'
import { getLocalWallet, useLocalWallet } from '../local/localWallet.ts'
import { setActiveAccount } from './activeAccount.ts'
import { toSigningError } from '../requests/signingError.ts'
import { saveSolanaConnection, getSolanaWallets } from '../solana/solanaConnection.ts'
import { useOwner } from './useOwner.ts'
import { useNetwork } from '../WalletsProvider.tsx'

/** A wallet of this browser that can be connected. */
export type WalletChoice = {
  id: string
  name: string
  /** An image as data URI. */
  icon: string | undefined
  /** Connects it; asks the person in the wallet. @throws SigningError */
  connect: () => Promise<void>
}

/** The wallets that announced themselves, without the local one, in the order they were found. */
export function useWalletChoices(): readonly WalletChoice[] {
  const connectors = useConnectors()
  const { mutateAsync: connect } = useConnect()
  return connectors
    .filter(({ id }) => id !== localWalletRdns)
    .map((connector) => ({
      ...toWalletLabel(connector),
      async connect() {
        await connect({ connector }).catch((cause: unknown) => {
          throw toSigningError(cause)
        })
      },
    }))
}

/** The wallet that a signer's key was in, to be connected again; undefined where it is not here any more. */
export function useWalletOfKey(key: string | undefined): WalletChoice | undefined {
  const connectors = useConnectors()
  const { mutateAsync: connect } = useConnect()
  const connector = connectors.find(({ id }) => key?.startsWith(`${id}:`))
  if (!connector) return undefined
  return {
    ...toWalletLabel(connector),
    async connect() {
      await connect({ connector }).catch((cause: unknown) => {
        throw toSigningError(cause)
      })
    },
  }
}

/** A key of a connected wallet, and how the page goes over to it. */
export type ConnectedKey = {
  address: EvmAddress
  wallet: { id: string; name: string }
  /** Works with this key's own set from now on. */
  activate: () => Promise<void>
}

/** The keys that the connected wallets show, the one in use among them. */
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

/** The announced wallets and the local one that are not connected; connecting adds them. */
export function useFurtherWallets(): readonly WalletChoice[] {
  const connectors = useConnectors()
  const connections = useConnections()
  const own = useOwner().wallet
  const { addresses } = useLocalWallet()
  const { mutateAsync: connect } = useConnect()
  const { mutateAsync: bringForward } = useSwitchConnection()
  return connectors
    .filter(({ id }) => id !== localWalletRdns || addresses.length > 0)
    .filter(({ uid }) => !connections.some(({ connector }) => connector.uid === uid))
    .map((connector) => ({
      ...toWalletLabel(connector),
      async connect() {
        await connect({ connector }).catch((cause: unknown) => {
          throw toSigningError(cause)
        })
        // A wallet that was just connected stands in front, and this one is only to sign too.
        const before = connections.find((one) => one.connector.uid === own?.uid)
        if (before) await bringForward({ connector: before.connector })
      },
    }))
}

function toWalletLabel({ uid, name, icon }: Connector): Pick<WalletChoice, 'id' | 'name' | 'icon'> {
  return { id: uid, name, icon }
}

/** Connects the wallet inside this app, which has to be there. @throws SigningError */
export function useConnectLocal(): () => Promise<void> {
  const connectors = useConnectors()
  const network = useNetwork()
  const { mutateAsync: connect } = useConnect()
  return async () => {
    const connector = connectors.find(({ id }) => id === localWalletRdns)
    if (!connector) throw new Error('The local wallet has no connector.')
    await connect({ connector }).catch((cause: unknown) => {
      throw toSigningError(cause)
    })
    // Its Solana account comes along, unless another wallet has that place.
    const isFree = getSolanaChains(network).length > 0 && !getSolanaWallets().connection
    if (isFree && getLocalWallet().solanaAddress !== undefined)
      saveSolanaConnection({ kind: 'local' })
  }
}

/** Disconnects the owner's wallet; a wallet that is asked again may answer without asking the person. */
export function useDisconnectOwner(): () => Promise<void> {
  const { mutateAsync: disconnect } = useDisconnect()
  const connections = useConnections()
  const own = useOwner().wallet
  return async () => {
    const connection = connections.find(({ connector }) => connector.uid === own?.uid)
    await disconnect(connection ? { connector: connection.connector } : {})
  }
}
