import { z } from 'zod/mini'

import { ErrorBody } from '#protocol/status/errors.ts'

/** An error body without a field that nobody promised. */
export const ExactErrorBody = z.strictObject(ErrorBody.shape)
