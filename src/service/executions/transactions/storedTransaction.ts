import { Hash } from '#protocol/ids/hex.ts'
import type { TransactionRow } from '../../storage/executions/stepRows.ts'

/** The user operation in a stored transaction. */
export function findUserOpHash({ meta }: TransactionRow): Hash | undefined {
  if (typeof meta !== 'object' || meta === null || !('userOpHash' in meta)) return undefined
  const hash = Hash.safeParse(meta.userOpHash)
  return hash.success ? hash.data : undefined
}

/** What is noted beside a transaction that only takes back what was signed at its nonce. */
export const revocationMeta = { revokes: true } as const

/** Whether a stored transaction takes back what was signed at its nonce, see {@link revocationMeta}. */
export function isRevocation({ meta }: Pick<TransactionRow, 'meta'>): boolean {
  return typeof meta === 'object' && meta !== null && 'revokes' in meta && meta.revokes === true
}
