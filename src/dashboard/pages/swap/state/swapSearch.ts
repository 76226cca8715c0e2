import type { Network } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import type { FormCodec } from '#dashboard/api/state/formState.ts'
import { isUnlistedToken } from '#dashboard/api/chains/unlistedTokens.ts'
import { readChains } from '../../quoting/assets/sourceChains.ts'

/** State in the page's URL: the whole form, so that it survives a reload and can be shared. */
export type SwapSearch = {
  /** Asset to pay with: an aggregate or one asset on one chain. */
  from: string
  /** Asset to receive. */
  to: string
  /** A plain number (`1234.5`); text that could not be read ends with a question mark. */
  amount: string
  /** `<chain id>:<address>` or an address; undefined for the user's own account. */
  recipient: string | undefined
  /** Basis points; undefined leaves it to the service. */
  slippageBps: number | undefined
  /** Chains that nothing is paid from. */
  without: readonly ChainId[]
}

/**
 * Creates the codec of the swap page's URL. The default is USDC, or `paid`, for ETH, or for SOL if
 * only Solana can receive; that asset itself goes for USDC.
 */
export function createSwapSearch(
  network: Network,
  options: { isSolanaOnly?: boolean; paid?: string } = {},
): FormCodec<SwapSearch> {
  const usdc = `${network.names.aggregatedPrefix}:usdc`
  const received = `${network.names.aggregatedPrefix}:${options.isSolanaOnly ? 'sol' : 'eth'}`
  const { paid = usdc } = options
  return {
    read: (parameters) => parseSearch(parameters, { usdc, received, paid }),
    write: serializeSearch,
    texts: ({ recipient, from, to }) => [
      ...(recipient === undefined ? [] : [recipient]),
      ...[from, to].filter((assetId) => isUnlistedToken(network, assetId)),
    ],
  }
}

function parseSearch(
  parameters: URLSearchParams,
  { usdc, received, paid }: { usdc: string; received: string; paid: string },
): SwapSearch {
  const slippage = Number(parameters.get('slippage') ?? '')
  const from = parameters.get('from') ?? paid
  return {
    from,
    to: parameters.get('to') ?? (from === received && paid === received ? usdc : received),
    amount: (parameters.get('amount') ?? '').slice(0, 101),
    recipient: parameters.get('recipient') ?? undefined,
    slippageBps:
      Number.isInteger(slippage) && slippage >= 1 && slippage <= 5000 ? slippage : undefined,
    without: readChains(parameters.get('without')),
  }
}

function serializeSearch(search: SwapSearch): ReturnType<FormCodec<SwapSearch>['write']> {
  const { from, to, amount, recipient, slippageBps, without } = search
  return {
    from,
    to,
    amount: amount === '' ? undefined : amount,
    recipient,
    slippage: slippageBps === undefined ? undefined : String(slippageBps),
    without: without.join(','),
  }
}
