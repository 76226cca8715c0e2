import type { Network } from '#networks/network.ts'
import { getOwnContracts } from '#networks/getOwnContracts.ts'
import type { Account } from '#protocol/accounts/account.ts'
import { parseAmount } from '#protocol/ids/amount.ts'
import {
  type AccountAddress,
  AssetId,
  type ChainId,
  EvmAddress,
  getEvmChainNumber,
  isAddressOn,
  isSameAddress,
  parseRecipient,
  SolanaAddress,
} from '#protocol/ids/caip.ts'
import type { QuoteRequest } from '#protocol/quotes/quote.ts'
import { type AssetChoice, type ChosenAsset, getChosenAsset, findChoice } from './assetChoices.ts'
import { findAddressPoisoning } from './addressPoisoning.ts'
import type { SwapSearch } from './swapSearch.ts'

/** The recipient, as parsed from the text. */
export type Recipient =
  | { kind: 'own' }
  /** Another address, or one of the user's own that is named explicitly. */
  | {
      kind: 'other'
      address: AccountAddress
      chainId: ChainId
      isOwn?: true
      /** Set for the default recipient: on any of its chains, or on the named one. */
      stays?: 'anywhere' | 'there'
    }
  | { kind: 'invalid'; text: string }

/** The kind of account that is missing, and what for. */
export type MissingAccount = { kind: 'evm' | 'solana'; to: 'pay' | 'receive' }

/** The form with all its ids and amounts resolved. */
export type SwapForm = {
  from: ChosenAsset | undefined
  to: ChosenAsset | undefined
  /** Smallest units of the asset to pay; undefined if empty or invalid. */
  amount: bigint | undefined
  amountError: string | undefined
  recipient: Recipient
  /** An account that has to be connected before a quote can be requested. */
  missing: MissingAccount | undefined
  /** The same asset to another recipient. */
  isTransfer: boolean
  /** Pays and receives the same asset on the same chain, so that nothing would move. */
  isNoop: boolean
  /** Undefined until the form is complete. */
  request: QuoteRequest | undefined
}

/** Resolves the form in the page's URL. */
export function resolveForm(
  search: SwapSearch,
  known: {
    network: Pick<Network, 'chains' | 'pools' | 'aggregates'>
    choices: readonly AssetChoice[]
    /** Funds may come from any of them; the first receives. */
    accounts: readonly Account[]
    defaultSlippageBps: number
    /** Known recipients; an address that imitates one of these is rejected. */
    recipients?: readonly string[]
  },
): SwapForm {
  const from = findChoice(known.choices, search.from)
  const to = findChoice(known.choices, search.to)
  const parsed = from
    ? parseAmount(search.amount, getChosenAsset(from).decimals)
    : ({ problem: 'empty' } as const)
  const amount = 'units' in parsed ? parsed.units : undefined
  const recipient = resolveRecipient(search.recipient, { to, known })
  const isTransfer =
    from !== undefined &&
    from.asset === to?.asset &&
    recipient.kind === 'other' &&
    recipient.isOwn !== true
  const { accounts } = known
  const form = {
    from,
    to,
    amount,
    recipient,
    missing: findMissingAccount({ from, to, recipient, accounts }),
  }
  const isNoop = isNoopForm(form)
  return {
    ...form,
    amountError: 'problem' in parsed ? describeAmountError(parsed.problem, from) : undefined,
    isTransfer,
    isNoop,
    request: isNoop
      ? undefined
      : buildRequest(form, { accounts, slippageBps: getSlippage(search, known) }),
  }
}

/** Returns how much the amount exceeds the balance; undefined if it does not, or is not known. */
export function getShortage({
  from,
  amount,
}: Pick<SwapForm, 'from' | 'amount'>): bigint | undefined {
  const held = from && getChosenAsset(from).units
  if (held === undefined || amount === undefined || amount <= held) return undefined
  return amount - held
}

function isNoopForm({ from, to, recipient }: Pick<SwapForm, 'from' | 'to' | 'recipient'>): boolean {
  if (!from || !to || from.asset !== to.asset || recipient.kind === 'invalid') return false
  if (recipient.kind === 'own') return !to.only || from.only === to.only
  if (recipient.stays === 'anywhere' && !to.only)
    return !from.only || isAddressOn(recipient.address, from.only.chainId)
  return recipient.stays !== undefined && from.only?.chainId === recipient.chainId
}

function getSlippage(
  { slippageBps }: SwapSearch,
  { defaultSlippageBps }: { defaultSlippageBps: number },
): number | undefined {
  return slippageBps ?? (defaultSlippageBps > 0 ? defaultSlippageBps : undefined)
}

function buildRequest(
  form: Pick<SwapForm, 'from' | 'to' | 'amount' | 'recipient' | 'missing'>,
  options: { accounts: readonly Account[]; slippageBps: number | undefined },
): QuoteRequest | undefined {
  const { from, to, amount, recipient } = form
  const { accounts, slippageBps } = options
  if (!from || !to || accounts.length === 0 || amount === undefined || amount === 0n)
    return undefined
  if (recipient.kind === 'invalid' || form.missing || getShortage(form) !== undefined)
    return undefined
  const [paid, received] = [from, to].map((chosen) =>
    AssetId.safeParse(getChosenAsset(chosen).assetId),
  )
  if (!paid?.success || !received?.success) return undefined
  return {
    from: {
      accounts: [...accounts],
      asset: { assetId: paid.data },
      amount: amount.toString(),
    },
    to: {
      asset: { assetId: received.data },
      ...(recipient.kind === 'other'
        ? { account: `${recipient.chainId}:${recipient.address}` }
        : {}),
    },
    ...(slippageBps === undefined ? {} : { slippageTolerance: slippageBps }),
  }
}

function resolveRecipient(
  text: string | undefined,
  of: {
    to: ChosenAsset | undefined
    known: Pick<Parameters<typeof resolveForm>[1], 'network' | 'accounts' | 'recipients'>
  },
): Recipient {
  const { to, known } = of
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return { kind: 'own' }
  const full = parseRecipient(trimmed)
  const address = full?.address ?? parseAddress(trimmed)
  if (!address) return { kind: 'invalid', text: describeAddressError(trimmed) }
  const chainIds = getChains(to)
  const chainId = full?.chainId ?? chainIds.find((id) => isAddressOn(address, id)) ?? chainIds[0]
  if (!chainId) return { kind: 'invalid', text: 'First choose what to receive.' }
  if (!isAddressOn(address, chainId))
    return { kind: 'invalid', text: 'This address belongs to another kind of chain.' }
  if (full && to && !to.asset.members.some((member) => member.chainId === chainId))
    return { kind: 'invalid', text: `${to.asset.symbol} is not on that chain.` }
  if (full && to?.only && to.only.chainId !== chainId)
    return { kind: 'invalid', text: `${to.only.symbol} was chosen on ${to.only.chain.name}.` }
  const lossReason = findLossReason(address, known.network)
  if (lossReason !== undefined)
    return { kind: 'invalid', text: `${lossReason}: what it receives is lost.` }
  const own = known.accounts.find(({ accountAddress }) => isAddressOn(accountAddress, chainId))
  // If another kind of chain could deliver too, the address decides on which.
  const isOneKind = chainIds.every((id) => isAddressOn(address, id))
  if (own && isSameAddress(address, own.accountAddress) && !full && isOneKind)
    return { kind: 'own' }
  const poisoning = findAddressPoisoning(address, known.recipients ?? [])
  if (poisoning?.level === 'block')
    return {
      kind: 'invalid',
      text: `It begins and ends like ${poisoning.known}, which you know, but is another address.`,
    }
  const isOwn = known.accounts.some((one) => isSameAddress(one.accountAddress, address))
  if (!isOwn) return { kind: 'other', address, chainId }
  const isFirst = own !== undefined && isSameAddress(address, own.accountAddress)
  const stays = full ? 'there' : 'anywhere'
  return { kind: 'other', address, chainId, isOwn, ...(isFirst && { stays }) }
}

/** Returns why funds sent to an address would be lost; undefined if they would not. */
function findLossReason(
  address: AccountAddress,
  network: Parameters<typeof getOwnContracts>[0],
): string | undefined {
  if (/^(0x0{40}|1{32})$/.test(address)) return 'Nobody has this address'
  const own = getOwnContracts(network).find(([, one]) => isSameAddress(one, address))
  if (!own) return undefined
  return own[0].startsWith('the token')
    ? 'This is the token itself'
    : 'This is a contract of Estuary itself'
}

/** Finds a missing account: an asset on one kind of chain needs an account there. */
function findMissingAccount(
  of: Pick<SwapForm, 'from' | 'to' | 'recipient'> & { accounts: readonly Account[] },
): MissingAccount | undefined {
  function getMissingKind(chosen: ChosenAsset | undefined): MissingAccount['kind'] | undefined {
    const chainIds = getChains(chosen)
    const isThere = of.accounts.some(({ accountAddress }) =>
      chainIds.some((id) => isAddressOn(accountAddress, id)),
    )
    if (isThere || of.accounts.length === 0) return undefined
    const [first] = chainIds
    return first && (getEvmChainNumber(first) === undefined ? 'solana' : 'evm')
  }
  const [toPay, toReceive] = [getMissingKind(of.from), getMissingKind(of.to)]
  if (toPay) return { kind: toPay, to: 'pay' }
  return toReceive && of.recipient.kind === 'own' ? { kind: toReceive, to: 'receive' } : undefined
}

/** Returns the chains of the chosen asset: one if it is chosen, else all. */
function getChains(chosen: ChosenAsset | undefined): readonly ChainId[] {
  if (!chosen) return []
  return (chosen.only ? [chosen.only] : chosen.asset.members).map(({ chainId }) => chainId)
}

/** Describes the formats of recipient addresses for an asset. */
export function describeAddressForms(to: ChosenAsset | undefined): string {
  const isEvm = getChains(to).map((chainId) => getEvmChainNumber(chainId) !== undefined)
  const forms = [
    ...(isEvm.includes(true) ? ['0x\u2026'] : []),
    ...(isEvm.includes(false) ? ['Solana address'] : []),
  ]
  return forms.length === 0 ? 'Address' : `${forms.join(', ')} or chain:address`
}

function parseAddress(text: string): AccountAddress | undefined {
  const evm = EvmAddress.safeParse(text)
  if (evm.success) return evm.data
  const solana = SolanaAddress.safeParse(text)
  return solana.success ? solana.data : undefined
}

function describeAddressError(text: string): string {
  return /^0x[0-9a-fA-F]{40}$/.test(text)
    ? 'A character of this address is wrong: its checksum does not fit.'
    : 'This is not an address.'
}

function describeAmountError(
  error: 'empty' | 'malformed' | 'too many decimals' | 'too large',
  from: ChosenAsset | undefined,
): string | undefined {
  switch (error) {
    case 'empty':
      return undefined
    case 'malformed':
      return 'This is not a number.'
    case 'too many decimals':
      return `${from?.asset.symbol ?? 'It'} has only ${from ? getChosenAsset(from).decimals : 0} decimals.`
    case 'too large':
      return 'This is more than any asset has.'
  }
}
