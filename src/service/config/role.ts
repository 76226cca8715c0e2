/** What one process of the service does; any set of them may run in one process. */
export type Role = 'api' | 'worker' | 'attestor'
