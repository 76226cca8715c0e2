import {
  BaseSignerWalletAdapter,
  WalletConnectionError,
  type WalletName,
  WalletReadyState,
} from '@solana/wallet-adapter-base'
import { PublicKey, type Transaction, type VersionedTransaction } from '@solana/web3.js'

import { type AppGrant, appGrant, phoneAppName } from '../solanaConnection.ts'
import type { Asking } from './phoneApp.ts'

/** A phone, as a data URI: apps have icons of their own, but which one opens is asked later. */
const phoneIcon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23667' stroke-width='1.8' stroke-linecap='round'%3E%3Crect x='6' y='2.5' width='12' height='19' rx='2.5'/%3E%3Cpath d='M11 18.5h2'/%3E%3C/svg%3E"

/**
 * The wallet apps of the phone that the page is on, as one wallet: the phone asks which app opens. They are
 * reached by Solana's Mobile Wallet Adapter, whose code is loaded once somebody asks for it.
 *
 * @throws SigningError, also wrapped as `error` of a WalletConnectionError.
 */
export class PhoneAppAdapter extends BaseSignerWalletAdapter {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- their brand of a string
  readonly name = phoneAppName as WalletName
  readonly url = 'https://docs.solanamobile.com'
  readonly icon = phoneIcon
  readonly readyState = WalletReadyState.Loadable
  readonly supportedTransactionVersions: ReadonlySet<0> = new Set([0] as const)
  readonly #asking: Asking
  #grant: AppGrant | undefined
  #isConnecting = false

  /** @param asking - Who asks, and for which cluster. */
  constructor(asking: Asking) {
    super()
    this.#asking = asking
  }

  get publicKey(): PublicKey | null {
    return this.#grant ? new PublicKey(this.#grant.address) : null
  }

  get connecting(): boolean {
    return this.#isConnecting
  }

  async connect(): Promise<void> {
    if (this.#grant || this.#isConnecting) return
    this.#isConnecting = true
    try {
      const { askForGrant } = await import('./phoneApp.ts')
      this.#keep(await askForGrant(this.#asking))
    } catch (cause) {
      const error = new WalletConnectionError(cause instanceof Error ? cause.message : '', cause)
      this.emit('error', error)
      throw error
    } finally {
      this.#isConnecting = false
    }
  }

  /** Connects as before a reload; opens no app. */
  override async autoConnect(): Promise<void> {
    const stored = appGrant.get()
    if (stored) this.#keep(stored)
    else await this.disconnect()
  }

  disconnect(): Promise<void> {
    this.#grant = undefined
    appGrant.set(undefined)
    this.emit('disconnect')
    return Promise.resolve()
  }

  async signTransaction<Given extends Transaction | VersionedTransaction>(
    transaction: Given,
  ): Promise<Given> {
    if (!('version' in transaction)) throw new Error('Only version 0 is supported.')
    const { signInApp } = await import('./phoneApp.ts')
    const { signed, grant } = await signInApp(transaction, { ...this.#asking, grant: this.#grant })
    if (this.#grant) this.#save(grant)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer is compared with what was given
    return signed as Given
  }

  #keep(grant: AppGrant): void {
    this.#save(grant)
    this.emit('connect', new PublicKey(grant.address))
  }

  #save(grant: AppGrant): void {
    this.#grant = grant
    appGrant.set(grant)
  }
}
