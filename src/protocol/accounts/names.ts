import { z } from 'zod/mini'

import { type AccountKind, typeName } from './account.ts'

/** Wire names that a deployment can configure. Source: wire, "Names that can be configured". */
export type Names = {
  /** Prefix of aggregated asset ids, before the colon. */
  aggregatedPrefix: string
  /** The `type` of each kind of account. */
  accountTypes: Readonly<Record<AccountKind, string>>
}

/** Configured names; no two account kinds may share one. */
export const Names: z.ZodMiniType<Names> = z.object({
  aggregatedPrefix: z.string().check(z.regex(/^[a-z][a-z0-9]{0,15}$/, 'Expected lower case: agg.')),
  accountTypes: z
    .object({ roleBased: typeName, basic: typeName, eip7702: typeName, solana: typeName })
    .check(
      z.refine(
        (types) => new Set(Object.values(types)).size === Object.keys(types).length,
        'Two kinds of account have the same name.',
      ),
    ),
})
