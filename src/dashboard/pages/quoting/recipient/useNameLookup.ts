import { findNamesChain } from '#networks/getChain.ts'
import type { AccountAddress, ChainId } from '#protocol/ids/caip.ts'
import { type NameAnswer, useEnsName } from '#dashboard/api/chains/ensNames.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { translate } from '../../../language/translate.ts'
import { quoteDelayMs, useDebouncedValue } from '../useDebouncedValue.ts'
import { isEnsName } from './isEnsName.ts'

/** What a typed name points to, as an offer to choose: its address is what is paid. */
export type NameLookup =
  | { state: 'none' }
  | { state: 'asking' | 'refused'; text: string }
  | {
      state: 'found'
      name: string
      address: AccountAddress
      /** The text that stands for it: with its chain, where it was set for that alone. */
      entry: string
      detail: string
    }

/**
 * Looks a typed name up on the chain that has the names of ENS, once typing has ended.
 *
 * @param text - What is typed; addresses and other texts are no names.
 * @param chainId - The chain that it would be paid on; undefined for several.
 */
export function useNameLookup(text: string, chainId: ChainId | undefined): NameLookup {
  const network = useNetwork()
  const chain = findNamesChain(network)
  const typed = chain && isEnsName(text) ? text.trim() : undefined
  const { debounced, isPending } = useDebouncedValue(typed, {
    key: typed ?? '',
    delayMs: quoteDelayMs,
  })
  const { data, isError } = useEnsName(network, { text: debounced, chainId })
  if (!chain || typed === undefined) return { state: 'none' }
  const on = { name: typed, chain: chain.name }
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

type Place = { name: string; chain: string }

function describeAnswer(
  answer: NameAnswer,
  { on, chainId }: { on: Place; chainId: ChainId | undefined },
): NameLookup {
  if (answer.kind !== 'address') return { state: 'refused', text: describeRefusal(answer.kind, on) }
  const { name, address, isOfChain } = answer
  return {
    state: 'found',
    name,
    address,
    entry: isOfChain && chainId ? `${chainId}:${address}` : address,
    detail: translate('Its address on ENS, as {chain} says', on),
  }
}

function describeRefusal(kind: Exclude<NameAnswer['kind'], 'address'>, on: Place): string {
  if (kind === 'malformed') return translate('{name} is not a valid name.', on)
  if (kind === 'elsewhere')
    return translate(
      '{name} is kept outside of {chain}, where this page asks nobody. Paste the address.',
      on,
    )
  if (kind === 'none') return translate('{name} points to no address.', on)
  return describeSilence(on)
}

function describeSilence(on: Place): string {
  return translate('{chain} cannot be asked for {name} now. Try again, or paste the address.', on)
}
