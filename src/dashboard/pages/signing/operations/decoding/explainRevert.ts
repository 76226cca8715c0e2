import type { ContractFacts } from '#chains/evm/assets/readContract.ts'
import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import type { DecodedRevert } from '#dashboard/review/messages/decodeRevert.ts'

import { translate } from '../../../../language/translate.ts'

/** A contract's error in words, with its amounts in units that people read. */
export type RevertExplanation = {
  /** What happened and what to do; undefined for an error of which only the name is known. */
  sentence: string | undefined
  values: DecodedRevert['values']
}

type Unit = 'token' | 'vaultAsset' | undefined

/** The units of the values of errors that standards define, in their order. */
const units: ReadonlyMap<string, readonly Unit[]> = new Map(
  Object.entries<readonly Unit[]>({
    ERC20InsufficientBalance: [undefined, 'token', 'token'],
    ERC20InsufficientAllowance: [undefined, 'token', 'token'],
    ERC4626ExceededMaxDeposit: [undefined, 'vaultAsset', 'vaultAsset'],
    ERC4626ExceededMaxMint: [undefined, 'token', 'token'],
    ERC4626ExceededMaxWithdraw: [undefined, 'vaultAsset', 'vaultAsset'],
    ERC4626ExceededMaxRedeem: [undefined, 'token', 'token'],
  }),
)

/**
 * Explains a contract's error.
 *
 * @param facts - Of the contract that was called; without them amounts stay as they are.
 */
export function explainRevert(
  { name, values }: DecodedRevert,
  { facts, formats }: { facts: ContractFacts | undefined; formats: Formats },
): RevertExplanation {
  const known = units.get(name) ?? []
  // An ABI that came with a link may have another error of that name.
  const isForeign = known.some((unit, at) => unit && !/^\d+$/.test(values[at]?.value ?? ''))
  if (isForeign) return { sentence: undefined, values }
  // Which of a vault's two tokens lacked is not said.
  const isUnclear = name.startsWith('ERC20') && facts?.vaultAsset !== undefined
  const shown = values.map((one, at) => {
    const unit = isUnclear ? undefined : known[at]
    const token = unit && facts?.[unit]
    return token ? { ...one, value: formats.asset({ units: BigInt(one.value), ...token }) } : one
  })
  const [first = '', second = '', third = ''] = shown.map(({ value }) => value)
  const isNothing = values[2]?.value === '0'
  return { sentence: describe(name, { first, second, third, isNothing }), values: shown }
}

function describe(
  name: string,
  of: { first: string; second: string; third: string; isNothing: boolean },
): string | undefined {
  const { first, second, third, isNothing } = of
  switch (name) {
    case 'ERC4626ExceededMaxRedeem':
    case 'ERC4626ExceededMaxWithdraw':
      return isNothing
        ? translate(
            'You have nothing to withdraw from this vault. Check the chain and the account.',
          )
        : translate('You can withdraw at most {most} from this vault. Lower the amount.', {
            most: third,
          })
    case 'ERC4626ExceededMaxDeposit':
    case 'ERC4626ExceededMaxMint':
      return isNothing
        ? translate('This vault accepts no deposits right now. Try again later.')
        : translate('This vault accepts at most {most} right now. Lower the amount.', {
            most: third,
          })
    case 'ERC20InsufficientBalance':
      return translate('{held} is available, and {needed} is needed. Lower the amount.', {
        held: second,
        needed: third,
      })
    case 'ERC20InsufficientAllowance':
      return translate('The allowance is {allowed}, and {needed} is needed. Raise the allowance.', {
        allowed: second,
        needed: third,
      })
    case 'OwnableUnauthorizedAccount':
    case 'AccessControlUnauthorizedAccount':
      return translate('This account isn’t permitted to call the function. Use another account.')
    case 'EnforcedPause':
      return translate('The contract is paused. Try again later.')
    case 'Error':
      return translate('The contract says “{reason}”. Change the call.', { reason: first })
    default:
      return undefined
  }
}
