import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'

import type { JsonSchema } from '#protocol/http/endpointShape.ts'
import type { OpenApiDocument } from '#service/http/api/openApi.ts'
import type { RecordedAnswer } from '#service/http/api/recordAnswers.ts'

/** A response that does not match the OpenAPI document, with the reason. */
export type Deviation = { answer: RecordedAnswer; why: string }

/**
 * Checks responses against an OpenAPI document: path, method, status and body schema. Responses of 400
 * and above have the error body, with the same status in it.
 */
export function findAnswerDeviations(
  answers: Iterable<RecordedAnswer>,
  document: OpenApiDocument,
): Deviation[] {
  const validatorOf = createValidators()
  const isError = validatorOf(document.components.schemas.Error)
  const deviations: Deviation[] = []
  for (const answer of answers) {
    const why =
      answer.status >= 400
        ? findErrorDeviation(answer, isError)
        : findSuccessDeviation(answer, { document, validatorOf })
    if (why !== undefined) deviations.push({ answer, why })
  }
  return deviations
}

type ValidatorOf = (schema: JsonSchema) => ValidateFunction

/** Compiles each schema once; unknown keywords are errors. */
function createValidators(): ValidatorOf {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    formats: {
      uri: (text: string) => URL.canParse(text),
      'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
    },
  })
  const known = new Map<JsonSchema, ValidateFunction>()
  return (schema) => {
    const validator = known.get(schema) ?? ajv.compile(schema)
    known.set(schema, validator)
    return validator
  }
}

function findErrorDeviation(
  answer: RecordedAnswer,
  validate: ValidateFunction,
): string | undefined {
  if (!validate(answer.body)) return formatErrors(validate.errors)
  const { statusCode }: { statusCode?: unknown } = Object(answer.body)
  return statusCode === answer.status ? undefined : `its body says ${String(statusCode)}`
}

function findSuccessDeviation(
  { method, path, status, body }: RecordedAnswer,
  { document, validatorOf }: { document: OpenApiDocument; validatorOf: ValidatorOf },
): string | undefined {
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) return 'the document has no such operation'
  const response = operation.responses[String(status)]
  if (!response) return 'the document has no such status'
  const validate = validatorOf(response.content['application/json'].schema)
  return validate(body) ? undefined : formatErrors(validate.errors)
}

function formatErrors(errors: readonly ErrorObject[] | null | undefined): string {
  const sentences = (errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
  )
  return sentences.slice(0, 3).join('; ')
}
