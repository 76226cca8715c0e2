import type { ChildProcess } from 'node:child_process'

import type { DevnetRequest, DevnetResponse, DevnetRoute } from '#devnet/explorer/route.ts'

/** Identifies a route on the other side. */
export type RouteName = Pick<DevnetRoute, 'method' | 'path'>

type BridgeQuestion = {
  kind: 'devnet question'
  id: number
  route: RouteName
  request: DevnetRequest
}
type BridgeAnswer = { kind: 'devnet answer'; id: number; response: DevnetResponse }

/**
 * Answers a child's requests for devnet routes: the nodes belong to this process, the HTTP service to
 * the child.
 */
export function answerDevnetQuestions(child: ChildProcess, routes: readonly DevnetRoute[]): void {
  child.on('message', (message) => {
    if (isQuestion(message)) void answer(message).then((reply) => child.send(reply, ignoreClosed))
  })

  async function answer({ id, route, request }: BridgeQuestion): Promise<BridgeAnswer> {
    const found = routes.find(({ method, path }) => method === route.method && path === route.path)
    return { kind: 'devnet answer', id, response: await respond(found, request) }
  }
}

/** The parent's routes, called over the process channel. */
export function createParentRoutes(names: readonly RouteName[]): DevnetRoute[] {
  const waiting = new Map<number, (response: DevnetResponse) => void>()
  let lastId = 0
  process.on('message', (message) => {
    if (!isAnswer(message)) return
    waiting.get(message.id)?.(message.response)
    waiting.delete(message.id)
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

function isQuestion(message: unknown): message is BridgeQuestion {
  return getKind(message) === 'devnet question'
}

function isAnswer(message: unknown): message is BridgeAnswer {
  return getKind(message) === 'devnet answer'
}

function getKind(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'kind' in message
    ? message.kind
    : undefined
}
