import type { AnswerOf, BodyOf, QueryOf } from '#protocol/http/endpointShape.ts'
import type { EndpointName } from '#protocol/http/endpoints.ts'
import type { Caller } from '../../caller.ts'

/** What a handler gets: the decoded request, and the body as it came (a seal covers that). */
export type HandlerInput<name extends EndpointName> = {
  query: QueryOf<name>
  body: BodyOf<name>
  /** The body before decoding: fields that the schema drops are still there. */
  receivedBody: unknown
  caller: Caller
}

/** Answers one endpoint of the table. Throws a ServiceError to refuse. */
export type Handler<name extends EndpointName> = (
  input: HandlerInput<name>,
) => Promise<AnswerOf<name>> | AnswerOf<name>

/** The endpoints a deployment offers; one without a handler has no route. */
export type Handlers = { [name in EndpointName]?: Handler<name> }
