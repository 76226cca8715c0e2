import type { Network } from '#networks/network.ts'
import type { Account } from '#protocol/accounts/account.ts'
import { parseAmount } from '#protocol/ids/amount.ts'
import { AssetId, isAddressOn } from '#protocol/ids/caip.ts'
import type { QuoteRequest } from '#protocol/quotes/quote.ts'
import {
  type AssetChoice,
  type ChosenAsset,
  getChosenAsset,
  findChoice,
} from '../../quoting/assets/assetChoices.ts'
import { describeAmountError } from '../../quoting/assets/describeAmountError.ts'
import { findMissingKind } from '../../quoting/assets/findMissingKind.ts'
import { readRecipient, type Recipient } from '../../quoting/recipient/readRecipient.ts'
import type { SwapSearch } from './swapSearch.ts'

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
  const recipient = readRecipient(search.recipient, { to, known })
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
    amountError:
      'problem' in parsed
        ? describeAmountError(parsed.problem, from && getChosenAsset(from))
        : undefined,
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

/** Finds a missing account: an asset on one kind of chain needs an account there. */
function findMissingAccount(
  of: Pick<SwapForm, 'from' | 'to' | 'recipient'> & { accounts: readonly Account[] },
): MissingAccount | undefined {
  const [toPay, toReceive] = [of.from, of.to].map((one) => findMissingKind(one, of.accounts))
  if (toPay) return { kind: toPay, to: 'pay' }
  return toReceive && of.recipient.kind === 'own' ? { kind: toReceive, to: 'receive' } : undefined
}
