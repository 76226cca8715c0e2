import {
  type Answer,
  type Kind,
  kinds,
  readingKey,
  type ConformanceContext,
  type Sending,
  singleKinds,
  slowKey,
} from './interface.ts'

/**
 * Expected response of a cell: the status; of an error its code and field; of a partial success the
 * list that names what is missing.
 */
export type Expected = { status: number; code?: string; field?: string; named?: string }

/** A row of the table: an endpoint, a request, and the expected response for each kind. */
export type Row = {
  endpoint: string
  outcome: string
  kinds: readonly Kind[]
  expected: Expected
  ask: (harness: ConformanceContext, kind: Kind) => Promise<Answer>
}

/** A row of an outage: the request is prepared before and sent during the outage. */
export type OutageRow = Omit<Row, 'ask'> & {
  make: (harness: ConformanceContext, kind: Kind) => Promise<() => Promise<Answer>>
  down: 'chains' | 'database'
}

/** A valid body for one column. */
export type GoodBody = (harness: ConformanceContext, kind: Kind) => Promise<object>

/** An invalid field: outcome, path, value (undefined: left out), and the expected response. */
export type Fault = readonly [outcome: string, at: string, value: unknown, expected: Expected]

/** An error that names its field. */
export function refusal(field: string, code = 'INVALID_REQUEST', status = 400): Expected {
  return { status, code, field }
}

/** Returns the kinds that an endpoint accepts; generation 1 has one account. */
export function getKinds(path: string): readonly Kind[] {
  if (path.includes('session')) return ['role-based']
  return path.includes('/v3/') ? kinds : singleKinds
}

/** Rows of bodies with one invalid field. */
export function faultRows(
  path: string,
  { good, faults }: { good: GoodBody; faults: readonly Fault[] },
): Row[] {
  return faults.map(([outcome, at, value, expected]) => ({
    endpoint: `POST ${path}`,
    outcome,
    kinds: getKinds(path),
    expected,
    ask: async (harness, kind) =>
      harness.send(path, withField(await good(harness, kind), { at: at.split('.'), value })),
  }))
}

/** Rows of an endpoint while chains or the database are down. */
export function outageRows(
  path: string,
  { good, down }: { good: GoodBody; down: readonly OutageRow['down'][] },
): OutageRow[] {
  const codes = { chains: 'CHAIN_UNAVAILABLE', database: 'STORAGE_UNAVAILABLE' }
  return down.map((what) => ({
    endpoint: `POST ${path}`,
    outcome: what === 'chains' ? 'its chains are down' : 'the database is down',
    kinds: getKinds(path),
    expected: { status: 503, code: codes[what] },
    async make(harness: ConformanceContext, kind: Kind) {
      const body = await good(harness, kind)
      return () => harness.send(path, body)
    },
    down: what,
  }))
}

/** Rows that every endpoint with a body has. */
export function commonRows(path: string, good: GoodBody): Row[] {
  function row(outcome: string, expected: Expected, how: Sending): Row {
    return {
      endpoint: `POST ${path}`,
      outcome,
      kinds: getKinds(path),
      expected,
      ask: async (harness, kind) => harness.send(path, await good(harness, kind), how),
    }
  }
  return [
    row('no key', { status: 401, code: 'UNAUTHENTICATED' }, { key: null }),
    row('unknown key', { status: 401, code: 'UNAUTHENTICATED' }, { key: 'nobody' }),
    ...(path.includes('predict-address')
      ? []
      : [row('key without permission', { status: 403, code: 'FORBIDDEN' }, { key: readingKey })]),
    row('no JSON', { status: 400, code: 'INVALID_REQUEST' }, { raw: '{' }),
    row('another method', { status: 405, code: 'METHOD_NOT_ALLOWED' }, { method: 'GET' }),
    row(
      'body above its limit',
      { status: 413, code: 'PAYLOAD_TOO_LARGE' },
      { raw: `"${'a'.repeat(1024 * 1024)}"` },
    ),
    row(
      'no JSON type',
      { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
      { type: 'text/plain', raw: 'a' },
    ),
    {
      endpoint: `POST ${path}`,
      outcome: 'too many requests',
      kinds: getKinds(path),
      expected: { status: 429, code: 'RATE_LIMITED' },
      async ask(harness, kind) {
        const body = await good(harness, kind)
        const answers = await Promise.all(
          [1, 2, 3].map(() => harness.send(path, body, { key: slowKey })),
        )
        return answers.find(({ status }) => status === 429) ?? { status: 0, body: answers }
      },
    },
  ]
}

/** Returns the document with one field replaced or removed. */
export function withField(
  document: unknown,
  { at, value }: { at: readonly string[]; value: unknown },
): unknown {
  const [key, ...rest] = at
  if (key === undefined) return value
  const inner = withField(Object(document)[key], { at: rest, value })
  if (Array.isArray(document)) {
    const items: unknown[] = [...document]
    items[Number(key)] = inner
    return items
  }
  const entries = Object.entries({ ...Object(document), [key]: inner })
  return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined))
}
