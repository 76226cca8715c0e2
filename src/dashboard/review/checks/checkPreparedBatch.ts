import {
  buildApproveCall,
  buildGuardCall,
  buildPullCall,
  buildTransferCall,
} from '#chains/evm/operation/accountCalls.ts'
import type { BatchCall } from '#chains/evm/operation/batch.ts'
import { EvmAddress, isSameAddress, splitAssetType } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { type Check, checkSame, checkThat } from '../claims/check.ts'
import { describeAmount } from '../claims/evidence.ts'
import type { ParsedPreparedCall } from '../cases/parsePreparedCall.ts'
import { findRootToken } from '../cases/roots.ts'

/** A call that the batch must contain, and the claim and text of its check. */
type ExpectedCall = {
  id: 'calls' | 'approval' | 'deadlines' | 'lent' | 'fees'
  what: string
  call: BatchCall
}

/** Checks that the batch is exactly what was asked for, call by call. */
export function checkPreparedBatch(prepared: ParsedPreparedCall): Check[] {
  const expected = buildExpectedCalls(prepared)
  return [
    checkSame('calls', translate('Calls in the operation'), {
      actual: prepared.batch.length,
      expected: expected.length,
    }),
    ...expected.map(({ id, what, call }, index) => {
      const isMet = isSameCall(prepared.batch[index], call)
      return checkThat(id, isMet, isMet ? what : translate('Not as requested: {what}', { what }))
    }),
    ...(prepared.request.allowanceRequirements.length === 0
      ? [checkThat('approval', true, translate('No allowance is granted'))]
      : []),
  ]
}

function buildExpectedCalls({
  request,
  roots,
  read,
  guard,
  pull,
  fee,
}: ParsedPreparedCall): ExpectedCall[] {
  const { contracts } = read.chain
  const { feeReceiver: recipient, solver } = roots.roles
  const window = guard ?? { validAfter: 0n, validUntil: 0n }
  const { given, reset } = buildApprovals({ request, roots, read })
  const expected: (ExpectedCall | undefined)[] = [
    {
      id: 'deadlines',
      what: translate('It expires automatically'),
      call: buildGuardCall(contracts.validityGuard, window),
    },
    pull && {
      id: 'lent',
      what: translate('The advance comes first'),
      call: buildPullCall(contracts.destinationSettler, { ...pull, solver }),
    },
    ...given,
    ...request.calls.map(({ to, data, value }, index): ExpectedCall => ({
      id: 'calls',
      what: translate('Call {number} to {to}', { number: index + 1, to }),
      call: { to, data, value: BigInt(value) },
    })),
    ...reset,
    pull
      ? undefined
      : {
          id: 'fees',
          what: translate('The fee goes to the pinned receiver'),
          call: buildTransferCall(fee?.token ?? recipient, {
            recipient,
            amount: fee?.amount ?? 0n,
          }),
        },
  ]
  return expected.filter((one) => one !== undefined)
}

/** The allowances that were asked for, and the calls that take them back. */
function buildApprovals({
  request,
  roots,
  read,
}: Pick<ParsedPreparedCall, 'request' | 'roots' | 'read'>): Record<
  'given' | 'reset',
  ExpectedCall[]
> {
  const allowances = request.allowanceRequirements.map(({ assetType, spender, amount }) => {
    const token = EvmAddress.parse(splitAssetType(assetType).reference)
    const asset = findRootToken(roots, { chainId: read.chain.chainId, token })
    return { token, asset, spender, amount: BigInt(amount) }
  })
  return {
    given: allowances.map(({ token, asset, spender, amount }) => ({
      id: 'approval',
      what: translate('{spender} can spend exactly {amount}', {
        spender,
        amount: describeAmount(amount, asset),
      }),
      call: buildApproveCall(token, { spender, amount }),
    })),
    reset: allowances.map(({ token, asset, spender }) => ({
      id: 'approval',
      what: translate('Afterwards, {spender} can’t spend any {symbol}', {
        spender,
        symbol: asset?.symbol ?? token,
      }),
      call: buildApproveCall(token, { spender, amount: 0n }),
    })),
  }
}

function isSameCall(actual: BatchCall | undefined, expected: BatchCall): boolean {
  return (
    actual !== undefined &&
    isSameAddress(actual.to, expected.to) &&
    actual.value === expected.value &&
    actual.data.toLowerCase() === expected.data.toLowerCase()
  )
}
