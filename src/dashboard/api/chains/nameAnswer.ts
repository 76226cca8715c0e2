import type { AccountAddress, ChainId } from '#protocol/ids/caip.ts'

/** A name as it was typed, the chain that it would be paid on (undefined for several), and the endpoints. */
export type AskedName = {
  text: string
  chainId: ChainId | undefined
  rpcUrls: ReadonlyMap<ChainId, string>
}

/**
 * What the chain itself says of a name. `none`: it points to no address. `elsewhere`: this page does not
 * follow where it points. `malformed`: it is none that is looked up. `unreachable`: this browser has no
 * endpoint of the chain but the service's relay, whose word would be the service's, or the names are not
 * on it.
 */
export type NameAnswer =
  | {
      kind: 'address'
      name: string
      address: AccountAddress
      /** Whether it was set for the chain that was asked for, or for all; else it is Ethereum's. */
      isOfChain: boolean
    }
  | { kind: 'none' | 'elsewhere' | 'malformed' | 'unreachable' }
