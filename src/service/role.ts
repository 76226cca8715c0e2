/** The roles that one process can have any set of. */
export const roleNames = ['api', 'worker', 'attestor'] as const
/** A role of a service process. */
export type Role = (typeof roleNames)[number]
