import { useMemo, useState } from 'react'

import { isSameAddress } from '#protocol/ids/caip.ts'
import { useBalances } from '../../../api/balances/balances.ts'
import { type FormChange, useForm } from '../../../api/state/formState.ts'
import type { ChainIdentity } from '../../../components/flow/chainIdentity.ts'
import { useAccount } from '../../../wallets/accounts/useAccount.ts'
import { type Owner, useOwner } from '../../../wallets/accounts/owner/useOwner.ts'
import { type SignerKeys, useSignerKeys } from '../../../wallets/accounts/useSignerKeys.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'
import {
  type AssetChoice,
  buildAssetChoices,
  findChoice,
} from '../../quoting/assets/assetChoices.ts'
import { findForeignAddress } from '../../quoting/recipient/readRecipient.ts'
import {
  type KnownRecipients,
  useKnownRecipients,
} from '../../quoting/recipient/useKnownRecipients.ts'
import type { FoundName } from '../../quoting/recipient/useNameLookup.ts'
import { useDefaultPaid } from '../../quoting/assets/useDefaultPaid.ts'
import { useMost } from '../../quoting/assets/useMost.ts'
import { useAssetPrice } from '../../quoting/assets/useAssetPrice.ts'
import { type FormPrice, useFormPrice } from '../../quoting/useFormPrice.ts'
import type { LiveQuote } from '../../quoting/liveQuote.ts'
import { useLiveQuote } from '../../quoting/useLiveQuote.ts'
import { useChainIdentities } from '../../chains/useChainIdentities.ts'
import { resolveSendForm, type SendForm } from './sendForm.ts'
import { createSendSearch, type SendSearch } from './sendSearch.ts'
import { translate } from '../../../language/translate.ts'
import type { QuoteErrorMessage } from '../../quoting/describeQuoteError.ts'

const texts: Partial<
  Record<QuoteErrorMessage['code'], Pick<QuoteErrorMessage, 'title' | 'body' | 'button'>>
> = {
  INSUFFICIENT_BALANCE: {
    title: translate('Not enough to cover the fees'),
    body: translate('Fees are added to the amount. Lower it, or send all.'),
    button: translate('Not enough to cover the fees'),
  },
  NO_ROUTE: {
    title: translate('This can’t be delivered right now'),
    body: translate('No route to that chain right now. Try another chain or amount.'),
    button: translate('Can’t deliver right now'),
  },
  INSUFFICIENT_LIQUIDITY: {
    title: translate('Amount too large right now'),
    body: translate('Not enough liquidity there right now. Try a smaller amount or another chain.'),
    button: translate('Lower the amount'),
  },
  AMOUNT_TOO_LOW: {
    title: translate('Amount too small'),
    body: translate(
      'Delivery costs more than it’s worth. Increase the amount, or choose another chain.',
    ),
    button: translate('Increase the amount'),
  },
}

/** Puts the message of a failed quote in the words of a page that only sends. */
function describeSendError(error: QuoteErrorMessage): QuoteErrorMessage {
  const text = texts[error.code]
  return text ? { ...error, ...text } : error
}

/** State and actions of the page. */
export type SendModel = LiveQuote &
  FormPrice & {
    search: SendSearch
    setSearch: (next: SendSearch, change?: FormChange) => void
    /** Whether the recipient was not entered here, but came with a link. */
    isForeign: boolean
    /** Whether the review is open. */
    isReview: boolean
    choices: readonly AssetChoice[]
    chains: ReadonlyMap<string, ChainIdentity>
    known: KnownRecipients
    form: SendForm
    /** The recipient's text: a name that was chosen again, once another chain than its own is paid. */
    recipientText: string
    /** The name that the recipient was found by. */
    found: FoundName | undefined
    setFound: (found: FoundName | undefined) => void
    owner: Owner
    /** The most of it that can be moved, where all of it was asked for and dust stays. */
    most: bigint | undefined
    /** US dollars per whole token of what arrives. */
    priceUsd: number | undefined
    /** Keys that may have to sign. */
    signers: SignerKeys
  }

/** Returns the form in the page's URL, what it costs, and the verifier's findings. */
export function useSend(options: { isPaused: boolean }): SendModel {
  const network = useNetwork()
  const { accounts } = useAccount()
  const sent = useDefaultPaid(network, accounts)
  const codec = useMemo(() => createSendSearch(network, sent), [network, sent])
  const { form: search, change: setSearch, isReview, foreign } = useForm(codec)
  const chains = useChainIdentities()
  const known = useKnownRecipients()
  const balances = useBalances(accounts, network).data
  const choices = useMemo(
    () => buildAssetChoices(network, { balances, chains }),
    [network, balances, chains],
  )
  const { asset } = findChoice(choices, search.asset) ?? {}
  const [most, learnMost] = useMost(
    JSON.stringify([search.asset, search.to, search.without, String(asset?.units)]),
  )
  const { form, ...named } = useNamedForm(search, { network, choices, accounts, known, most })
  const foreignRecipient =
    foreign.length > 0 && form.recipient.kind === 'valid'
      ? findForeignAddress(form.recipient, accounts)
      : undefined
  const { error, ...live } = useLiveQuote(form.request, {
    choices,
    chains,
    foreignRecipient,
    isPaused: options.isPaused,
  })
  if (search.isAll) learnMost(error)
  const isTooMuch = form.shortage !== undefined
  const { price, ...wealth } = useFormPrice(form, { choices, chains, isTooMuch, refusal: error })
  return {
    search,
    setSearch,
    isForeign: foreign.length > 0,
    isReview,
    choices,
    chains,
    known,
    form,
    ...named,
    owner: useOwner(),
    ...wealth,
    price: price && { ...price, error: price.error && describeSendError(price.error) },
    priceUsd: useAssetPrice(form.asset && { asset: form.asset, only: undefined }, {
      isEntered: search.amount !== '',
    }),
    signers: useSignerKeys(),
    ...live,
    most: search.isAll ? most : undefined,
    error: error && describeSendError(error),
  }
}

type FormContext = Pick<SendModel, 'choices' | 'known'> &
  Pick<Parameters<typeof resolveSendForm>[1], 'network' | 'accounts' | 'most'>

/** Resolves the form; a name that was chosen is typed again once it is paid on another chain than its own. */
function useNamedForm(
  search: SendSearch,
  { network, choices, accounts, known, most }: FormContext,
): Pick<SendModel, 'form' | 'recipientText' | 'found' | 'setFound'> {
  const [chosen, setFound] = useState<FoundName>()
  const resolved = useMemo(() => {
    const context = { network, choices, accounts, recipients: known.all, most }
    const form = resolveSendForm(search, context)
    const found = isFoundBy(form, chosen) ? chosen : undefined
    if (!found || form.arrival?.chainId === found.chainId)
      return { form, found, recipientText: search.to }
    const { name } = found
    const again = resolveSendForm({ ...search, to: name }, context)
    return { form: again, found: undefined, recipientText: name }
  }, [search, network, choices, accounts, known, most, chosen])
  return { ...resolved, setFound }
}

function isFoundBy({ recipient }: SendForm, found: FoundName | undefined): boolean {
  return (
    found !== undefined &&
    recipient.kind === 'valid' &&
    isSameAddress(recipient.address, found.address)
  )
}
