import { type AccountAddress, type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { localWalletRdns } from '../local/localWalletIdentity.ts'

/** The wallet that signs for a key, and whether it can sign now. */
export type KeySigner = {
  key: AccountAddress
  /** The wallet's name; undefined when none is known. */
  wallet: string | undefined
  /**
   * `ready`: the wallet has the key selected. `elsewhere`: the wallet is connected, with another
   * account selected. `absent`: the wallet is not connected.
   */
  state: 'ready' | 'elsewhere' | 'absent'
  /** Whether it signs EIP-7702 authorizations; of browser wallets only the local one does. */
  canAuthorize: boolean
}

/** The part of a connection that determines which keys it signs for. */
export type KeyConnection = {
  accounts: readonly EvmAddress[]
  connector: { id: string; name: string }
}

/** A key and the wallet that held it last, by connector id. */
export type KnownKey = { owner: EvmAddress; wallet: { id: string; name: string } | undefined }

/** Finds the signer for a key among the connected wallets. */
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

/** Finds the connection that shows a key; prefers the local wallet where several do. */
export function findConnectionForKey<Connection extends KeyConnection>(
  owner: EvmAddress,
  connections: readonly Connection[],
): Connection | undefined {
  const shown = connections.filter(({ accounts }) =>
    accounts.some((account) => isSameAddress(account, owner)),
  )
  return shown.find(({ connector }) => connector.id === localWalletRdns) ?? shown[0]
}
