import type { FastifyReply, FastifyRequest } from 'fastify'

import { quietRefusals } from '#protocol/http/quietRefusals.ts'
import type { ErrorAnswer } from './errorAnswer.ts'

const { requestHeader, statusHeader } = quietRefusals

/** What a request is refused for that a page asks before its user is done: no route, too little. */
const expected: readonly number[] = [400, 409, 422]

/** An expected refusal as 200 for pages of the own host that ask for it; else the answer itself. */
export function quietRefusal({ url, headers }: FastifyRequest, answer: ErrorAnswer): ErrorAnswer {
  const isQuiet = url.startsWith('/dashboard-api/') && headers[requestHeader] === '1'
  if (!isQuiet || !expected.includes(answer.status)) return answer
  return {
    ...answer,
    status: 200,
    headers: { ...answer.headers, [statusHeader]: String(answer.status) },
  }
}

/** The status of an answer for logs and metrics, that of a quiet refusal included. */
export function getRealStatus(reply: FastifyReply): number {
  const refused = reply.getHeader(statusHeader)
  return refused === undefined ? reply.statusCode : Number(refused)
}
