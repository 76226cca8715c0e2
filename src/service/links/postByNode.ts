import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { urlToHttpOptions } from 'node:url'

import type { Post } from '#chains/rpc/rpcBatch.ts'

/** Maximum length of a response to the service; no node legitimately sends more. */
const maxCharactersOfService = 10_000_000

/** Maximum length of a response that a visitor may draw. */
const maxCharactersOfVisitor = 256 * 1024

class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLong'
}

/**
 * Like {@link postByNode} for what visitors ask: an answer that is too long for them is no fault of
 * the node, so it reads as the node's refusal.
 */
function postForVisitors(url: string): Post {
  const post = postByNode(url, maxCharactersOfVisitor)
  return async (body, options) => {
    try {
      return await post(body, options)
    } catch (error) {
      if (!(error instanceof AnswerTooLongError)) throw error
      const message = 'The answer is longer than 256 kB: ask for less at a time.'
      return { status: 200, text: JSON.stringify({ error: { code: -32_000, message } }) }
    }
  }
}

/**
 * What clients for visitors have in common: bounded answers, no shared HTTP requests and no second
 * try. The code that their calls run may take a node that long.
 */
export const ofVisitors = {
  post: postForVisitors,
  batch: { maxCalls: 1, isTriedOnce: true },
  timeoutMs: 5_000,
} as const

/**
 * Creates a function that posts with Node's HTTP client over keep-alive connections, at a third of
 * the CPU cost of `fetch` for a small request. Redirects are not followed.
 *
 * @throws TypeError when the URL is invalid.
 */
export function postByNode(url: string, maxCharacters = maxCharactersOfService): Post {
  const target = new URL(url)
  const isSecure = target.protocol === 'https:'
  const request = isSecure ? httpsRequest : httpRequest
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const base = { ...urlToHttpOptions(target), agent, method: 'POST' }
  return (body, { timeoutMs }) =>
    new Promise((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }
      const sent = request({ ...base, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
          if (text.length > maxCharacters)
            sent.destroy(new AnswerTooLongError('the answer is too long'))
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.on('error', reject)
      })
      const timer = setTimeout(
        () => sent.destroy(new Error(`no answer in ${timeoutMs} ms`)),
        timeoutMs,
      )
      sent.on('error', reject)
      sent.on('close', () => clearTimeout(timer))
      sent.end(body)
    })
}
