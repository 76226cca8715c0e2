import { isSameAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../../language/translate.ts'
import type { CallForm } from './callForm.ts'
import type { FormSimulation } from './useSimulation.ts'

/**
 * Says why a simulation found nothing that the calls need; undefined while there is none, which the
 * simulation's own panel explains.
 */
export function explainNoNeeds(
  form: Pick<CallForm, 'chain' | 'assets' | 'isInferred' | 'tokens' | 'value'>,
  { state, result }: Pick<FormSimulation, 'state' | 'result'>,
): string | undefined {
  if (!form.isInferred || form.tokens.length > 0 || state !== 'done' || !result) return undefined
  const failed = result.calls.findIndex(({ isSuccess }) => !isSuccess)
  if (failed !== -1)
    return translate(
      'Call {number} reverts in the simulation, so what it needs is unknown. If you know it, add it here.',
      { number: String(failed + 1) },
    )
  const unknown = result.changes.find(
    ({ token, before, after }) =>
      token &&
      after < before &&
      !form.assets.some((asset) => asset.token && isSameAddress(asset.token, token)),
  )
  if (unknown)
    return translate(
      'In the simulation, {symbol} leaves your account. It’s unlisted, so you must already hold it on {chain}.',
      { symbol: unknown.reported?.symbol ?? translate('a token'), chain: form.chain.name },
    )
  if (form.value) return undefined
  return translate('In the simulation, nothing leaves your account, so the calls need no tokens.')
}
