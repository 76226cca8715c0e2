import { z } from 'zod/mini'

import { EvmAddress } from '../ids/caip.ts'
import { RoleBasedAccount, SignerAccount } from './account.ts'

/** Body of `POST /api/account/predict-address` (ours): the account's keys. */
export const PredictAddressRequest = z.union([
  z.pick(RoleBasedAccount, { sessionAddress: true, adminAddress: true }),
  z.pick(SignerAccount, { type: true, signerAddress: true, deploymentType: true }),
])
export type PredictAddressRequest = z.output<typeof PredictAddressRequest>

/** 201 of predict-address; the address is the same on every EVM chain. */
export const PredictAddressAnswer = z.object({ predictedAddress: EvmAddress })
export type PredictAddressAnswer = z.output<typeof PredictAddressAnswer>
