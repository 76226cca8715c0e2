import { setEnglishMessages } from '#protocol/http/setEnglishMessages.ts'
import type { Endpoint } from '#protocol/http/endpoints/endpoint.ts'
import type { ErrorBody } from '#protocol/status/errors.ts'
import { ServiceError } from '../../ServiceError.ts'

setEnglishMessages()

type Issues = NonNullable<ErrorBody['issues']>

/** A zod issue; a union carries the issues of each of its branches. */
type SchemaIssue = {
  path: PropertyKey[]
  message: string
  errors?: SchemaIssue[][]
}

/**
 * Decodes query and body with the endpoint's schemas. A field of the body that is `null` is as if absent:
 * many clients write the fields they leave out like that, and no answer of ours holds one that they repeat.
 *
 * @returns `receivedBody` is the body without such fields, and with those that the schema drops.
 * @throws ServiceError `INVALID_REQUEST` with an issue for each invalid field.
 */
export function readRequest(
  endpoint: Endpoint,
  received: { query: unknown; body: unknown },
): { query: unknown; body: unknown; receivedBody: unknown } {
  const receivedBody = removeNulls(received.body)
  return {
    query: endpoint.query && decode(endpoint.query, removeEmptyValues(received.query), 'query'),
    body: endpoint.body && decode(endpoint.body, receivedBody, 'body'),
    receivedBody,
  }
}

/** Removes fields that are null; an item of a list stays in its place. */
function removeNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      inner === null ? [] : [[name, removeNulls(inner)]],
    ),
  )
}

/** Removes empty values from a query: clients send `limit=` for an absent limit. */
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

/** Names the first field in the message, for readers who do not see the issues. */
function describeIssues(part: string, issues: Issues): string {
  const [first] = issues
  if (!first) return `The ${part} does not fit its schema.`
  const place = first.path === '' ? '' : ` ${first.path}:`
  return `The ${part} does not fit its schema.${place} ${first.message}`
}

/** Zod's message of a union without a message of its own. */
const noMessage = 'Invalid input'

/**
 * Reports a union by its closest branch: the one with the fewest, deepest issues. Unions of plain
 * strings have no closest branch and report themselves, like those with their own message.
 */
function toIssues(issue: SchemaIssue, base: PropertyKey[]): Issues {
  const path = [...base, ...issue.path]
  const nested = issue.errors ?? []
  const [first] = nested
  // Branches that all say the same, such as that the body is no object.
  if (first && nested.every((branch) => JSON.stringify(branch) === JSON.stringify(first)))
    return first.flatMap((one) => toIssues(one, path))
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
