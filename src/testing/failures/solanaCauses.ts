import { Keypair } from '@solana/web3.js'

import { getAssociatedTokenAddress } from '#chains/solana/program/addresses.ts'
import { buildCancelInstruction } from '#chains/solana/program/fillInstructions.ts'
import {
  type SolanaInstruction,
  toSignerAccount,
  toWritableAccount,
} from '#chains/solana/program/instruction.ts'
import { buildTransferInstruction } from '#chains/solana/program/transferInstructions.ts'
import { deriveSolanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { solanaTokenDecimals, solanaTokens } from '#devnet/solana/plan/mintInstructions.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { EvmAddress, type SolanaAddress } from '#protocol/ids/caip.ts'
import type { FailReason } from '#protocol/status/failReason.ts'
import type { Person, SolanaFailureHarness, SolanaFaultCase } from './solanaFailures.ts'

/** Fail reasons that only Solana gives. */
export type SolanaFailReason =
  | 'NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE'
  | 'INSUFFICIENT_FUNDS_FOR_RENT'
  | 'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT'

/** A cause of failure on Solana, and the reason the execution ends with. */
export type SolanaCase = {
  reason: FailReason
  cause: string
  plot: (harness: SolanaFailureHarness) => Promise<SolanaFaultCase>
  /** The action that fails on chain rather than in simulation, if any. */
  reverts?: 'deposit' | 'fill'
}

const evmRecipient = EvmAddress.parse('0x00000000000000000000000000000000000f41e9')
const { program, roles } = devnetSolana
const { tokenProgram } = solanaTokens.usdc
const usdc = { ...solanaTokens.usdc, decimals: solanaTokenDecimals }
const million = 1_000_000n
const sol = 1_000_000_000n
/** Rent-exempt minimum of an account without data, lamports. */
const rentExemptLamports = 890_880n

/** Cases that do not affect others. */
export const quietCases: readonly SolanaCase[] = [
  {
    reason: 'INSUFFICIENT_FUNDS_FOR_RENT',
    cause: 'the user spends SOL, so that the deposit would leave less than keeps a wallet alive',
    plot: (harness) => spentCoins(harness, 2n * sol + rentExemptLamports - 1n),
  },
  {
    reason: 'INSUFFICIENT_FUNDS_FOR_RENT',
    cause: 'the recipient empties the wallet, and too little SOL comes for a new one',
    plot: emptiedRecipient,
  },
  {
    reason: 'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED',
    cause: 'the user spends the SOL before it is deposited',
    plot: (harness) => spentCoins(harness, sol),
  },
  {
    reason: 'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
    cause: 'the user spends the tokens before they are deposited',
    plot: (harness) => spentTokens(harness, 'before sign'),
  },
  {
    reason: 'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
    cause: 'the user spends the tokens after the deposit was signed: it fails in the chain',
    plot: (harness) => spentTokens(harness, 'after sign'),
    reverts: 'deposit',
  },
  {
    reason: 'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT',
    cause: 'the user closes the token account before the deposit',
    plot: closedSource,
  },
  {
    reason: 'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT',
    cause: 'the issuer freezes the user’s token account before the deposit',
    plot: frozenSource,
  },
  {
    reason: 'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT',
    cause: 'the recipient hands the token account over to somebody else before the delivery',
    plot: (harness) => handedOver(harness, 'before sign'),
  },
  {
    reason: 'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT',
    cause: 'the recipient hands it over after the delivery was signed: it fails in the chain',
    plot: (harness) => handedOver(harness, 'after sign'),
    reverts: 'fill',
  },
  {
    reason: 'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT',
    cause: 'the recipient closes the token account before a transfer to it',
    plot: closedBeforeTransfer,
  },
  {
    reason: 'NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE',
    cause: 'the recipient closes the token account before the delivery, for the rent of a new one',
    plot: closedRecipient,
  },
  {
    reason: 'INVALID_SENDER',
    cause: 'the user hands the token account over before a transfer from it',
    plot: handedOverSource,
  },
  {
    reason: 'TOKEN_NOT_TRANSFERABLE',
    cause: 'the issuer freezes the user’s token account before a transfer from it',
    plot: frozenTransfer,
  },
  {
    reason: 'ORDER_IS_CANCELLED',
    cause: 'the solver’s operator cancels the delivery on Solana by hand',
    plot: cancelled,
  },
]

/** Cases that affect others, to run one after the other. */
export const loudCases: readonly SolanaCase[] = [
  {
    reason: 'ORDER_EXPIRED',
    cause: 'the blockhash that the user signed is over before the deposit is sent',
    plot: oldBlockhash,
  },
  {
    reason: 'ORDER_EXPIRED',
    cause: 'Solana’s clock passes the deadline of the delivery',
    plot: late,
  },
]

/** A case of each reason that only Solana gives. */
export const solanaCauses: Record<SolanaFailReason, SolanaCase> = {
  NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE: getCase('NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE'),
  INSUFFICIENT_FUNDS_FOR_RENT: getCase('INSUFFICIENT_FUNDS_FOR_RENT'),
  SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT: getCase('SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT'),
}

function getCase(wanted: SolanaFailReason): SolanaCase {
  const found = quietCases.find(({ reason }) => reason === wanted)
  if (!found) throw new Error(`Nothing ends with ${wanted}.`)
  return found
}

async function spentCoins(harness: SolanaFailureHarness, left: bigint): Promise<SolanaFaultCase> {
  const person = await harness.person({ sol: 3n * sol })
  const quote = await fromSolana(harness, { person, symbol: 'SOL', amount: 2n * sol })
  const from = getAddress(person)
  const spend = buildTransferInstruction({ from, to: roles.payee, units: 3n * sol - left })
  return { person, quote, at: 'deposit', inject: () => harness.act(person.wallet, [spend]) }
}

async function spentTokens(
  harness: SolanaFailureHarness,
  when: 'before sign' | 'after sign',
): Promise<SolanaFaultCase> {
  const person = await harness.person({ usdc: 20n * million })
  const quote = await fromSolana(harness, { person, symbol: 'USDC', amount: 5n * million })
  const spend = spending(person, 16n * million)
  return { person, quote, at: 'deposit', when, inject: () => harness.act(person.wallet, [spend]) }
}

async function closedSource(harness: SolanaFailureHarness): Promise<SolanaFaultCase> {
  const person = await harness.person({ usdc: 5n * million })
  const quote = await fromSolana(harness, { person, symbol: 'USDC', amount: 5n * million })
  return {
    person,
    quote,
    at: 'deposit',
    inject: () => harness.act(person.wallet, [spending(person, 5n * million), closing(person)]),
  }
}

async function frozenSource(harness: SolanaFailureHarness): Promise<SolanaFaultCase> {
  const person = await harness.person({ coin: 20n * million })
  const quote = await fromSolana(harness, { person, symbol: 'FRZ', amount: 5n * million })
  return { person, quote, at: 'deposit', ...freezing(harness, person) }
}

async function frozenTransfer(harness: SolanaFailureHarness): Promise<SolanaFaultCase> {
  const person = await harness.person({ coin: 20n * million })
  const quote = await transferred(harness, { person, symbol: 'FRZ' })
  return { person, quote, at: 'deposit', ...freezing(harness, person) }
}

async function closedBeforeTransfer(harness: SolanaFailureHarness): Promise<SolanaFaultCase> {
  const person = await harness.person({ usdc: 20n * million })
  const recipient = await harness.person({ usdc: 1n })
  const quote = await transferred(harness, { person, symbol: 'USDC', to: getAddress(recipient) })
  return {
    person,
    quote,
    at: 'deposit',
    inject: () => harness.act(recipient.wallet, [spending(recipient, 1n), closing(recipient)]),
  }
}

async function handedOverSource(harness: SolanaFailureHarness): Promise<SolanaFaultCase> {
  const person = await harness.person({ usdc: 20n * million })
  const quote = await transferred(harness, { person, symbol: 'USDC' })
  return {
    person,
    quote,
    at: 'deposit',
    inject: () => harness.act(person.wallet, [handing(person)]),
  }
}

async function handedOver(
  harness: SolanaFailureHarness,
  when: 'before sign' | 'after sign',
): Promise<SolanaFaultCase> {
  const person = await harness.person({ usdc: 1n, onFirth: 20n * million })
  const quote = await toSolana(harness, { person, symbol: 'USDC', amount: 5n * million })
  return {
    person,
    quote,
    at: 'fill',
    when,
    inject: () => harness.act(person.wallet, [handing(person)]),
  }
}

async function closedRecipient(harness: SolanaFailureHarness): Promise<SolanaFaultCase> {
  const person = await harness.person({ usdc: 1n, onFirth: 20n * million })
  const quote = await toSolana(harness, { person, symbol: 'USDC', amount: 5n * million })
  return {
    person,
    quote,
    at: 'fill',
    inject: () => harness.act(person.wallet, [spending(person, 1n), closing(person)]),
  }
}

async function emptiedRecipient(harness: SolanaFailureHarness): Promise<SolanaFaultCase> {
  const person = await harness.person({ sol, onFirth: 20n * million })
  const quote = await toSolana(harness, { person, symbol: 'SOL', amount: 100_000n })
  if (BigInt(quote.destinationToken.amount) >= rentExemptLamports)
    throw new Error('That is enough for a new wallet.')
  const empty = buildTransferInstruction({ from: getAddress(person), to: roles.payee, units: sol })
  return { person, quote, at: 'fill', inject: () => harness.act(person.wallet, [empty]) }
}

async function cancelled(harness: SolanaFailureHarness): Promise<SolanaFaultCase> {
  const person = await harness.person({ onFirth: 20n * million })
  const quote = await toSolana(harness, { person, symbol: 'USDC', amount: 5n * million })
  const place = { program, solver: roles.solver, rentPayer: roles.solver }
  const cancel = buildCancelInstruction(quote.id, place)
  return {
    person,
    quote,
    at: 'fill',
    inject: () => harness.act(deriveSolanaKey('solver'), [cancel]),
  }
}

async function oldBlockhash(harness: SolanaFailureHarness): Promise<SolanaFaultCase> {
  const person = await harness.person({ usdc: 20n * million })
  const quote = await fromSolana(harness, { person, symbol: 'USDC', amount: 5n * million })
  return { person, quote, at: 'deposit', inject: () => harness.devnet.solana.advanceSlots(200) }
}

async function late(harness: SolanaFailureHarness): Promise<SolanaFaultCase> {
  const person = await harness.person({ onFirth: 20n * million })
  const quote = await toSolana(harness, { person, symbol: 'USDC', amount: 5n * million })
  return { person, quote, at: 'fill', inject: () => harness.devnet.solana.increaseTime(1_200) }
}

type QuoteTerms = { person: Person; symbol: 'SOL' | 'USDC' | 'FRZ'; amount: bigint }

function fromSolana(harness: SolanaFailureHarness, { person, symbol, amount }: QuoteTerms) {
  return harness.ask(person, {
    accounts: [person.onSolana],
    from: harness.asset('Reef', symbol),
    amount: amount.toString(),
    to: harness.asset('Lagoon', 'USDC'),
    recipient: evmRecipient,
  })
}

function toSolana(harness: SolanaFailureHarness, { person, symbol, amount }: QuoteTerms) {
  return harness.ask(person, {
    accounts: [person.onEvm],
    from: harness.asset('Firth', 'USDC'),
    amount: amount.toString(),
    to: harness.asset('Reef', symbol),
    recipient: getAddress(person),
  })
}

function transferred(
  harness: SolanaFailureHarness,
  { person, symbol, to }: Omit<QuoteTerms, 'amount'> & { to?: SolanaAddress },
) {
  return harness.ask(person, {
    accounts: [person.onSolana],
    from: harness.asset('Reef', symbol),
    amount: '5000000',
    to: harness.asset('Reef', symbol),
    recipient: to ?? Keypair.generate().publicKey.toBase58(),
  })
}

function freezing({ freezable }: SolanaFailureHarness, { wallet }: Person) {
  return {
    inject: () => freezable.freeze(wallet.publicKey),
    undo: () => freezable.thaw(wallet.publicKey),
  }
}

function getAddress({ onSolana }: Person): SolanaAddress {
  return onSolana.accountAddress
}

function accountIn(person: Person): SolanaAddress {
  return getAssociatedTokenAddress(getAddress(person), usdc)
}

function spending(person: Person, units: bigint): SolanaInstruction {
  const to = getAssociatedTokenAddress(roles.solver, usdc)
  return buildTransferInstruction({ from: getAddress(person), to, units, token: usdc })
}

/** `CloseAccount`: the rent goes to the owner. */
function closing(person: Person): SolanaInstruction {
  const owner = getAddress(person)
  const accounts = [
    toWritableAccount(accountIn(person)),
    toWritableAccount(owner),
    toSignerAccount(owner),
  ]
  return { programId: tokenProgram, accounts, data: Uint8Array.of(9) }
}

/** `SetAuthority` of the account's owner to a random key. */
function handing(person: Person): SolanaInstruction {
  const accounts = [toWritableAccount(accountIn(person)), toSignerAccount(getAddress(person))]
  const newOwner = Keypair.generate().publicKey.toBytes()
  return { programId: tokenProgram, accounts, data: Uint8Array.of(6, 2, 1, ...newOwner) }
}
