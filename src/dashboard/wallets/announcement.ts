import type { Eip1193Provider } from './localProvider.ts'

/** Name by which the local wallet announces itself; its connector is found by it. */
export const localWalletRdns = 'local.estuary.wallet'

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='-6 -6 40 40' fill='none' stroke='%23025f81' stroke-width='2.4' stroke-linecap='round'%3E%3Crect x='-6' y='-6' width='40' height='40' rx='8' fill='%23fff' stroke='none'/%3E%3Cpath d='M2.5 4.5C11 4.5 11.5 12 18 12.6M2.5 14H18M2.5 23.5C11 23.5 11.5 16 18 15.4'/%3E%3Cpath d='M17.5 14H25.5' stroke-width='5.2' stroke='%230f202b'/%3E%3C/svg%3E"

/** What the local wallet is called, and its sign. */
export const localWalletTarget = { name: 'Local wallet', icon } as const

/**
 * Announces the local wallet as EIP-6963 asks, now and whenever someone looks for wallets. The
 * provider is in anyone's hands then: it has to ask the person.
 */
export function announceLocalWallet(provider: Eip1193Provider): void {
  const info = Object.freeze({
    uuid: crypto.randomUUID(),
    rdns: localWalletRdns,
    ...localWalletTarget,
  })
  function announce(): void {
    const detail = Object.freeze({ info, provider })
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
