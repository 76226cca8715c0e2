import { useConnection, useConnections } from 'wagmi'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import { useIsAsking } from './connectOwner.ts'
import { useAccountChoice } from '../choice/accountChoice.ts'
import { localWalletRdns } from '../../local/localWalletIdentity.ts'
import {
  findActiveConnection,
  useIsActiveAccountLocked,
  useActiveAccount,
} from './activeAccount.ts'

/** The connected key, which owns the account and signs for it. */
export type Owner = {
  /**
   * `connecting`: a wallet is being asked. `reconnecting`: the connection of the last visit is being
   * restored. Its address can be shown, but it cannot sign yet.
   */
  status: 'none' | 'connecting' | 'reconnecting' | 'connected'
  address: EvmAddress | undefined
  /** `id`: the connector's stable id. `uid`: its id within this page load. */
  wallet: { id: string; uid: string } | undefined
  connectorName: string | undefined
  /** The icon that the wallet announced, a data URI. */
  connectorIcon: string | undefined
  /** The wallet's current chain. */
  chainId: number | undefined
  /** Whether it is the local wallet. */
  isLocal: boolean
  /**
   * Changes with the account and the wallet, so that a flow that began under another key stops.
   * Undefined without an owner.
   */
  key: string | undefined
}

/** The connected owner; on reload it never passes through "not connected". */
export function useOwner(): Owner {
  const connection = useConnection()
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
    status: toStatus(connection.status, { hasAddress, isAsking: useIsAsking() }),
    address: hasAddress ? address : undefined,
    wallet: connector && { id: connector.id, uid: connector.uid },
    connectorName: connector?.name,
    connectorIcon: connector?.icon,
    chainId,
    isLocal,
    key: hasAddress ? `${connector?.id ?? ''}:${address.toLowerCase()}` : undefined,
  }
}

function toStatus(
  status: 'connected' | 'connecting' | 'reconnecting' | 'disconnected',
  { hasAddress, isAsking }: { hasAddress: boolean; isAsking: boolean },
): Owner['status'] {
  switch (status) {
    case 'connected':
      return 'connected'
    case 'connecting':
      return isAsking ? 'connecting' : 'none'
    case 'reconnecting':
      return hasAddress ? 'reconnecting' : 'none'
    case 'disconnected':
      return 'none'
  }
}
