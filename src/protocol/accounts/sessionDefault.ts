import { z } from 'zod/mini'

/** Default policy of session keys for which the admin has set none. Source: security rule 5. */
export const SessionDefault = z.enum(['open', 'own-accounts'])
export type SessionDefault = z.output<typeof SessionDefault>
