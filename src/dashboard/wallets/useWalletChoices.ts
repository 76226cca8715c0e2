import { useConnect, useConnectors, useDisconnect } from 'wagmi'

import { localWalletRdns } from './announcement.ts'
import { signingErrorOf } from './signingError.ts'

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
      id: connector.uid,
      name: connector.name,
      icon: connector.icon,
      async connect() {
        await connect({ connector }).catch((cause: unknown) => {
          throw signingErrorOf(cause)
        })
      },
    }))
}

/** Connects the wallet inside this app, which has to be there. @throws SigningError */
export function useConnectLocal(): () => Promise<void> {
  const connectors = useConnectors()
  const { mutateAsync: connect } = useConnect()
  return async () => {
    const connector = connectors.find(({ id }) => id === localWalletRdns)
    if (!connector) throw new Error('The local wallet did not announce itself.')
    await connect({ connector }).catch((cause: unknown) => {
      throw signingErrorOf(cause)
    })
  }
}

/** Disconnects the owner; a wallet that is asked again may answer without asking the person. */
export function useDisconnectOwner(): () => Promise<void> {
  const { mutateAsync: disconnect } = useDisconnect()
  return async () => {
    await disconnect({})
  }
}
