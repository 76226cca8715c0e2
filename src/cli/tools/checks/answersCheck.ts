import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

import type { Endpoint } from '#protocol/http/endpoints/endpoint.ts'
import { type EndpointName, endpoints } from '#protocol/http/endpoints.ts'
import { openApiDocument } from '#service/http/api/openApi.ts'
import type { RecordedAnswer } from '#service/http/api/recordAnswers.ts'
import { findAnswerDeviations } from './findAnswerDeviations.ts'

const Answer = z.object({
  method: z.string(),
  path: z.string(),
  status: z.number(),
  body: z.unknown(),
})
/** Number of deviations printed in full. */
const shown = 5

// Last command of a test stage: every response of the service must match the OpenAPI document.
const answers = readAnswers(process.env['RECORD_ANSWERS'])
const document = openApiDocument(listNames(), { publicUrl: 'http://127.0.0.1' })
const deviations = findAnswerDeviations(answers, document)
for (const { answer, why } of deviations.slice(0, shown)) {
  const { method, path, status, body } = answer
  console.error(`${method} ${path} ${status}: ${why}\n${JSON.stringify(body).slice(0, 600)}\n`)
}
// A selection of tests may send no requests to the service; a full run must.
const isSilent = answers.length === 0 && process.env['ESTUARY_PART'] !== '1'
if (deviations.length > 0 || isSilent) {
  console.error(`${deviations.length} of ${answers.length} answers do not fit the document.`)
  process.exitCode = 1
} else {
  const statuses = [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b)
  console.log(
    `Note: ${answers.length} answers (${statuses.join(', ')}) fit the OpenAPI document; ` +
      `without a success: ${listUnanswered().join(', ') || 'no endpoint'}`,
  )
}

function readAnswers(file: string | undefined): RecordedAnswer[] {
  if (file === undefined || !existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => Answer.parse(JSON.parse(line)))
}

function listNames(): EndpointName[] {
  return Object.keys(endpoints).filter((name): name is EndpointName => name in endpoints)
}

/** Endpoints without a successful response. */
function listUnanswered(): string[] {
  return listNames().filter((name) => {
    const { method, paths, status }: Endpoint = endpoints[name]
    return !answers.some(
      (answer) =>
        answer.method === method && answer.status === status && paths.includes(answer.path),
    )
  })
}
