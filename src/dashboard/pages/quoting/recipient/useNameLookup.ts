import type { NameService } from '#networks/getChain.ts'
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
      /** The text that stands for it: with its chain, where it was set for that alone. */
      entry: string
      detail: string
    }

/**
 * Looks a typed name up on the chain that has the names of its service, once typing has ended.
 *
 * @param text - What is typed; addresses and other texts are no names.
 * @param chainId - The chain that it would be paid on; undefined for several.
 */
export function useNameLookup(text: string, chainId: ChainId | undefined): NameLookup {
  const network = useNetwork()
  const chain = findChainOfName(network, text)
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
  if (!chain || typed === undefined) return { state: 'none' }
  const service: NameService = chain.kind === 'evm' ? 'ENS' : 'SNS'
  const on = { name: typed, chain: chain.name, service }
  if (isPending || (!data && !isError))
    return { state: 'asking', text: translate('Looking {name} up on {chain}.', on) }
  return data
    ? describeAnswer(data, { on, chainId })
    : { state: 'refused', text: describeSilence(on) }
}

/** What is wrong with a recipient's text: nothing, while it is a name that is looked up or was found. */
export function describeRecipientError(
  recipient: { kind: string; text?: string },
  lookup: NameLookup,
): string | undefined {
  if (lookup.state === 'refused') return lookup.text
  return lookup.state === 'none' && recipient.kind === 'invalid' ? recipient.text : undefined
}

type Place = { name: string; chain: string; service: NameService }

function describeAnswer(
  answer: NameAnswer,
  { on, chainId }: { on: Place; chainId: ChainId | undefined },
): NameLookup {
  if (answer.kind !== 'address') return { state: 'refused', text: describeRefusal(answer.kind, on) }
  const { name, address, isOfChain } = answer
  return {
    state: 'found',
    name,
    service: on.service,
    address,
    entry: isOfChain && chainId ? `${chainId}:${address}` : address,
    detail: translate('Its address on {service}, as {chain} says', on),
  }
}

function describeRefusal(kind: Exclude<NameAnswer['kind'], 'address'>, on: Place): string {
  switch (kind) {
    case 'malformed':
      return on.service === 'ENS'
        ? translate('{name} is not a valid name.', on)
        : translate('This name cannot be looked up here. Paste the address.')
    case 'elsewhere':
      return on.service === 'ENS'
        ? translate(
            '{name} is kept outside of {chain}, where this page asks nobody. Paste the address.',
            on,
          )
        : translate(
            '{name} points elsewhere, by a record or a program that this page does not follow. Paste the address.',
            on,
          )
    case 'none':
      return translate('{name} points to no address.', on)
    case 'unreachable':
      return describeSilence(on)
  }
}

function describeSilence(on: Place): string {
  return translate('{chain} cannot be asked for {name} now. Try again, or paste the address.', on)
}
