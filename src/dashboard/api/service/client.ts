import { toUnits } from '#protocol/ids/amount.ts'
import type { DashboardEndpointName } from '#protocol/http/dashboardEndpoints.ts'
import type { EndpointRoute } from '#protocol/http/endpoints/endpoint.ts'
import type { endpoints } from '#protocol/http/endpoints.ts'
import { ErrorBody, type ErrorCode } from '#protocol/status/errors.ts'
import { translate } from '../../language/translate.ts'
import { createServerClock, type ServerClock } from './serverClock.ts'

type CalledName = DashboardEndpointName | 'scenarios' | 'setScenario'

/** An endpoint that pages call: with no key of their own, but for what an operator does. */
export type CalledEndpoint = {
  [name in CalledName]: Pick<(typeof endpoints)[name], keyof EndpointRoute>
}[CalledName]

/** The decoded answer of an endpoint. */
export type EndpointAnswer<endpoint extends CalledEndpoint> = endpoint['response']['_zod']['output']

/** One exchange with the service, for the developer view. */
export type ApiExchange = {
  method: 'GET' | 'POST'
  /** Path and query as sent. */
  url: string
  /** JSON body as sent; absent on GET. */
  body?: string
  /** HTTP status; 0 without an answer. */
  status: number
  startedAtMs: number
  latencyMs: number
  /** Where the answer violates the endpoint's schema. */
  deviations: readonly { path: string; message: string }[]
}

/** The connection to the service; created once and passed by context. */
export type Api = {
  baseUrl: string
  fetch: typeof globalThis.fetch
  clock: ServerClock
  onExchange: (exchange: ApiExchange) => void
}

/** The service's error codes, and those of the connection to it. */
export type ApiErrorCode = ErrorCode | 'UNREACHABLE' | 'UNREADABLE'

/** Thrown when the service refuses, cannot be reached, or its answer cannot be decoded. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 without an answer. */
  readonly status: number
  readonly code: ApiErrorCode
  readonly issues: readonly { path: string; message: string }[]
  /** The revert data of a contract, where the service reports it. */
  readonly revertData: ErrorBody['revertData']
  /** The most that can be moved instead, in the units of the request, where dust is in the way. */
  readonly most: bigint | undefined

  constructor(
    what: Pick<ErrorBody, 'message' | 'issues' | 'revertData' | 'most'> & {
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
    this.most = what.most === undefined ? undefined : toUnits(what.most)
  }
}

/** Query parameters or body of a request, and when to give up. */
export type CallOptions = {
  query?: Record<string, string>
  body?: unknown
  signal?: AbortSignal
  /** Timeout of the answer; 20 s by default. */
  timeoutMs?: number
}

/** Default timeout; a service that has not answered by then counts as unreachable. */
const defaultTimeoutMs = 20_000

/**
 * Creates the connection to a service.
 *
 * @param options - `baseUrl` replaces `/api` in every path; by default it is the path of the page's
 *   own host that adds the API key (wire, "Errors, limits, headers").
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
 * Calls an endpoint and decodes its answer.
 *
 * @throws ApiError when the service refuses, cannot be reached, or its answer cannot be decoded.
 */
export async function call<endpoint extends CalledEndpoint>(
  api: Api,
  endpoint: endpoint,
  options: CallOptions = {},
): Promise<EndpointAnswer<endpoint>> {
  const { decoded } = await callWithRaw(api, endpoint, options)
  return decoded
}

/**
 * Like {@link call}, and returns the JSON as received too: signed documents (quotes) must be
 * verified and sent back unchanged, including fields that the schema drops.
 *
 * @throws ApiError as {@link call}.
 */
export async function callWithRaw<endpoint extends CalledEndpoint>(
  api: Api,
  endpoint: endpoint,
  options: CallOptions = {},
): Promise<{ decoded: EndpointAnswer<endpoint>; received: unknown }> {
  const { method, response } = endpoint
  const url = buildUrl(api, endpoint, options.query)
  const body = method === 'POST' ? JSON.stringify(options.body ?? {}) : undefined
  const startedAtMs = Date.now()
  function report(status: number, deviations: ApiExchange['deviations'] = []): void {
    const latencyMs = Date.now() - startedAtMs
    const sent = body === undefined ? {} : { body }
    api.onExchange({ method, url, ...sent, status, startedAtMs, latencyMs, deviations })
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
      message: translate('The service returned a response this app can’t read ({deviations}).', {
        deviations: formatDeviations(deviations),
      }),
      issues: [...deviations],
    })
  return { decoded: data.value, received: answer.json }
}

/** Combines the caller's signal (AbortError) with the timeout (TimeoutError). */
function createSignal({ signal, timeoutMs = defaultTimeoutMs }: CallOptions): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

function buildUrl(
  api: Api,
  endpoint: EndpointRoute,
  query: Record<string, string> | undefined,
): string {
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
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
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
    const message = translate('Can’t reach the service.')
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
      message: translate('The service returned {status} without a reason.', { status }),
    })
  const { message, issues, revertData, most } = body.data
  const code = body.data.code ?? toApiErrorCode(status)
  return new ApiError({ status, code, message, issues, revertData, most })
}

/** The error code of a status whose body has none. */
function toApiErrorCode(status: number): ApiErrorCode {
  if (status === 401) return 'UNAUTHENTICATED'
  if (status === 403) return 'FORBIDDEN'
  if (status === 404) return 'NOT_FOUND'
  if (status === 429) return 'RATE_LIMITED'
  return status >= 500 ? 'INTERNAL' : 'INVALID_REQUEST'
}

function decode<schema extends EndpointRoute['response']>(schema: schema, json: unknown) {
  const result = schema.safeParse(json)
  if (result.success) return { data: { value: result.data }, deviations: [] }
  const deviations = result.error.issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message,
  }))
  return { data: undefined, deviations }
}

function formatDeviations(deviations: ApiExchange['deviations']): string {
  const [first] = deviations
  return first
    ? `${first.path || translate('the whole response')}: ${first.message}`
    : translate('no reason given')
}
