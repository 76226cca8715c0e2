import { useConnections } from 'wagmi'

import { type KeyHolder, keyHolder } from './keyHolder.ts'
import { useAccount } from './useAccount.ts'

/** Who signs for each account of the set in use, in its order. */
export function useKeyHolders(): readonly KeyHolder[] {
  const { members } = useAccount()
  const connections = useConnections()
  return members.map((member) => keyHolder(member, connections))
}
