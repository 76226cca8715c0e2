import { SessionRecord } from '../../accounts/session.ts'
import { PredictAddressAnswer } from '../../accounts/predictedAddress.ts'
import type { EndpointRoute } from './endpoint.ts'

/** `POST /api/account/predict-address` */
export const predictAddress = {
  method: 'POST',
  paths: ['/api/account/predict-address'],
  response: PredictAddressAnswer,
} as const satisfies EndpointRoute

/** `POST /api/account/revoke-session` */
export const revokeSession = {
  method: 'POST',
  paths: ['/api/account/revoke-session'],
  response: SessionRecord,
} as const satisfies EndpointRoute

/** `POST /api/account/allow-session` */
export const allowSession = {
  method: 'POST',
  paths: ['/api/account/allow-session'],
  response: SessionRecord,
} as const satisfies EndpointRoute
