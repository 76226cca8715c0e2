import { decodeBase58, encodeBase58 } from '#protocol/ids/base58.ts'

// Stands in for @solana/web3.js below wallet-adapter (vite.config.ts). That uses three of its classes
// to carry an address and a transaction to the wallet and back; the library with its number and
// buffer packages weighs 65 kB gzip. Here a transaction is the bytes it is, so that nothing is read
// and written anew on the way: what the wallet answered is what is compared.

/** An address as wallet-adapter hands it around. */
export class PublicKey {
  readonly #bytes: Uint8Array

  constructor(address: string | Uint8Array) {
    this.#bytes = typeof address === 'string' ? decodeBase58(address) : Uint8Array.from(address)
    if (this.#bytes.length !== 32) throw new Error('A Solana address has 32 bytes.')
  }

  toBase58(): string {
    return encodeBase58(this.#bytes)
  }

  toBytes(): Uint8Array {
    return Uint8Array.from(this.#bytes)
  }

  toString(): string {
    return this.toBase58()
  }

  equals(other: PublicKey): boolean {
    return this.toBase58() === other.toBase58()
  }
}

/** A version 0 transaction in bytes. wallet-adapter tells it from a legacy one by its `version`. */
export class VersionedTransaction {
  readonly version = 0
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = Uint8Array.from(bytes)
  }

  static deserialize(bytes: Uint8Array): VersionedTransaction {
    return new VersionedTransaction(bytes)
  }

  serialize(): Uint8Array {
    return Uint8Array.from(this.#bytes)
  }
}

/** Legacy transactions are never given to a wallet here, so none comes back. */
export const Transaction = {
  from(): never {
    throw new Error('Legacy transactions are not signed here.')
  },
}

/** Chains are never read through wallet-adapter. */
export class Connection {
  readonly rpcEndpoint: string

  constructor(endpoint: string) {
    this.rpcEndpoint = endpoint
    throw new Error('Chains are read elsewhere.')
  }
}
