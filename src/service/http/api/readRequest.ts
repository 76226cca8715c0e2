import type { Endpoint } from '#protocol/http/endpoints.ts'
import type { ErrorBody } from '#protocol/status/errors.ts'
import { ServiceError } from '../../ServiceError.ts'

type Issues = NonNullable<ErrorBody['issues']>

/** An issue as zod gives it; a union carries the issues of each of its branches. */
type SchemaIssue = {
  path: PropertyKey[]
  message: string
  errors?: SchemaIssue[][]
}

/**
 * Decodes query and body by the endpoint's schemas, once, at the door.
 *
 * @throws ServiceError `INVALID_REQUEST` that names each field that does not fit.
 */
export function readRequest(
  endpoint: Endpoint,
  received: { query: unknown; body: unknown },
): { query: unknown; body: unknown } {
  return {
    query: endpoint.query && decode(endpoint.query, removeEmptyValues(received.query), 'query'),
    body: endpoint.body && decode(endpoint.body, received.body, 'body'),
  }
}

/** A query without its empty values: clients write `limit=` for a limit that they do not give. */
function removeEmptyValues(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return query
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

function decode(schema: NonNullable<Endpoint['body']>, value: unknown, part: string): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.flatMap((issue) => toIssues(issue, []))
  throw new ServiceError('INVALID_REQUEST', describeIssues(part, issues), {
    issues: issues.slice(0, 20),
  })
}

/** Names the first field, so that a person who reads only the message knows where to look. */
function describeIssues(part: string, issues: Issues): string {
  const [first] = issues
  if (!first) return `The ${part} does not fit its schema.`
  const place = first.path === '' ? '' : ` ${first.path}:`
  return `The ${part} does not fit its schema.${place} ${first.message}`
}

/** What zod says of a union that has no message of its own. */
const noMessage = 'Invalid input'

/**
 * Of a union the branch that came closest speaks: the one with the fewest, deepest issues. A union of
 * plain texts speaks for itself, since none of them is closest, and so does one that knows what came.
 */
function toIssues(issue: SchemaIssue, base: PropertyKey[]): Issues {
  const path = [...base, ...issue.path]
  const nested = issue.errors ?? []
  const isOfTexts = nested.every((branch) => branch.every((one) => one.path.length === 0))
  const speaksItself = isOfTexts || issue.message !== noMessage
  const branches = speaksItself
    ? []
    : nested.map((branch) => branch.flatMap((one) => toIssues(one, path)))
  const [closest] = branches.toSorted((a, b) => a.length - b.length || getDepth(b) - getDepth(a))
  if (closest && closest.length > 0) return closest
  return [{ path: path.map(String).join('.'), message: issue.message }]
}

function getDepth(issues: Issues): number {
  return Math.max(...issues.map(({ path }) => path.split('.').length))
}
