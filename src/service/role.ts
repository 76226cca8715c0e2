/** Role of a service process; one process can have any set of them. */
export type Role = 'api' | 'worker' | 'attestor'
