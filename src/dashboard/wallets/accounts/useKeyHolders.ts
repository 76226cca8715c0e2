import { useConnections } from 'wagmi'

import { type KeyHolder, keyHolder } from './keyHolder.ts'
import { type SolanaOwner, useSolanaOwner } from './useSolanaOwner.ts'
import { useAccount } from './useAccount.ts'

/** Who signs for each account of the set in use, in its order: the Solana one is the last. */
export function useKeyHolders(): readonly KeyHolder[] {
  const { members } = useAccount()
  const connections = useConnections()
  const solana = useSolanaOwner()
  const holders = members.map((member) => keyHolder(member, connections))
  return solana ? [...holders, solanaHolder(solana)] : holders
}

function solanaHolder({ address, wallet, isReady }: SolanaOwner): KeyHolder {
  return { key: address, wallet, state: isReady ? 'ready' : 'absent', canAuthorize: false }
}
