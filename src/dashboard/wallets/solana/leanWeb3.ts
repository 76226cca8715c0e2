import { decodeBase58, encodeBase58 } from '#protocol/ids/base58.ts'

import { translate } from '../../language/translate.ts'

// Replaces @solana/web3.js for wallet-adapter (see vite.config.ts), which uses three of its classes
// to pass an address and a transaction to the wallet and back; the library and its dependencies
// weigh 65 kB gzip. Transactions stay plain bytes here and are never re-encoded, so that the
// wallet's answer is compared exactly as it was given.

/** A Solana address, as wallet-adapter uses it. */
export class PublicKey {
  readonly #bytes: Uint8Array

  constructor(address: string | Uint8Array) {
    this.#bytes = typeof address === 'string' ? decodeBase58(address) : Uint8Array.from(address)
    if (this.#bytes.length !== 32) throw new Error(translate('A Solana address must be 32 bytes.'))
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

/** A version 0 transaction as bytes; wallet-adapter recognizes it by `version`. */
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

/** Legacy transactions are never passed to a wallet here. */
export const Transaction = {
  from(): never {
    throw new Error(translate('Legacy transactions aren’t supported here.'))
  },
}

/** Unused: chains are never read through wallet-adapter. */
export class Connection {
  readonly rpcEndpoint: string

  constructor(endpoint: string) {
    this.rpcEndpoint = endpoint
    throw new Error(translate('Chains are read elsewhere.'))
  }
}
