import type { NameService } from '#networks/getChain.ts'
import type { Network, NetworkChain } from '#networks/network.ts'
import type { AccountAddress, ChainId } from '#protocol/ids/caip.ts'
import type { NameAnswer } from '#dashboard/api/chains/nameAnswer.ts'
import { useName } from '#dashboard/api/chains/names.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { quoteDelayMs, useDebouncedValue } from '../useDebouncedValue.ts'
import { findChainOfName } from './findChainOfName.ts'

/** What a typed name points to, as an offer to choose: its address is what is paid. */
export type NameLookup =
  | { state: 'none' }
  | { state: 'asking' | 'refused'; text: string }
  | {
      state: 'found'
      name: string
      service: NameService
      address: AccountAddress
      /** The chain that it was looked up for: on another one the name may point elsewhere. */
      chainId: ChainId
      /** The text that stands for it, with its chain. */
      entry: string
      detail: string
    }

/** A name that was chosen, and what it pointed to. */
export type FoundName = Pick<
  Extract<NameLookup, { state: 'found' }>,
  'name' | 'service' | 'address' | 'chainId'
>

/**
 * Looks a typed name up on the chain that has the names of its service, once typing has ended.
 *
 * @param text - What is typed; addresses and other texts are no names.
 * @param chainIds - The chains that it could be paid on; it is looked up for the first of its kind.
 */
export function useNameLookup(text: string, chainIds: readonly ChainId[]): NameLookup {
  const network = useNetwork()
  const chain = findChainOfName(network, text)
  const paid = findChainOfKind(network, { kind: chain?.kind, chainIds }) ?? chain
  const chainId = paid?.chainId
  const typed = chain && text.trim()
  const { debounced, isPending } = useDebouncedValue(typed, {
    key: typed ?? '',
    delayMs: quoteDelayMs,
  })
  const { data, isError } = useName(network, {
    text: debounced,
    namesChain: findChainOfName(network, debounced),
    chainId,
  })
  if (!chain || !paid || typed === undefined) return { state: 'none' }
  const service: NameService = chain.kind === 'evm' ? 'ENS' : 'SNS'
  const on = { name: typed, chain: chain.name, service, paid: paid.name }
  if (isPending || (!data && !isError))
    return { state: 'asking', text: translate('Looking up {name} on {chain}.', on) }
  // An old answer is none: the chain may say another by now.
  return data && !isError
    ? describeAnswer(data, { on, chainId: paid.chainId })
    : { state: 'refused', text: describeSilence(on) }
}

function findChainOfKind(
  network: Network,
  of: { kind: NetworkChain['kind'] | undefined; chainIds: readonly ChainId[] },
): NetworkChain | undefined {
  const known = of.chainIds.map((id) => network.chains.find(({ chainId }) => chainId === id))
  return known.find((chain) => chain?.kind === of.kind)
}

/** What is wrong with a recipient's text: nothing, while it is a name that is looked up or was found. */
export function describeRecipientError(
  recipient: { kind: string; text?: string },
  lookup: NameLookup,
): string | undefined {
  if (lookup.state === 'refused') return lookup.text
  return lookup.state === 'none' && recipient.kind === 'invalid' ? recipient.text : undefined
}

type Place = { name: string; chain: string; service: NameService; paid: string }

function describeAnswer(
  answer: NameAnswer,
  { on, chainId }: { on: Place; chainId: ChainId },
): NameLookup {
  if (answer.kind !== 'address') return { state: 'refused', text: describeRefusal(answer.kind, on) }
  const { name, address, isOfChain } = answer
  return {
    state: 'found',
    name,
    service: on.service,
    address,
    chainId,
    entry: `${chainId}:${address}`,
    detail: isOfChain
      ? translate('Its address on {service}, according to {chain}', on)
      : on.paid === on.chain
        ? translate('Its Ethereum address, according to {chain}', on)
        : translate('Its Ethereum address, according to {chain}. It has no other for {paid}', on),
  }
}

function describeRefusal(kind: Exclude<NameAnswer['kind'], 'address'>, on: Place): string {
  switch (kind) {
    case 'malformed':
      return on.service === 'ENS'
        ? translate('{name} isn’t a valid name.', on)
        : translate('This name can’t be looked up here. Paste the address instead.')
    case 'elsewhere':
      return on.service === 'ENS'
        ? translate(
            '{name} is stored outside {chain}, so it can’t be looked up here. Paste the address instead.',
            on,
          )
        : translate(
            '{name} uses a record or program that can’t be looked up here. Paste the address instead.',
            on,
          )
    case 'none':
      return translate('{name} has no address set.', on)
    case 'unreachable':
      return describeSilence(on)
  }
}

function describeSilence(on: Place): string {
  return translate(
    'Can’t look up {name} on {chain} right now. Try again, or paste the address.',
    on,
  )
}
