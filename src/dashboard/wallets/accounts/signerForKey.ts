import { type AccountAddress, type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { localWalletRdns } from '../local/localWalletIdentity.ts'

/** Which wallet signs for a key, and whether it can now. */
export type KeySigner = {
  key: AccountAddress
  /** Its wallet's name; undefined when none is known. */
  wallet: string | undefined
  /**
   * `ready`: the wallet shows the key and is asked without further ado. `elsewhere`: the wallet is
   * connected and shows another account. `absent`: the wallet is not connected.
   */
  state: 'ready' | 'elsewhere' | 'absent'
  /** Among wallets in browsers only the one inside this app signs EIP-7702 authorizations. */
  canAuthorize: boolean
}

/** What of a connection decides which keys it signs for. */
export type KeyConnection = {
  accounts: readonly EvmAddress[]
  connector: { id: string; name: string }
}

/** A key, and the wallet that had it last; a wallet is named by its connector's id. */
export type KnownKey = { owner: EvmAddress; wallet: { id: string; name: string } | undefined }

/** Finds who signs for a key among the connected wallets. */
export function findSignerForKey(
  { owner, wallet }: KnownKey,
  connections: readonly KeyConnection[],
): KeySigner {
  const shows = findConnectionForKey(owner, connections)
  const had = connections.find(({ connector }) => connector.id === wallet?.id)
  const { id, name } = shows?.connector ?? had?.connector ?? { ...wallet }
  return {
    key: owner,
    wallet: name,
    state: shows ? 'ready' : had ? 'elsewhere' : 'absent',
    canAuthorize: id === localWalletRdns,
  }
}

/** The connection that shows a key now; of several the one with the app's own wallet. */
export function findConnectionForKey<Connection extends KeyConnection>(
  owner: EvmAddress,
  connections: readonly Connection[],
): Connection | undefined {
  const shown = connections.filter(({ accounts }) =>
    accounts.some((account) => isSameAddress(account, owner)),
  )
  return shown.find(({ connector }) => connector.id === localWalletRdns) ?? shown[0]
}
