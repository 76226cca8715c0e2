import type { AnswerOf, BodyOf, QueryOf } from '#protocol/http/endpointShape.ts'
import type { EndpointName } from '#protocol/http/endpoints.ts'
import type { Caller } from '../../caller.ts'

/** Input of a handler: the decoded request and the caller. */
export type HandlerInput<name extends EndpointName> = {
  query: QueryOf<name>
  body: BodyOf<name>
  /** The undecoded body, with fields that the schema drops; quote signatures cover it. See `readRequest`. */
  receivedBody: unknown
  caller: Caller
}

/** Handles one endpoint of the table. Throws a ServiceError to refuse. */
export type Handler<name extends EndpointName> = (
  input: HandlerInput<name>,
) => Promise<AnswerOf<name>> | AnswerOf<name>

/** Handlers of a deployment; an endpoint without one has no route. */
export type Handlers = { [name in EndpointName]?: Handler<name> }
