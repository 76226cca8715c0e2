import { useSolanaOwner } from './useSolanaOwner.ts'
import { useOwner } from './useOwner.ts'

/** Who may have to sign, by ecosystem: a review that began under others stops. */
export type SignerKeys = {
  /** The connected key and its wallet; see Owner. */
  evm: string | undefined
  /** The Solana account. */
  solana: string | undefined
}

/** The keys in use now. */
export function useSignerKeys(): SignerKeys {
  return { evm: useOwner().key, solana: useSolanaOwner()?.address }
}

/** Whether the same keys are in use as before. */
export function isSameSigners(a: SignerKeys, b: SignerKeys): boolean {
  return a.evm === b.evm && a.solana === b.solana
}
