import {
  type Answer,
  emptyKey,
  type Kind,
  kinds,
  type ConformanceContext,
  slowKey,
} from './interface.ts'
import { type Expected, getKinds, type OutageRow, refusal, type Row } from './interfaceRow.ts'
import { funded, signedQuote } from './interfaceSigned.ts'

/** A query for one column; undefined values are left out. */
type Query = Readonly<Record<string, string | undefined>>
type GoodQuery = (harness: ConformanceContext, kind: Kind) => Promise<Query>

/** An invalid query: outcome, changed values, and the expected response. */
type QueryFault = readonly [outcome: string, change: Query, expected: Expected]

const statusPaths = [
  '/api/status/get-execution-status',
  '/api/v3/status/get-execution-status',
  '/v3/status/get-execution-status',
]
const historyPaths = ['/api/status/get-tx-history', '/api/v3/status/get-tx-history']
/** Generation 3 has filters; generation 1 ignores them, like any unknown field. */
const filteredPath = '/api/v3/status/get-tx-history'
const plainPaths = [
  '/api/chains/supported-list',
  '/api/assets/list',
  '/api/rates',
  '/api/discovery',
  '/api/devnet/scenarios',
]
const balancesV2 = '/api/v2/balances/aggregated-balance'
const balancesV3 = '/api/v3/balances/aggregated-balance'
const balancesV3Paths = [balancesV3, '/v3/balances/aggregated-balance']
const onSolana = 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW'
const nobody = '0x00000000000000000000000000000000000000aa'
const usdcNowhere = `eip155:424242/erc20:${nobody}`

/** Rows of every read endpoint. */
export function readingRows(): Row[] {
  return [
    ...statusPaths.flatMap(statusRows),
    ...historyPaths.flatMap(historyRows),
    ...balanceRows(),
    ...plainPaths.flatMap((path) => [success(path, nothing), ...commonQueryRows(path, nothing)]),
  ]
}

/** Rows of read endpoints while chains or the database are down. */
export function readingOutages(): OutageRow[] {
  const stored = [
    ...statusPaths.map((path) => ({ path, good: executedQuote })),
    ...historyPaths.map((path) => ({ path, good: getUser })),
  ]
  const read = [
    { path: balancesV2, good: newAddress },
    { path: balancesV3, good: newAccount },
  ]
  return [
    ...stored.flatMap(({ path, good }) => [
      outage(path, { good, down: 'database', expected: unavailable }),
      // The status of an execution does not need its chains.
      outage(path, { good, down: 'chains', expected: { status: 200 } }),
    ]),
    // Unavailable chains are listed in the response, never counted as zero.
    ...read.map(({ path, good }) =>
      outage(path, { good, down: 'chains', expected: { status: 200, named: 'unavailableChains' } }),
    ),
  ]
}

const unavailable: Expected = { status: 503, code: 'STORAGE_UNAVAILABLE' }

function statusRows(path: string): Row[] {
  return [
    {
      ...success(path, executedQuote),
      async ask(harness, kind) {
        const query = await executedQuote(harness, kind)
        const answer = await read(harness, { path, query })
        return Object(answer.body).quoteId === query.quoteId ? answer : { status: 0, body: answer }
      },
    },
    {
      ...success(path, nothing),
      outcome: 'a quote that nobody executed: nothing',
      async ask(harness) {
        const answer = await read(harness, { path, query: { quoteId: `0x${'0d'.repeat(32)}` } })
        return Object.keys(Object(answer.body)).length === 0 ? answer : { status: 0, body: answer }
      },
    },
    ...faultRows(path, {
      good: executedQuote,
      faults: [
        ['no quote id', { quoteId: undefined }, refusal('quoteId')],
        ['a quote id that is none', { quoteId: '0x12' }, refusal('quoteId')],
      ],
    }),
    ...commonQueryRows(path, async () => ({ quoteId: `0x${'0d'.repeat(32)}` })),
  ]
}

/** A value of each filter that it does not take. */
const badFilters: readonly QueryFault[] = [
  ['a status that is none', { status: 'PENDING,DONE' }, refusal('status.1')],
  ['a kind that is none', { type: 'LOAN' }, refusal('type.0')],
  ['an asset that is none', { asset: 'usdc' }, refusal('asset.0')],
  ['a chain that is none', { chain: 'polygon' }, refusal('chain.0')],
  ['a first day that is none', { since: 'yesterday' }, refusal('since')],
  ['a last day that is none', { until: '2026-13-01' }, refusal('until')],
  ['a search for a word', { search: 'rent' }, refusal('search.0')],
  ['more than 20 statuses', { status: 'PENDING,'.repeat(20) + 'FAILED' }, refusal('status')],
]

/** For each filter, whether the execution of a swap is found by a value that fits and one that does not. */
function filterRows(path: string): Row[] {
  const filters: readonly [string, string, string][] = [
    ['status', 'PENDING,IN_PROGRESS,EXECUTED,COMPLETED,REFUNDED,FAILED', ''],
    ['type', 'SWAP,TRANSFER', 'CALL'],
    ['since', '2020-01-01', '2100-01-01T00:00:00Z'],
    ['until', '4000000000', '2020-01-01'],
    ['chain', '', 'eip155:424242'],
    ['asset', '', usdcNowhere],
    ['search', '', `0x${'0d'.repeat(32)}`],
  ]
  return filters.map(([name, good, bad]) => ({
    ...success(path, getUser),
    outcome: `filtered by ${name}`,
    async ask(harness, kind) {
      const { quoteId } = await executedQuote(harness, kind)
      const user = await getUser(harness, kind)
      const whole = await read(harness, { path, query: { ...user, limit: '100' } })
      const row = listRows(whole).find((one) => one['quoteId'] === quoteId)
      const value = good === '' ? pickValue(name, row) : good
      const answer = await read(harness, { path, query: { ...user, [name]: value } })
      const isThere = listRows(answer).some((one) => one['quoteId'] === quoteId)
      const other = bad === '' ? undefined : { ...user, [name]: bad }
      const away = other && (await read(harness, { path, query: other }))
      const isAway = !away || (away.status === 200 && listRows(away).length === 0)
      return isThere && isAway ? answer : { status: 0, body: { answer, away } }
    },
  }))
}

function listRows({ body }: { body: unknown }): Record<string, unknown>[] {
  const rows: unknown = Object(body).transactions
  return Array.isArray(rows) ? rows.map((row): Record<string, unknown> => Object(row)) : []
}

/** A value of a filter that this row fits. */
function pickValue(name: string, row: Record<string, unknown> | undefined): string {
  const { quoteId, destinationToken } = Object(row)
  const assetType = String(Object(destinationToken).assetType)
  if (name === 'search') return String(quoteId)
  return name === 'asset' ? assetType : assetType.slice(0, assetType.indexOf('/'))
}

function historyRows(path: string): Row[] {
  return [
    {
      ...success(path, getUser),
      async ask(harness, kind) {
        const { quoteId } = await executedQuote(harness, kind)
        const answer = await read(harness, { path, query: await getUser(harness, kind) })
        const rows: unknown[] = Object(answer.body).transactions
        const isThere = rows.some((row) => Object(row).quoteId === quoteId)
        return isThere ? answer : { status: 0, body: answer }
      },
    },
    {
      ...success(path, getUser),
      outcome: 'a cursor of another query',
      expected: refusal('continuation'),
      async ask(harness, kind) {
        const user = await getUser(harness, kind)
        const first = await read(harness, { path, query: { ...user, limit: '1' } })
        const { continuation } = Object(first.body)
        const query = { ...user, limit: '1', sortBy: 'updatedAt', continuation }
        return continuation === undefined
          ? { status: 0, body: first }
          : read(harness, { path, query })
      },
    },
    ...faultRows(path, {
      good: getUser,
      faults: [
        ['no user', { user: undefined }, refusal('user')],
        ['a user that is none', { user: '0x12' }, refusal('user')],
        ...(path === '/api/status/get-tx-history'
          ? ([['a user on Solana', { user: onSolana }, refusal('user')]] as const)
          : []),
        ['a limit of zero', { limit: '0' }, refusal('limit')],
        ['a limit that is no number', { limit: 'many' }, refusal('limit')],
        ['an order that is none', { sortBy: 'amount' }, refusal('sortBy')],
        ['a cursor of nobody', { continuation: 'AAAA' }, refusal('continuation')],
        ...(path === filteredPath ? badFilters : []),
      ],
    }),
    ...(path === filteredPath ? filterRows(path) : []),
    ...commonQueryRows(path, async () => ({ user: nobody })),
  ]
}

function balanceRows(): Row[] {
  return [
    success(balancesV2, getAddress),
    ...faultRows(balancesV2, {
      good: getAddress,
      faults: [
        ['no address', { address: undefined }, refusal('address')],
        ['an address that is none', { address: '0x12' }, refusal('address')],
        ['an address on Solana', { address: onSolana }, refusal('address')],
        ['an asset that is none', { assetId: 'usdc' }, refusal('assetId.0')],
        ['an asset of an unknown chain', { assetId: usdcNowhere }, unsupported],
      ],
    }),
    ...commonQueryRows(balancesV2, getAddress),
    ...balancesV3Paths.flatMap(balanceRowsV3),
  ]
}

function balanceRowsV3(path: string): Row[] {
  return [
    success(path, getAccount),
    ...faultRows(path, {
      good: getAccount,
      faults: [
        ['no account', { account: undefined }, refusal('account')],
        ['an account that is none', { account: nobody }, refusal('account.0')],
        [
          'two EVM accounts',
          { account: `eip155:1:${nobody},eip155:1:0x${'bb'.repeat(20)}` },
          refusal('account'),
        ],
        ['neither assets nor aggregates', { aggregatedAssetId: undefined }, { status: 400 }],
        ['both empty', { aggregatedAssetId: '', assetId: '' }, { status: 400 }],
        ['upper case in an id', { aggregatedAssetId: 'agg:USDC' }, refusal('aggregatedAssetId.0')],
        ['an aggregate that is none', { aggregatedAssetId: 'agg:doge' }, unsupported],
        ['agg:single', { aggregatedAssetId: 'agg:single' }, unsupported],
        ['an asset of an unknown chain', { assetId: usdcNowhere }, unsupported],
      ],
    }),
    ...commonQueryRows(path, getAccount),
  ]
}

const unsupported: Expected = { status: 400, code: 'UNSUPPORTED_ASSET' }

/** Rows that every read endpoint has. */
function commonQueryRows(path: string, good: GoodQuery): Row[] {
  function row(outcome: string, expected: Expected, how: { key?: string | null; method?: string }) {
    return {
      ...success(path, good),
      outcome,
      expected,
      ask: async (harness: ConformanceContext, kind: Kind) =>
        read(harness, { path, query: await good(harness, kind), ...how }),
    }
  }
  const other = path === '/api/devnet/scenarios' ? 'DELETE' : 'POST'
  return [
    row('no key', { status: 401, code: 'UNAUTHENTICATED' }, { key: null }),
    row('unknown key', { status: 401, code: 'UNAUTHENTICATED' }, { key: 'nobody' }),
    row('key without permission', { status: 403, code: 'FORBIDDEN' }, { key: emptyKey }),
    row('another method', { status: 405, code: 'METHOD_NOT_ALLOWED' }, { method: other }),
    {
      ...success(path, good),
      outcome: 'too many requests',
      expected: { status: 429, code: 'RATE_LIMITED' },
      async ask(harness, kind) {
        const query = await good(harness, kind)
        const answers = await Promise.all(
          [1, 2, 3].map(() => read(harness, { path, query, key: slowKey })),
        )
        return answers.find(({ status }) => status === 429) ?? { status: 0, body: answers }
      },
    },
  ]
}

function success(path: string, good: GoodQuery): Row {
  return {
    endpoint: `GET ${path}`,
    outcome: 'success',
    // Balances take one address; endpoints without accounts are the same for all kinds.
    kinds: path.includes('/balances/') ? getKinds('') : kinds,
    expected: { status: 200 },
    ask: async (harness, kind) => read(harness, { path, query: await good(harness, kind) }),
  }
}

function faultRows(
  path: string,
  { good, faults }: { good: GoodQuery; faults: readonly QueryFault[] },
): Row[] {
  return faults.map(([outcome, change, expected]) => ({
    ...success(path, good),
    outcome,
    expected,
    ask: async (harness: ConformanceContext, kind: Kind) =>
      read(harness, { path, query: { ...(await good(harness, kind)), ...change } }),
  }))
}

function outage(
  path: string,
  { good, down, expected }: { good: GoodQuery; down: OutageRow['down']; expected: Expected },
): OutageRow {
  return {
    ...success(path, good),
    outcome: down === 'chains' ? 'its chains are down' : 'the database is down',
    expected,
    down,
    async make(harness, kind) {
      const query = await good(harness, kind)
      return () => read(harness, { path, query })
    },
  }
}

async function read(
  harness: ConformanceContext,
  { path, query, ...how }: { path: string; query: Query; key?: string | null; method?: string },
): Promise<Answer> {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  const text = new URLSearchParams(given).toString()
  return harness.send(text === '' ? path : `${path}?${text}`, {}, { method: 'GET', ...how })
}

async function nothing(): Promise<Query> {
  return {}
}

async function getUser(harness: ConformanceContext, kind: Kind): Promise<Query> {
  return { user: (await executedBy(harness, kind)).user }
}

async function executedQuote(harness: ConformanceContext, kind: Kind): Promise<Query> {
  return { quoteId: (await executedBy(harness, kind)).quoteId }
}

/** The executed quotes of a column, shared by all its rows. */
const executions = new WeakMap<
  ConformanceContext,
  Map<Kind, Promise<{ user: string; quoteId: string }>>
>()

async function executedBy(
  harness: ConformanceContext,
  kind: Kind,
): Promise<{ user: string; quoteId: string }> {
  const known =
    executions.get(harness) ?? new Map<Kind, Promise<{ user: string; quoteId: string }>>()
  executions.set(harness, known)
  const running = known.get(kind) ?? executeTwo(harness, kind)
  known.set(kind, running)
  return running
}

/** Two, so that the history has a second page. */
async function executeTwo(
  harness: ConformanceContext,
  kind: Kind,
): Promise<{ user: string; quoteId: string }> {
  const owners = await funded(harness, kind)
  const user = owners[0]?.account.accountAddress ?? nobody
  let quoteId = ''
  for (const _ of [1, 2]) {
    const quote = await signedQuote(harness, { owners: owners.slice(0, 1), generation: 3 })
    await harness.send('/api/v3/quote/execute-quote', quote)
    quoteId = String(Object(quote).id)
  }
  return { user, quoteId }
}

async function getAddress(harness: ConformanceContext, kind: Kind): Promise<Query> {
  const [owner] = await harness.owners(kind)
  return { address: owner?.account.accountAddress }
}

async function getAccount(harness: ConformanceContext, kind: Kind): Promise<Query> {
  const { address } = await getAddress(harness, kind)
  return { account: `eip155:1:${address}`, aggregatedAssetId: 'agg:usdc' }
}

/** An address without cached data. */
async function newAddress(harness: ConformanceContext, kind: Kind): Promise<Query> {
  const [owner] = await harness.owners(kind, { fresh: true })
  return { address: owner?.account.accountAddress }
}

async function newAccount(harness: ConformanceContext, kind: Kind): Promise<Query> {
  const { address } = await newAddress(harness, kind)
  return { account: `eip155:1:${address}`, aggregatedAssetId: 'agg:usdc' }
}
