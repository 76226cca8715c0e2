import type { Formats } from '#dashboard/components/amounts/createFormats.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import { translate } from '../../../language/translate.ts'
import {
  type FaultWords,
  describeFault,
  describeSilence,
} from '../../quoting/assets/describeFault.ts'
import type { SwapForm } from './swapForm.ts'

/** Why a token on no list is not asked for, and what may be done: the other side as its pool has it. */
export type UnlistedProblem = FaultWords & { action: 'pair' | undefined; isBusy?: true }

/** What the words need. */
export type UnlistedWords = { formats: Formats; chains: ReadonlyMap<string, ChainIdentity> }

/**
 * Returns why the token of a form that no list names cannot be asked for; undefined where it can, and
 * without one. Source: wire, "Tokens on no list".
 */
export function findUnlistedProblem(
  form: Pick<SwapForm, 'unlisted' | 'from' | 'to' | 'recipient'>,
  { formats, chains }: UnlistedWords,
): UnlistedProblem | undefined {
  const { unlisted, recipient } = form
  if (!unlisted) return undefined
  const { state, side, assetType } = unlisted
  const { chainId } = splitAssetType(assetType)
  const chain = chains.get(chainId)?.name ?? chainId
  switch (state.kind) {
    case 'both':
      return {
        short: translate('One side must be listed'),
        sentence: translate('Both tokens are unlisted. Choose a listed one for one side.'),
        action: undefined,
      }
    case 'reading':
      return {
        short: translate('Loading token'),
        sentence: translate('Loading the token and its pools on {chain}.', { chain }),
        action: undefined,
        isBusy: true,
      }
    case 'silent':
      return { ...describeSilence(chain), action: undefined }
    case 'fault':
      return { ...describeFault(state.fault, formats), action: undefined }
    case 'ready': {
      const other = side === 'from' ? form.to : form.from
      if (other && !other.only)
        return {
          short: translate('Use paired token'),
          sentence: translate(
            'Its pool pairs it with another listed token on {chain}, not with {symbol}.',
            { chain, symbol: other.asset.symbol },
          ),
          action: 'pair',
        }
      if (recipient.kind === 'other' && recipient.isOwn !== true)
        return {
          short: translate('Only for your own account'),
          sentence: translate('Unlisted tokens can only be delivered to the account that pays.'),
          action: undefined,
        }
      return undefined
    }
  }
}
