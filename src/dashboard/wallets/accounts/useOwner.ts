import { useConnection, useConnections } from 'wagmi'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import { useAccountChoice } from './accountChoice.ts'
import { localWalletRdns } from '../local/localWalletIdentity.ts'
import { useLocalWallet } from '../local/localWallet.ts'
import {
  findActiveConnection,
  useIsActiveAccountLocked,
  useActiveAccount,
} from './activeAccount.ts'

/** Who is connected: the key that owns the account and signs for it. */
export type Owner = {
  /**
   * `reconnecting` is a connection of the last visit that is being taken up: its address is known
   * and may be shown, a signature has to wait.
   */
  status: 'none' | 'connecting' | 'reconnecting' | 'connected'
  address: EvmAddress | undefined
  /** The connector's lasting id, and its name while this page lives. */
  wallet: { id: string; uid: string } | undefined
  connectorName: string | undefined
  /** An image as data URI that the wallet announced. */
  connectorIcon: string | undefined
  /** The chain that the wallet is on. */
  chainId: number | undefined
  /** Whether it is the wallet inside this app. */
  isLocal: boolean
  /** The local wallet needs its passphrase before it signs. */
  isLocked: boolean
  /**
   * Changes with the account and with the wallet: a flow that began under another key stops.
   * Undefined without an owner.
   */
  key: string | undefined
}

/** The connected owner; never flashes "not connected" on reload. */
export function useOwner(): Owner {
  const connection = useConnection()
  const local = useLocalWallet()
  const settled = useActiveAccount()
  const staying = findActiveConnection(settled, {
    front: connection.address,
    connections: useConnections(),
    choice: useAccountChoice(settled?.address),
    isLocked: useIsActiveAccountLocked(),
  })
  const address = staying ? settled?.address : connection.address
  const { connector, chainId } = staying ?? connection
  const isLocal = connector?.id === localWalletRdns
  const hasAddress = address !== undefined
  return {
    status: toStatus(connection.status, hasAddress),
    address: hasAddress ? address : undefined,
    wallet: connector && { id: connector.id, uid: connector.uid },
    connectorName: connector?.name,
    connectorIcon: connector?.icon,
    chainId,
    isLocal,
    isLocked: isLocal && local.status === 'locked',
    key: hasAddress ? `${connector?.id ?? ''}:${address.toLowerCase()}` : undefined,
  }
}

function toStatus(
  status: 'connected' | 'connecting' | 'reconnecting' | 'disconnected',
  hasAddress: boolean,
): Owner['status'] {
  switch (status) {
    case 'connected':
      return 'connected'
    case 'connecting':
      return 'connecting'
    case 'reconnecting':
      return hasAddress ? 'reconnecting' : 'none'
    case 'disconnected':
      return 'none'
  }
}
