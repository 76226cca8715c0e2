import { Hash, Hex } from '#protocol/ids/hex.ts'
import type { TransactionRow } from '../../storage/executions/stepRows.ts'

/** The signed bytes of a stored transaction. */
export function getRawTransaction({ raw }: { raw: string }): Hex {
  return Hex.parse(raw)
}

/** The hash of the user operation in a stored transaction; undefined when it holds none. */
export function findUserOpHash({ meta }: TransactionRow): Hash | undefined {
  if (typeof meta !== 'object' || meta === null || !('userOpHash' in meta)) return undefined
  const hash = Hash.safeParse(meta.userOpHash)
  return hash.success ? hash.data : undefined
}

/** The meta of a transaction that only uses up the nonce of an earlier one. */
export const revocationMeta = { revokes: true } as const

/** Whether a stored transaction is a revocation, see {@link revocationMeta}. */
export function isRevocation({ meta }: Pick<TransactionRow, 'meta'>): boolean {
  return typeof meta === 'object' && meta !== null && 'revokes' in meta && meta.revokes === true
}
