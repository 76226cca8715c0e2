import { registerWallet } from '@wallet-standard/wallet'

import { createLocalSolanaWallet, type LocalSolanaOptions } from './localSolanaWallet.ts'

let isAnnounced = false

/**
 * Announces the local wallet's Solana account as the Wallet Standard asks, once. It is in anyone's
 * hands then: it asks the person. This app leaves it out where it lists what others announced.
 */
export function announceLocalSolana(options: LocalSolanaOptions): void {
  if (isAnnounced) return
  isAnnounced = true
  registerWallet(createLocalSolanaWallet(options))
}
