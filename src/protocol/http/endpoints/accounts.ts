import { AllowSessionRequest, RevokeSessionRequest, SessionRecord } from '../../accounts/session.ts'
import { PredictAddressAnswer, PredictAddressRequest } from '../../service/discovery.ts'
import type { Endpoint } from './endpoint.ts'

/** `POST /api/account/predict-address` */
export const predictAddress = {
  method: 'POST',
  paths: ['/api/account/predict-address'],
  summary: 'The address an account has on every EVM chain.',
  body: PredictAddressRequest,
  response: PredictAddressAnswer,
  status: 201,
} as const satisfies Endpoint

/** `POST /api/account/revoke-session` */
export const revokeSession = {
  method: 'POST',
  paths: ['/api/account/revoke-session'],
  summary: 'End a session key on every chain; signed by the admin.',
  body: RevokeSessionRequest,
  response: SessionRecord,
  status: 200,
} as const satisfies Endpoint

/** `POST /api/account/allow-session` */
export const allowSession = {
  method: 'POST',
  paths: ['/api/account/allow-session'],
  summary: 'Say what a session key may do; signed by the admin.',
  body: AllowSessionRequest,
  response: SessionRecord,
  status: 200,
} as const satisfies Endpoint
