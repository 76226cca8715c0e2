import type { Account } from '#protocol/account.ts'
import { parseAmount } from '#protocol/amount.ts'
import {
  type AccountAddress,
  AssetId,
  type ChainId,
  EvmAddress,
  isSameAddress,
  parseRecipient,
  SolanaAddress,
} from '#protocol/caip.ts'
import type { QuoteRequest } from '#protocol/quote.ts'
import { type AssetChoice, type Chosen, chosenAsset, findChoice } from './assetChoices.ts'
import type { SwapSearch } from './swapSearch.ts'

/** Who receives, as far as it can be told from the text alone. */
export type Recipient =
  | { kind: 'own' }
  | { kind: 'other'; address: AccountAddress; chainId: ChainId }
  | { kind: 'problem'; text: string }

/** The form with everything in it resolved. */
export type SwapForm = {
  from: Chosen | undefined
  to: Chosen | undefined
  /** Smallest units of the asset to pay; undefined while nothing readable is typed. */
  amount: bigint | undefined
  /** Why the amount cannot be read. */
  amountProblem: string | undefined
  recipient: Recipient
  /** Same asset to somebody else. */
  isTransfer: boolean
  /** Undefined until everything the service needs is there. */
  request: QuoteRequest | undefined
}

/** Reads the form out of the address. */
export function readForm(
  search: SwapSearch,
  known: {
    choices: readonly AssetChoice[]
    /** Value may be drawn from all of them; the first receives. */
    accounts: readonly Account[]
    defaultSlippageBps: number
  },
): SwapForm {
  const from = findChoice(known.choices, search.from)
  const to = findChoice(known.choices, search.to)
  const parsed = from
    ? parseAmount(search.amount, chosenAsset(from).decimals)
    : ({ problem: 'empty' } as const)
  const amount = 'units' in parsed ? parsed.units : undefined
  const recipient = readRecipient(search.recipient, { to, known })
  const isTransfer = from !== undefined && from.asset === to?.asset && recipient.kind === 'other'
  const form = { from, to, amount, recipient }
  return {
    ...form,
    amountProblem: 'problem' in parsed ? problemText(parsed.problem, from) : undefined,
    isTransfer,
    request: requestOf(form, { accounts: known.accounts, slippageBps: slippageOf(search, known) }),
  }
}

/** How much more is to be paid than is held; undefined while it is held, or not known. */
export function shortage({ from, amount }: Pick<SwapForm, 'from' | 'amount'>): bigint | undefined {
  const held = from && chosenAsset(from).units
  if (held === undefined || amount === undefined || amount <= held) return undefined
  return amount - held
}

/** Whether paying and receiving are one and the same, so that nothing would move. */
export function isStandingStill({ from, to, recipient }: SwapForm): boolean {
  if (!from || !to || recipient.kind === 'other') return false
  if (to.only) return chosenAsset(from).assetId === to.only.assetId
  return from.asset === to.asset
}

function slippageOf(
  { slippageBps }: SwapSearch,
  { defaultSlippageBps }: { defaultSlippageBps: number },
): number | undefined {
  return slippageBps ?? (defaultSlippageBps > 0 ? defaultSlippageBps : undefined)
}

function requestOf(
  form: Pick<SwapForm, 'from' | 'to' | 'amount' | 'recipient'>,
  options: { accounts: readonly Account[]; slippageBps: number | undefined },
): QuoteRequest | undefined {
  const { from, to, amount, recipient } = form
  const { accounts, slippageBps } = options
  if (!from || !to || accounts.length === 0 || amount === undefined || amount === 0n)
    return undefined
  if (recipient.kind === 'problem' || shortage(form) !== undefined) return undefined
  const [paid, received] = [from, to].map((chosen) =>
    AssetId.safeParse(chosenAsset(chosen).assetId),
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

function readRecipient(
  text: string | undefined,
  of: { to: Chosen | undefined; known: { accounts: readonly Account[] } },
): Recipient {
  const { to, known } = of
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return { kind: 'own' }
  const full = parseRecipient(trimmed)
  const chainId = full?.chainId ?? to?.only?.chainId ?? to?.asset.members[0]?.chainId
  const address = full?.address ?? addressOf(trimmed)
  if (!address) return { kind: 'problem', text: problemOfAddress(trimmed) }
  if (!chainId) return { kind: 'problem', text: 'Choose what arrives first.' }
  if (address.startsWith('0x') !== chainId.startsWith('eip155:'))
    return { kind: 'problem', text: 'This address is of another kind of chain.' }
  if (full && to && !to.asset.members.some((member) => member.chainId === chainId))
    return { kind: 'problem', text: `${to.asset.symbol} is not on that chain.` }
  if (full && to?.only && to.only.chainId !== chainId)
    return { kind: 'problem', text: `${to.only.symbol} was chosen on ${to.only.chain.name}.` }
  if (isTokenOf(to, address))
    return { kind: 'problem', text: 'This is the token itself: what it receives is lost.' }
  const [own] = known.accounts
  if (own && isSameAddress(address, own.accountAddress) && !full) return { kind: 'own' }
  return { kind: 'other', address, chainId }
}

function addressOf(text: string): AccountAddress | undefined {
  const evm = EvmAddress.safeParse(text)
  if (evm.success) return evm.data
  const solana = SolanaAddress.safeParse(text)
  return solana.success ? solana.data : undefined
}

function problemOfAddress(text: string): string {
  return /^0x[0-9a-fA-F]{40}$/.test(text)
    ? 'A character of this address is wrong: its checksum does not fit.'
    : 'This is not an address.'
}

function isTokenOf(to: Chosen | undefined, address: string): boolean {
  return (
    to?.asset.members.some(({ assetId }) =>
      assetId.toLowerCase().endsWith(`:${address.toLowerCase()}`),
    ) ?? false
  )
}

function problemText(
  problem: 'empty' | 'malformed' | 'too many decimals' | 'too large',
  from: Chosen | undefined,
): string | undefined {
  switch (problem) {
    case 'empty':
      return undefined
    case 'malformed':
      return 'This is not a number.'
    case 'too many decimals':
      return `${from?.asset.symbol ?? 'It'} has only ${from ? chosenAsset(from).decimals : 0} decimals.`
    case 'too large':
      return 'This is more than any asset has.'
  }
}
