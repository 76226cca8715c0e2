import { Keypair } from '@solana/web3.js'

import { associatedTokenAddress } from '#chains/solana/program/addresses.ts'
import { cancelInstruction } from '#chains/solana/program/fillInstructions.ts'
import { type SolanaInstruction, signs, writes } from '#chains/solana/program/instruction.ts'
import { transferInstruction } from '#chains/solana/program/transferInstructions.ts'
import { solanaKey } from '#devnet/solana/plan/solanaKeys.ts'
import { solanaTokenDecimals, solanaTokens } from '#devnet/solana/plan/solanaTokens.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { EvmAddress, type SolanaAddress } from '#protocol/ids/caip.ts'
import type { FailReason } from '#protocol/status/failReason.ts'
import type { Person, SolanaFailureScene, SolanaPlot } from './solanaFailures.ts'

/** Reasons that only Solana can give. */
export type SolanaFailReason =
  | 'NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE'
  | 'INSUFFICIENT_FUNDS_FOR_RENT'
  | 'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT'

/** What happens on Solana to an execution, and what it ends with. */
export type SolanaCase = {
  reason: FailReason
  cause: string
  plot: (scene: SolanaFailureScene) => Promise<SolanaPlot>
  /** It fails in the chain, not when it is tried: what was sent, and failed. */
  reverts?: 'deposit' | 'fill'
}

type Scene = SolanaFailureScene

const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41e9')
const { program, roles } = devnetSolana
const { tokenProgram } = solanaTokens.usdc
const usdc = { ...solanaTokens.usdc, decimals: solanaTokenDecimals }
const million = 1_000_000n
const sol = 1_000_000_000n
/** Rent of an account without data: what a wallet holds at least, or nothing. */
const aliveLamports = 890_880n

/** What others do not notice. */
export const quietCases: readonly SolanaCase[] = [
  {
    reason: 'INSUFFICIENT_FUNDS_FOR_RENT',
    cause: 'the user spends SOL, so that the deposit would leave less than keeps a wallet alive',
    plot: (scene) => spentCoins(scene, 2n * sol + aliveLamports - 1n),
  },
  {
    reason: 'INSUFFICIENT_FUNDS_FOR_RENT',
    cause: 'the recipient empties the wallet, and too little SOL comes for a new one',
    plot: emptiedRecipient,
  },
  {
    reason: 'INSUFFICIENT_NATIVE_TOKENS_SUPPLIED',
    cause: 'the user spends the SOL before it is deposited',
    plot: (scene) => spentCoins(scene, sol),
  },
  {
    reason: 'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
    cause: 'the user spends the tokens before they are deposited',
    plot: (scene) => spentTokens(scene, 'before sign'),
  },
  {
    reason: 'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
    cause: 'the user spends the tokens after the deposit was signed: it fails in the chain',
    plot: (scene) => spentTokens(scene, 'after sign'),
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
    plot: (scene) => handedOver(scene, 'before sign'),
  },
  {
    reason: 'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT',
    cause: 'the recipient hands it over after the delivery was signed: it fails in the chain',
    plot: (scene) => handedOver(scene, 'after sign'),
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

/** What others notice too: one after the other. */
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

/** One cause of each reason that only Solana can give. */
export const solanaCauses: Record<SolanaFailReason, SolanaCase> = {
  NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE: caseOf('NEW_CALLDATA_INCLUDES_HIGHER_RENT_FEE'),
  INSUFFICIENT_FUNDS_FOR_RENT: caseOf('INSUFFICIENT_FUNDS_FOR_RENT'),
  SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT: caseOf('SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT'),
}

function caseOf(wanted: SolanaFailReason): SolanaCase {
  const found = quietCases.find(({ reason }) => reason === wanted)
  if (!found) throw new Error(`Nothing ends with ${wanted}.`)
  return found
}

async function spentCoins(scene: Scene, left: bigint): Promise<SolanaPlot> {
  const person = await scene.person({ sol: 3n * sol })
  const quote = await fromSolana(scene, { person, symbol: 'SOL', amount: 2n * sol })
  const from = addressOf(person)
  const spend = transferInstruction({ from, to: roles.payee, units: 3n * sol - left })
  return { person, quote, at: 'deposit', strike: () => scene.act(person.wallet, [spend]) }
}

async function spentTokens(scene: Scene, when: 'before sign' | 'after sign'): Promise<SolanaPlot> {
  const person = await scene.person({ usdc: 20n * million })
  const quote = await fromSolana(scene, { person, symbol: 'USDC', amount: 5n * million })
  const spend = spending(person, 16n * million)
  return { person, quote, at: 'deposit', when, strike: () => scene.act(person.wallet, [spend]) }
}

async function closedSource(scene: Scene): Promise<SolanaPlot> {
  const person = await scene.person({ usdc: 5n * million })
  const quote = await fromSolana(scene, { person, symbol: 'USDC', amount: 5n * million })
  return {
    person,
    quote,
    at: 'deposit',
    strike: () => scene.act(person.wallet, [spending(person, 5n * million), closing(person)]),
  }
}

async function frozenSource(scene: Scene): Promise<SolanaPlot> {
  const person = await scene.person({ coin: 20n * million })
  const quote = await fromSolana(scene, { person, symbol: 'FRZ', amount: 5n * million })
  return { person, quote, at: 'deposit', ...freezing(scene, person) }
}

async function frozenTransfer(scene: Scene): Promise<SolanaPlot> {
  const person = await scene.person({ coin: 20n * million })
  const quote = await transferred(scene, { person, symbol: 'FRZ' })
  return { person, quote, at: 'deposit', ...freezing(scene, person) }
}

async function closedBeforeTransfer(scene: Scene): Promise<SolanaPlot> {
  const person = await scene.person({ usdc: 20n * million })
  const recipient = await scene.person({ usdc: 1n })
  const quote = await transferred(scene, { person, symbol: 'USDC', to: addressOf(recipient) })
  return {
    person,
    quote,
    at: 'deposit',
    strike: () => scene.act(recipient.wallet, [spending(recipient, 1n), closing(recipient)]),
  }
}

async function handedOverSource(scene: Scene): Promise<SolanaPlot> {
  const person = await scene.person({ usdc: 20n * million })
  const quote = await transferred(scene, { person, symbol: 'USDC' })
  return { person, quote, at: 'deposit', strike: () => scene.act(person.wallet, [handing(person)]) }
}

async function handedOver(scene: Scene, when: 'before sign' | 'after sign'): Promise<SolanaPlot> {
  const person = await scene.person({ usdc: 1n, onFirth: 20n * million })
  const quote = await toSolana(scene, { person, symbol: 'USDC', amount: 5n * million })
  return {
    person,
    quote,
    at: 'fill',
    when,
    strike: () => scene.act(person.wallet, [handing(person)]),
  }
}

async function closedRecipient(scene: Scene): Promise<SolanaPlot> {
  const person = await scene.person({ usdc: 1n, onFirth: 20n * million })
  const quote = await toSolana(scene, { person, symbol: 'USDC', amount: 5n * million })
  return {
    person,
    quote,
    at: 'fill',
    strike: () => scene.act(person.wallet, [spending(person, 1n), closing(person)]),
  }
}

async function emptiedRecipient(scene: Scene): Promise<SolanaPlot> {
  const person = await scene.person({ sol, onFirth: 20n * million })
  const quote = await toSolana(scene, { person, symbol: 'SOL', amount: 100_000n })
  if (BigInt(quote.destinationToken.amount) >= aliveLamports)
    throw new Error('That is enough for a new wallet.')
  const empty = transferInstruction({ from: addressOf(person), to: roles.payee, units: sol })
  return { person, quote, at: 'fill', strike: () => scene.act(person.wallet, [empty]) }
}

async function cancelled(scene: Scene): Promise<SolanaPlot> {
  const person = await scene.person({ onFirth: 20n * million })
  const quote = await toSolana(scene, { person, symbol: 'USDC', amount: 5n * million })
  const place = { program, solver: roles.solver, rentPayer: roles.solver }
  const cancel = cancelInstruction(quote.id, place)
  return { person, quote, at: 'fill', strike: () => scene.act(solanaKey('solver'), [cancel]) }
}

async function oldBlockhash(scene: Scene): Promise<SolanaPlot> {
  const person = await scene.person({ usdc: 20n * million })
  const quote = await fromSolana(scene, { person, symbol: 'USDC', amount: 5n * million })
  return { person, quote, at: 'deposit', strike: () => scene.devnet.solana.advanceSlots(200) }
}

async function late(scene: Scene): Promise<SolanaPlot> {
  const person = await scene.person({ onFirth: 20n * million })
  const quote = await toSolana(scene, { person, symbol: 'USDC', amount: 5n * million })
  return { person, quote, at: 'fill', strike: () => scene.devnet.solana.increaseTime(1_200) }
}

type Wish = { person: Person; symbol: 'SOL' | 'USDC' | 'FRZ'; amount: bigint }

function fromSolana(scene: Scene, { person, symbol, amount }: Wish) {
  return scene.ask(person, {
    accounts: [person.onSolana],
    from: scene.asset('Reef', symbol),
    amount: amount.toString(),
    to: scene.asset('Lagoon', 'USDC'),
    recipient: friend,
  })
}

function toSolana(scene: Scene, { person, symbol, amount }: Wish) {
  return scene.ask(person, {
    accounts: [person.onEvm],
    from: scene.asset('Firth', 'USDC'),
    amount: amount.toString(),
    to: scene.asset('Reef', symbol),
    recipient: addressOf(person),
  })
}

function transferred(
  scene: Scene,
  { person, symbol, to }: Omit<Wish, 'amount'> & { to?: SolanaAddress },
) {
  return scene.ask(person, {
    accounts: [person.onSolana],
    from: scene.asset('Reef', symbol),
    amount: '5000000',
    to: scene.asset('Reef', symbol),
    recipient: to ?? Keypair.generate().publicKey.toBase58(),
  })
}

function freezing({ freezable }: Scene, { wallet }: Person) {
  return {
    strike: () => freezable.freeze(wallet.publicKey),
    undo: () => freezable.thaw(wallet.publicKey),
  }
}

function addressOf({ onSolana }: Person): SolanaAddress {
  return onSolana.accountAddress
}

function accountIn(person: Person): SolanaAddress {
  return associatedTokenAddress(addressOf(person), usdc)
}

function spending(person: Person, units: bigint): SolanaInstruction {
  const to = associatedTokenAddress(roles.solver, usdc)
  return transferInstruction({ from: addressOf(person), to, units, token: usdc })
}

/** `CloseAccount`: the rent goes to the owner. */
function closing(person: Person): SolanaInstruction {
  const owner = addressOf(person)
  const accounts = [writes(accountIn(person)), writes(owner), signs(owner)]
  return { programId: tokenProgram, accounts, data: Uint8Array.of(9) }
}

/** `SetAuthority` of the account's owner: nobody who is known. */
function handing(person: Person): SolanaInstruction {
  const accounts = [writes(accountIn(person)), signs(addressOf(person))]
  const heir = Keypair.generate().publicKey.toBytes()
  return { programId: tokenProgram, accounts, data: Uint8Array.of(6, 2, 1, ...heir) }
}
