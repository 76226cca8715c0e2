import { Hex } from '#protocol/ids/hex.ts'
import type { TransactionRow } from '../../storage/executions/stepRows.ts'

/** The signed bytes of a stored transaction. */
export function getRawTransaction({ raw }: { raw: string }): Hex {
  return Hex.parse(raw)
}

/** The meta of a transaction that only uses up the nonce of an earlier one. */
export const revocationMeta = { revokes: true } as const

/** Whether a stored transaction is a revocation, see {@link revocationMeta}. */
export function isRevocation({ meta }: Pick<TransactionRow, 'meta'>): boolean {
  return meta.revokes === true
}
