/** Roles of a service process; one process can have any set of them. */
export const roleNames = ['api', 'worker', 'attestor'] as const
export type Role = (typeof roleNames)[number]
