import type { CallFact } from '#chains/evm/operation/decodeOperation.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { type Check, checkAmount, checkSameAddress } from '../claims/check.ts'
import type { NamedAsset } from '../claims/evidence.ts'

/** Checks that an allowance is exactly the one expected. */
export function checkApproval(
  approval: CallFact & { kind: 'approval' },
  expected: { spender: EvmAddress; token: EvmAddress; amount: bigint | string; of: NamedAsset },
): Check[] {
  const { spender, token, amount, of } = expected
  return [
    checkSameAddress('approval', translate('Spender'), {
      actual: approval.spender,
      expected: spender,
    }),
    checkSameAddress('approval', translate('Token'), { actual: approval.token, expected: token }),
    checkAmount('approval', translate('Allowance'), {
      actual: approval.amount,
      expected: amount,
      of,
    }),
  ]
}
