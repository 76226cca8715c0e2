import { config } from 'zod/mini'

// Imported before any schema. Zod would otherwise probe for `eval` when a schema is created, which
// the content security policy reports as a violation.
config({ jitless: true })
