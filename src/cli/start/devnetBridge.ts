import type { ChildProcess } from 'node:child_process'
import { z } from 'zod/mini'
import type { DevnetRequest, DevnetResponse, DevnetRoute } from '#devnet/explorer/page.ts'

/** Identifies a route on the other side. */
export const RouteName = z.object({ method: z.enum(['GET', 'POST']), path: z.string() })
export type RouteName = z.output<typeof RouteName>

const BridgeQuestion = z.object({
  kind: z.literal('devnet question'),
  id: z.number(),
  route: RouteName,
  request: z.object({
    body: z.optional(z.unknown()),
    params: z.record(z.string(), z.string()),
    query: z.record(z.string(), z.string()),
  }),
})
type BridgeQuestion = z.output<typeof BridgeQuestion>

const BridgeAnswer = z.object({
  kind: z.literal('devnet answer'),
  id: z.number(),
  response: z.object({ status: z.number(), contentType: z.string(), body: z.string() }),
})
type BridgeAnswer = z.output<typeof BridgeAnswer>

/**
 * Answers a child's requests for devnet routes: the nodes belong to this process, the HTTP service to
 * the child.
 */
export function answerDevnetQuestions(child: ChildProcess, routes: readonly DevnetRoute[]): void {
  child.on('message', (message) => {
    const { data } = BridgeQuestion.safeParse(message)
    if (data) void answer(data).then((reply) => child.send(reply, ignoreClosed))
  })

  async function answer({ id, route, request }: BridgeQuestion): Promise<BridgeAnswer> {
    const found = routes.find(({ method, path }) => method === route.method && path === route.path)
    return {
      kind: 'devnet answer',
      id,
      response: await respond(found, { body: undefined, ...request }),
    }
  }
}

/** The parent's routes, called over the process channel. */
export function createParentRoutes(names: readonly RouteName[]): DevnetRoute[] {
  const waiting = new Map<number, (response: DevnetResponse) => void>()
  let lastId = 0
  process.on('message', (message) => {
    const { data } = BridgeAnswer.safeParse(message)
    if (!data) return
    waiting.get(data.id)?.(data.response)
    waiting.delete(data.id)
  })

  function ask(route: RouteName, request: DevnetRequest): Promise<DevnetResponse> {
    lastId += 1
    const question: BridgeQuestion = { kind: 'devnet question', id: lastId, route, request }
    return new Promise((resolve) => {
      waiting.set(question.id, resolve)
      process.send?.(question)
    })
  }

  return names.map((route) => ({ ...route, handle: (request) => ask(route, request) }))
}

async function respond(
  route: DevnetRoute | undefined,
  request: DevnetRequest,
): Promise<DevnetResponse> {
  try {
    if (route) return await route.handle(request)
    throw new Error('There is no such devnet route.')
  } catch (error) {
    console.error(error)
    const message = 'The devnet failed.'
    return { status: 500, contentType: 'application/json', body: JSON.stringify({ message }) }
  }
}

/** Ignores children that have exited. */
function ignoreClosed(): void {}
