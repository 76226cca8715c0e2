import type { DashboardEndpointName } from '#protocol/http/dashboardEndpoints.ts'
import { type Endpoint, endpoints } from '#protocol/http/endpoints.ts'
import { ErrorBody, type ErrorCode } from '#protocol/status/errors.ts'
import { createServerClock, type ServerClock } from './serverClock.ts'

/** What an endpoint answers, decoded. */
export type EndpointAnswer<name extends DashboardEndpointName> =
  (typeof endpoints)[name]['response']['_zod']['output']

/** One exchange with the service, for the developer view. */
export type Exchange = {
  endpoint: DashboardEndpointName
  method: 'GET' | 'POST'
  /** Path and query as sent. */
  url: string
  /** Body as sent, JSON; absent on GET. */
  body?: string
  /** 0 when no answer came. */
  status: number
  startedAtMs: number
  latencyMs: number
  /** How the answer differs from the endpoint table; empty when it does not. */
  deviations: readonly { path: string; message: string }[]
}

/** The service as this app reaches it; made once and handed down by context. */
export type Api = {
  baseUrl: string
  fetch: typeof globalThis.fetch
  clock: ServerClock
  onExchange: (exchange: Exchange) => void
}

/** What goes wrong on the way, beside the codes of the service itself. */
export type ApiErrorCode = ErrorCode | 'UNREACHABLE' | 'UNREADABLE'

/** The service refused, could not be reached, or its answer could not be read. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly code: ApiErrorCode
  readonly issues: readonly { path: string; message: string }[]
  /** What a contract reverted with, where the service says it. */
  readonly revertData: ErrorBody['revertData']

  constructor(
    what: Pick<ErrorBody, 'message' | 'issues' | 'revertData'> & {
      status: number
      code: ApiErrorCode
    },
    options?: ErrorOptions,
  ) {
    super(what.message, options)
    this.status = what.status
    this.code = what.code
    this.issues = what.issues ?? []
    this.revertData = what.revertData
  }
}

/** What a call sends: query parameters or a body, and when to give up. */
export type CallOptions = {
  query?: Record<string, string>
  body?: unknown
  signal?: AbortSignal
  /** How long an answer may take; 20 s unless given. */
  timeoutMs?: number
}

/** A service that took a request and says nothing for this long counts as unreachable. */
const defaultTimeoutMs = 20_000

/**
 * The service behind `baseUrl`, as {@link call} takes it.
 *
 * @param options - `baseUrl` replaces the `/api` of every path; by default the dashboard's own
 * host, which adds the key (wire, "Errors, limits, headers").
 */
export function createApi(options: Partial<Omit<Api, 'clock'>> = {}): Api {
  return {
    baseUrl: options.baseUrl ?? '/dashboard-api',
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    clock: createServerClock(),
    onExchange: options.onExchange ?? (() => undefined),
  }
}

/**
 * Calls an endpoint of the table and decodes its answer.
 *
 * @throws ApiError when the service refuses, cannot be reached or answers something unreadable.
 */
export async function call<name extends DashboardEndpointName>(
  api: Api,
  endpoint: name,
  options: CallOptions = {},
): Promise<EndpointAnswer<name>> {
  const { decoded } = await callWithRaw(api, endpoint, options)
  return decoded
}

/**
 * Like {@link call}, and gives the JSON as received too: sealed documents (quotes) are verified and
 * sent back as they came, whatever a schema would drop.
 *
 * @throws ApiError as {@link call}.
 */
export async function callWithRaw<name extends DashboardEndpointName>(
  api: Api,
  endpoint: name,
  options: CallOptions = {},
): Promise<{ decoded: EndpointAnswer<name>; received: unknown }> {
  const { method, response } = endpoints[endpoint]
  const url = buildUrl(api, endpoints[endpoint], options.query)
  const body = method === 'POST' ? JSON.stringify(options.body ?? {}) : undefined
  const startedAtMs = Date.now()
  function report(status: number, deviations: Exchange['deviations'] = []): void {
    const latencyMs = Date.now() - startedAtMs
    const sent = body === undefined ? {} : { body }
    api.onExchange({ endpoint, method, url, ...sent, status, startedAtMs, latencyMs, deviations })
  }

  const answer = await send(api, { url, method, body, signal: createSignal(options) }).catch(
    (error: unknown) => {
      report(0)
      throw error
    },
  )
  if (!answer.ok) {
    report(answer.status)
    throw toApiError(answer.status, answer.json)
  }
  const { data, deviations } = decode(response, answer.json)
  report(answer.status, deviations)
  if (data === undefined)
    throw new ApiError({
      status: answer.status,
      code: 'UNREADABLE',
      message: `The service answered something this app cannot read (${formatDeviations(deviations)}).`,
      issues: [...deviations],
    })
  return { decoded: data.value, received: answer.json }
}

/** Ends with the caller's own signal or when time is up: the first throws AbortError, the other not. */
function createSignal({ signal, timeoutMs = defaultTimeoutMs }: CallOptions): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

function buildUrl(api: Api, endpoint: Endpoint, query: Record<string, string> | undefined): string {
  const path = api.baseUrl + endpoint.paths[0].replace(/^\/api/, '')
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}

type RequestOptions = {
  url: string
  method: 'GET' | 'POST'
  body: string | undefined
  signal: AbortSignal
}

async function send(api: Api, { url, method, body, signal }: RequestOptions) {
  const sentAtMs = Date.now()
  const response = await mapNetworkErrors(() =>
    api.fetch(url, {
      method,
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
      signal,
    }),
  )
  const date = response.headers.get('date')
  api.clock.update({ date, sentAtMs, receivedAtMs: Date.now() })
  const text = await mapNetworkErrors(() => response.text())
  return { ok: response.ok, status: response.status, json: parseJson(text) }
}

async function mapNetworkErrors<result>(attempt: () => Promise<result>): Promise<result> {
  try {
    return await attempt()
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    const message = 'The service cannot be reached.'
    throw new ApiError({ status: 0, code: 'UNREACHABLE', message }, { cause })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toApiError(status: number, json: unknown): ApiError {
  const body = ErrorBody.safeParse(json)
  if (!body.success)
    return new ApiError({
      status,
      code: status >= 500 ? 'INTERNAL' : 'UNREADABLE',
      message: `The service answered ${status} without saying why.`,
    })
  const { message, issues, revertData } = body.data
  const code = body.data.code ?? toApiErrorCode(status)
  return new ApiError({ status, code, message, issues, revertData })
}

/** The code of a status whose body names none. */
function toApiErrorCode(status: number): ApiErrorCode {
  if (status === 401) return 'UNAUTHENTICATED'
  if (status === 403) return 'FORBIDDEN'
  if (status === 404) return 'NOT_FOUND'
  if (status === 429) return 'RATE_LIMITED'
  return status >= 500 ? 'INTERNAL' : 'INVALID_REQUEST'
}

function decode<schema extends Endpoint['response']>(schema: schema, json: unknown) {
  const result = schema.safeParse(json)
  if (result.success) return { data: { value: result.data }, deviations: [] }
  const deviations = result.error.issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message,
  }))
  return { data: undefined, deviations }
}

function formatDeviations(deviations: Exchange['deviations']): string {
  const [first] = deviations
  return first ? `${first.path || 'the whole'}: ${first.message}` : 'no reason given'
}
