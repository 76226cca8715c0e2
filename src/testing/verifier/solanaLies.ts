import { ed25519 } from '@noble/curves/ed25519.js'

import { decodeBase64, encodeBase64 } from '#chains/solana/program/bytes.ts'
import type { SolanaMessage } from '#chains/solana/codec/message.ts'
import { getAssociatedTokenAddress, programs } from '#chains/solana/program/addresses.ts'
import { buildComputeBudgetInstructions } from '#chains/solana/program/computeBudget.ts'
import {
  toPayerAccount,
  toReadonlyAccount,
  type SolanaInstruction,
  toSignerAccount,
  toWritableAccount,
} from '#chains/solana/program/instruction.ts'
import { buildOpenInstruction } from '#chains/solana/program/orderInstructions.ts'
import { buildCreateTokenAccountInstruction } from '#chains/solana/program/tokenInstructions.ts'
import { buildTransferInstruction } from '#chains/solana/program/transferInstructions.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { type Tampering, sampleSolanaAccount } from './sampleCase.ts'
import { toInstructionFact } from '#dashboard/review/cases/instructionFact.ts'

const attacker = encodeBase58(ed25519.getPublicKey(new Uint8Array(32).fill(7)))
const far = 4_000_000_000n
const { program, mints, roles } = devnetSolana
const own = sampleSolanaAccount.accountAddress
const usdc = { mint: mints.usdc, tokenProgram: programs.token }

function inOrder(change: (order: SolanaOrder) => Partial<SolanaOrder>): Tampering {
  return { solanaOrder: (order) => ({ ...order, ...change(order) }) }
}

/** Changes to the order of a Solana deposit. */
export const orderTampering: Record<string, Tampering> = {
  'pays the release to itself': inOrder(() => ({ payee: attacker })),
  'takes the fee to itself': inOrder(() => ({ feeReceiver: attacker })),
  'takes a larger fee than shown': inOrder(({ amount, fee }) => ({
    amount: amount - 1000n,
    fee: fee + 1000n,
  })),
  'takes more than was asked': inOrder(({ amount }) => ({ amount: amount + 1n })),
  'lets somebody else have the refund': inOrder(() => ({ depositor: attacker })),
  'deposits another token': inOrder(() => ({ token: mints.usdt })),
  'deposits coins instead of tokens': inOrder(() => ({ token: programs.system })),
  'deposits for another quote': inOrder(() => ({ fillId: `0x${'ee'.repeat(32)}` })),
  'freezes the deposit': inOrder(() => ({ refundAfter: far })),
  'leaves no time to deliver': inOrder(({ depositDeadline }) => ({
    refundAfter: depositDeadline + 1n,
  })),
  'lets the deposit be late': inOrder(() => ({ depositDeadline: far })),
  'commits to nothing': inOrder(() => ({ fillHash: `0x${'ab'.repeat(32)}` })),
}

/** Changes the instructions after the two of the compute budget. */
function actions(
  change: (actions: readonly SolanaInstruction[]) => readonly SolanaInstruction[],
): Tampering {
  return withMessage(({ instructions }) => ({
    instructions: [...instructions.slice(0, 2), ...change(instructions.slice(2))],
  }))
}

function withMessage(change: (message: SolanaMessage) => Partial<SolanaMessage>): Tampering {
  return { message: (message) => ({ ...message, ...change(message) }) }
}

function withBudget(units: number, microLamports: bigint): Tampering {
  return withMessage(({ instructions }) => ({
    instructions: [
      ...buildComputeBudgetInstructions({ units, microLamports }),
      ...instructions.slice(2),
    ],
  }))
}

/** Changes the accounts of the first instruction after the compute budget. */
function accounts(
  change: (all: SolanaInstruction['accounts']) => SolanaInstruction['accounts'],
): Tampering {
  return actions(([first, ...more]) =>
    first ? [{ ...first, accounts: change(first.accounts) }, ...more] : more,
  )
}

const stealCoins = buildTransferInstruction({ from: own, to: attacker, units: 1n })
const stealTokens = buildTransferInstruction({
  from: own,
  to: getAssociatedTokenAddress(attacker, usdc),
  units: 1n,
  token: { ...usdc, decimals: 6 },
})
/** The token program's `Approve`, which lets a third party take tokens later. */
const approve: SolanaInstruction = {
  programId: programs.token,
  accounts: [
    toWritableAccount(getAssociatedTokenAddress(own, usdc)),
    toReadonlyAccount(attacker),
    toSignerAccount(own),
  ],
  data: Uint8Array.from([4, 255, 255, 255, 255, 255, 255, 255, 255]),
}
/** The token program's `SetAuthority`, which gives the account away. */
const setAuthority: SolanaInstruction = {
  ...approve,
  data: Uint8Array.from([6, 2, 1, ...new Uint8Array(32).fill(7)]),
}
/** The System program's `AdvanceNonceAccount`, with which the blockhash never expires. */
const advanceNonce: SolanaInstruction = {
  programId: programs.system,
  accounts: [toWritableAccount(attacker), toReadonlyAccount(attacker), toSignerAccount(own)],
  data: Uint8Array.from([4, 0, 0, 0]),
}
const memo: SolanaInstruction = {
  programId: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  accounts: [],
  data: Uint8Array.from([104, 105]),
}

/** Changes to the message and the fields beside it. */
export const messageTampering: Record<string, Tampering> = {
  'takes coins at the end': actions((all) => [...all, stealCoins]),
  'takes coins before the rest': actions((all) => [stealCoins, ...all]),
  'takes tokens at the end': actions((all) => [...all, stealTokens]),
  'takes tokens before the rest': actions((all) => [stealTokens, ...all]),
  'lets somebody take tokens later': actions((all) => [...all, approve]),
  'gives the token account away': actions((all) => [...all, setAuthority]),
  'never lets the message expire': withMessage(({ instructions }) => ({
    instructions: [advanceNonce, ...instructions],
  })),
  'adds a memo': actions((all) => [...all, memo]),
  'does it twice': actions((all) => [...all, ...all]),
  'does nothing': actions(() => []),
  'leaves out the limits': withMessage(({ instructions }) => ({
    instructions: instructions.slice(2),
  })),
  'sets the price before the limit': withMessage(({ instructions: [limit, price, ...more] }) => ({
    instructions: limit && price ? [price, limit, ...more] : [],
  })),
  'says the limits again': withMessage(({ instructions }) => ({
    instructions: [...instructions, ...instructions.slice(0, 2)],
  })),
  'sets a limit of nothing': withBudget(0, 1000n),
  'sets a limit beyond the cluster': withBudget(1_400_001, 1000n),
  'offers a fortune to be early': withBudget(1_400_000, 1_000_000_000n),
  'lets the user pay the network fee': withMessage(() => ({ feePayer: own })),
  'lets a stranger pay the network fee': withMessage(() => ({ feePayer: attacker })),
  'makes a stranger sign too': accounts((all) =>
    all.map((one) => (one.isSigner ? one : { ...one, isSigner: true })),
  ),
  'gives a right that nothing needs': accounts((all) =>
    all.map((one) => (one.address === programs.system ? one : { ...one, isWritable: true })),
  ),
  'names one account more': accounts((all) => [...all, toReadonlyAccount(attacker)]),
  'names one account less': accounts((all) => all.slice(0, -1)),
  'speaks to a program of its own': actions((all) =>
    all.map((one) => ({ ...one, programId: attacker })),
  ),
  'names lookup tables': {
    chainOperation: (operation) => ({ ...operation, addressLookupTableAddresses: [attacker] }),
  },
  'takes addresses from lookup tables': withBytes((bytes) => [
    ...bytes.slice(0, -1),
    1,
    ...new Uint8Array(32).fill(9),
    1,
    0,
    0,
  ]),
  'writes a legacy message': withBytes((bytes) => bytes.slice(1, -1)),
  'writes a message of a version to come': withBytes((bytes) => [0x81, ...bytes.slice(1)]),
  'adds a byte behind the message': withBytes((bytes) => [...bytes, 0]),
  'spells the message another way': {
    chainOperation: (operation) =>
      isEvmOperation(operation)
        ? operation
        : { ...operation, dataToSign: `${operation.dataToSign.replace(/=*$/, '')}\n` },
  },
  'has it signed already': {
    chainOperation: (operation) =>
      isEvmOperation(operation) ? operation : { ...operation, signature: attacker.repeat(2) },
  },
}

/** Changes the bytes of the message, but not the fields beside it. */
function withBytes(change: (bytes: readonly number[]) => readonly number[]): Tampering {
  return {
    chainOperation: (operation) =>
      isEvmOperation(operation)
        ? operation
        : {
            ...operation,
            dataToSign: encodeBase64(
              Uint8Array.from(change([...decodeBase64(operation.dataToSign)])),
            ),
          },
  }
}

function openAgain(change: Partial<Parameters<typeof buildOpenInstruction>[1]>): Tampering {
  return actions(([open]) => {
    const fact = open && toInstructionFact(open, program)
    if (fact?.name !== 'open') return []
    const place = { program, rentPayer: roles.executor, ...fact.tokens, ...change }
    return [buildOpenInstruction(fact.order, place)]
  })
}

/** Changes to the instruction that deposits tokens. */
export const depositTampering: Record<string, Tampering> = {
  'lets the user pay the rent': openAgain({ rentPayer: own }),
  'lets a stranger have the rent': openAgain({ rentPayer: attacker }),
  'takes from another account': openAgain({ source: getAssociatedTokenAddress(attacker, usdc) }),
  'names another token program': openAgain({
    tokenProgram: programs.token2022,
    source: getAssociatedTokenAddress(own, { ...usdc, tokenProgram: programs.token2022 }),
  }),
  'names another token program beside the right account': openAgain({
    tokenProgram: programs.token2022,
  }),
  'deposits into a program of its own': openAgain({ program: attacker }),
}

function pay(to: string, units: bigint): SolanaInstruction[] {
  return [
    buildCreateTokenAccountInstruction({ owner: to, ...usdc }, { payer: roles.executor }),
    buildTransferInstruction({
      from: own,
      to: getAssociatedTokenAddress(to, usdc),
      units,
      token: { ...usdc, decimals: 6 },
    }),
  ]
}

/** Changes only the destination account of the first payment. */
function payInto(account: SolanaAddress): Tampering {
  return actions(([create, payment, ...fee]) =>
    create && payment
      ? [
          create,
          { ...payment, accounts: payment.accounts.with(2, toWritableAccount(account)) },
          ...fee,
        ]
      : [],
  )
}

/** Changes to a token transfer. */
export const transferTampering: Record<string, Tampering> = {
  'pays into the account of somebody else': payInto(getAssociatedTokenAddress(attacker, usdc)),
  'pays into a wallet as if it were a token account': payInto(roles.attestor),
  'pays somebody else': actions((all) => [...pay(attacker, 24_990_000n), ...all.slice(2)]),
  'pays the fee to somebody else': actions((all) => [
    ...all.slice(0, 2),
    ...pay(attacker, 10_000n),
  ]),
  'takes a larger fee': actions((all) => [...all.slice(0, 2), ...pay(roles.feeReceiver, 10_001n)]),
  'pays the fee twice': actions((all) => [...all, ...pay(roles.feeReceiver, 10_000n)]),
  'forgets what tells it from other transfers': actions((all) => [
    ...pay(roles.attestor, 24_990_000n),
    ...all.slice(2),
  ]),
  'makes accounts at the cost of the user': actions((all) =>
    all.map((one) =>
      one.programId === programs.associatedToken
        ? { ...one, accounts: [toPayerAccount(own), ...one.accounts.slice(1)] }
        : one,
    ),
  ),
  'makes an account for a stranger': actions(([, ...all]) => [
    buildCreateTokenAccountInstruction({ owner: attacker, ...usdc }, { payer: roles.executor }),
    ...all,
  ]),
  'sends coins instead': actions(() => [
    buildTransferInstruction({ from: own, to: roles.attestor, units: 24_990_000n }),
  ]),
  'says other decimals': actions((all) =>
    all.map((one) =>
      one.programId === programs.token ? { ...one, data: one.data.with(9, 9) } : one,
    ),
  ),
}

/** Changes to a delivery on Solana. */
export const solanaDeliveryTampering: Record<string, Tampering> = {
  'delivers to somebody else': { solanaFill: (fill) => ({ ...fill, recipient: attacker }) },
  'delivers less': {
    solanaFill: (fill) => ({ ...fill, minimumAmount: fill.minimumAmount - 1n }),
  },
  'delivers another token': { solanaFill: (fill) => ({ ...fill, token: mints.usdt }) },
  'delivers whenever it likes': { solanaFill: (fill) => ({ ...fill, fillDeadline: far }) },
  'delivers for other legs': { solanaFill: (fill) => ({ ...fill, ordersHash: fill.fillId }) },
  'delivers for another quote': {
    solanaFill: (fill) => ({ ...fill, fillId: `0x${'ee'.repeat(32)}` }),
  },
  'delivers by another solver': { solanaDelivery: { solver: attacker } },
  'delivers by another program': { solanaDelivery: { program: attacker } },
  'delivers on another cluster': {
    solanaDelivery: { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
  },
}

/** Changes to a delivery on an EVM chain. */
export const evmDeliveryTampering: Record<string, Tampering> = {
  'delivers less': { fill: (fill) => ({ ...fill, minimumAmount: fill.minimumAmount - 1n }) },
  'delivers for other legs': { fill: (fill) => ({ ...fill, ordersHash: fill.fillId }) },
  'delivers by another solver': {
    delivery: { solver: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
  },
}

/** Changes to a transfer of SOL. */
export const coinTampering: Record<string, Tampering> = {
  'lets a stranger pay the network fee': withMessage(() => ({ feePayer: attacker })),
  'shows another fee payer than the message has': {
    ...withMessage(() => ({ feePayer: attacker })),
    chainOperation: (operation) =>
      isEvmOperation(operation) ? operation : { ...operation, feePayer: roles.executor },
  },
  'pays somebody else': accounts(([from, , ...more]) =>
    from ? [from, toWritableAccount(attacker), ...more] : [],
  ),
  'lets somebody else pay': accounts((all) => all.with(0, toPayerAccount(attacker))),
  'pays the fee first': actions((all) => all.toReversed()),
}
