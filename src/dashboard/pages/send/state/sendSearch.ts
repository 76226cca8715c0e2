import type { Network } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import type { FormCodec } from '#dashboard/api/state/formState.ts'
import { readChains } from '../../quoting/assets/sourceChains.ts'

/** State in the page's URL: the whole form, so that it survives a reload and can be shared. */
export type SendSearch = {
  /** The recipient: an address or `<chain id>:<address>`; empty without one. */
  to: string
  /** What arrives: an aggregate, or an asset on the chain where it arrives. */
  asset: string
  /** What arrives, a plain number (`1234.5`); text that could not be read ends with a question mark. */
  amount: string
  /** Sends everything; the amount is empty then. */
  isAll: boolean
  /** Chains that nothing is paid from. */
  without: readonly ChainId[]
}

/** Creates the codec of the page's URL; by default it sends USDC, or the asset given. */
export function createSendSearch(
  { names }: Pick<Network, 'names'>,
  sent = `${names.aggregatedPrefix}:usdc`,
): FormCodec<SendSearch> {
  return {
    read(parameters) {
      const isAll = parameters.get('all') === '1'
      return {
        to: (parameters.get('to') ?? '').slice(0, 200),
        asset: parameters.get('asset') ?? sent,
        amount: isAll ? '' : (parameters.get('amount') ?? '').slice(0, 101),
        isAll,
        without: readChains(parameters.get('without')),
      }
    },
    write: ({ to, asset, amount, isAll, without }) => ({
      to,
      asset,
      amount: isAll ? undefined : amount,
      all: isAll ? '1' : undefined,
      without: without.join(','),
    }),
    texts: ({ to }) => (to.trim() === '' ? [] : [to]),
  }
}
