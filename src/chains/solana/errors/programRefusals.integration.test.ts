import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { initializeMint, mintSpace } from '#devnet/solana/plan/mintInstructions.ts'
import { solanaTokenDecimals, solanaTokens } from '#devnet/solana/plan/solanaTokens.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { FailReason } from '#protocol/status/failReason.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { classifyProgramFailure, type ProgramFailure } from './classifyProgramFailure.ts'
import { createSolanaClient } from '../rpc/client.ts'
import {
  decodeMessage,
  decodeTransaction,
  encodeMessage,
  encodeTransaction,
} from '../codec/message.ts'
import { associatedTokenAddress, orderAddress, programs } from '../program/addresses.ts'
import { hexBytes, writeBytes } from '../program/bytes.ts'
import { computeBudgetInstructions } from '../program/computeBudget.ts'
import { escrowErrorOf } from '../program/errors.ts'
import { fillInstruction } from '../program/fillInstructions.ts'
import { pays, type SolanaInstruction, signs } from '../program/instruction.ts'
import { openInstruction, releaseInstruction } from '../program/orderInstructions.ts'
import { createTokenAccountInstruction } from '../program/tokenInstructions.ts'
import { transferInstruction } from '../program/transferInstructions.ts'
import { programFailureOf } from './programFailure.ts'
import { simulateTransaction } from '../rpc/sendTransaction.ts'
import { fillOf, type SettlementScene, startSettlementScene } from '#testing/solana/settlement.ts'

/**
 * Refusals that real programs on the node raise, and what they are called. No execution ends with them:
 * what is tried here this service never writes. Those that executions do end with are in
 * src/service/executions/worker/failReasonsOnSolana.integration.test.ts. Of Jupiter, which no node of ours
 * runs, only the numbers of its IDL are known: nothing of it is raised anywhere in our tests.
 */
type Refusal = {
  name: string
  reason: FailReason
  /** What the node says: a word of the runtime, a number of a program that is called, or our own. */
  raised: string | number
  instructions: () => readonly SolanaInstruction[]
}

const { program, roles } = devnetSolana
const { executor, solver } = roles
const { usdc: usdcToken, usdt } = solanaTokens
const usdc = { ...usdcToken, decimals: solanaTokenDecimals }
const place = { program, rentPayer: executor, tokenProgram: usdc.tokenProgram }

let scene: SettlementScene
let user: Keypair
let heir: Keypair
let held: SolanaOrder
let settled: SolanaOrder
let landed: Uint8Array

beforeAll(async () => {
  scene = await startSettlementScene()
  ;[user, heir] = await Promise.all([
    scene.wallet({ usdc: 10_000_000_000n, usdt: 5n }),
    scene.wallet({ sol: 1_000_000_000n, usdc: 1n }),
  ])
  const [first, second] = [
    await scene.signedDeposit(user, 'usdc'),
    await scene.signedDeposit(user, 'usdc'),
  ]
  held = first.order
  settled = second.order
  const deposit = { kind: 'deposit', operation: first.operation, validUntil: 0n } as const
  landed = hexBytes((await scene.sign(deposit)).raw)
  await scene.run(deposit)
  await scene.run({ ...deposit, operation: second.operation })
  const attestation = await scene.attest('release', settled)
  await scene.run({ kind: 'release', order: settled, attestation })
  await scene.handOver(heir, { asset: 'usdc', to: user })
})
afterAll(() => scene.solana.stop())

const refusals: readonly Refusal[] = [
  {
    name: 'an order that is there already',
    reason: 'DOUBLE_SPEND',
    raised: 'ALREADY_INITIALISED',
    instructions: () => [openInstruction(held, place)],
  },
  {
    name: 'an order of nothing',
    reason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
    raised: 'EMPTY_ORDER',
    instructions: () => [openInstruction({ ...held, amount: 0n, fee: 0n }, place)],
  },
  {
    name: 'an order of more than there can be',
    reason: 'INCORRECT_PAYMENT',
    raised: 'AMOUNT_OVERFLOW',
    instructions: () => [openInstruction({ ...held, amount: 2n ** 64n - 1n, fee: 1n }, place)],
  },
  {
    name: 'an order whose time is over',
    reason: 'ORDER_EXPIRED',
    raised: 'DEPOSIT_EXPIRED',
    instructions: () => [openInstruction({ ...held, depositDeadline: 1n }, place)],
  },
  {
    name: 'an order at the address of another',
    reason: 'DEPOSIT_ADDRESS_MISMATCH',
    raised: 'WRONG_ADDRESS',
    instructions: () => {
      const other = openInstruction({ ...held, amount: 1n }, place)
      const address = orderAddress({ ...held, amount: 1n }, program)
      return [renamed(other, { [address]: orderAddress({ ...held, amount: 2n }, program) })]
    },
  },
  {
    name: 'an order in what is no token',
    reason: 'INCORRECT_DEPOSIT_CURRENCY',
    raised: 'WRONG_MINT',
    instructions: () => {
      const other = openInstruction({ ...held, amount: 1n }, place)
      return [renamed(other, { [usdc.mint]: roles.payee })]
    },
  },
  {
    name: 'a transfer that names another token',
    reason: 'INCORRECT_DEPOSIT_CURRENCY',
    raised: 3,
    instructions: () => {
      const to = associatedTokenAddress(solver, usdc)
      const transfer = transferInstruction({ from: addressOf(user), to, units: 1n, token: usdc })
      return [renamed(transfer, { [usdc.mint]: usdt.mint })]
    },
  },
  {
    name: 'a payout on the word of a stranger',
    reason: 'INVALID_SIGNATURE',
    raised: 'NOT_ATTESTED',
    instructions: () => [releaseInstruction(held, { ...place, attestors: [addressOf(user)] })],
  },
  {
    name: 'a payout of what was paid out',
    reason: 'ORDER_ALREADY_FILLED',
    raised: 'ORDER_NOT_HELD',
    instructions: () => [releaseInstruction(settled, { ...place, attestors: [roles.attestor] })],
  },
  {
    name: 'a delivery of less than was promised',
    reason: 'TOO_LITTLE_RECEIVED',
    raised: 'TOO_LITTLE_DELIVERED',
    instructions: () => {
      const fill = fillOf('sol', { recipient: addressOf(heir), minimumAmount: 2_000_000n })
      return [fillInstruction({ ...fill, amount: 1_999_999n }, { ...place, solver })]
    },
  },
  {
    name: 'a delivery to nobody',
    reason: 'TRANSFER_FAILED',
    raised: 'BAD_RECIPIENT',
    instructions: () => {
      const fill = fillOf('usdc', { recipient: programs.system })
      return [fillInstruction({ ...fill, amount: 1_000_000n }, { ...place, solver })]
    },
  },
  {
    name: 'an instruction that the program does not know',
    reason: 'EXECUTION_REVERTED',
    raised: 'UNKNOWN_INSTRUCTION',
    instructions: () => [{ programId: program, accounts: [], data: Uint8Array.of(99) }],
  },
  {
    name: 'more computing than was asked for',
    reason: 'SWAP_USES_TOO_MUCH_GAS',
    raised: 'ComputationalBudgetExceeded',
    instructions: () => [
      ...computeBudgetInstructions({ units: 3_000, microLamports: 1n }),
      openInstruction({ ...held, amount: 1n }, place),
    ],
  },
  {
    name: 'more computing than was asked for, in between calls to the runtime',
    reason: 'SWAP_USES_TOO_MUCH_GAS',
    raised: 'ComputationalBudgetExceeded',
    instructions: () => [
      ...computeBudgetInstructions({ units: 400, microLamports: 1n }),
      openInstruction({ ...held, amount: 1n }, place),
    ],
  },
  {
    name: 'the making of a token account that its owner handed over',
    reason: 'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT',
    raised: 0,
    instructions: () => [
      createTokenAccountInstruction({ owner: addressOf(heir), ...usdc }, { payer: executor }),
    ],
  },
  {
    name: 'a token whose account holds less than its rent',
    reason: 'INSUFFICIENT_FUNDS_FOR_RENT',
    raised: 0,
    instructions: () => {
      const mint = Keypair.generate().publicKey.toBase58()
      const { tokenProgram } = usdc
      const making = writeBytes()
        .u32(0)
        .u64(1_000_000n)
        .u64(BigInt(mintSpace))
        .address(tokenProgram)
      const authority = executor
      return [
        {
          programId: programs.system,
          accounts: [pays(executor), { ...signs(mint), isWritable: true }],
          data: making.bytes(),
        },
        initializeMint({ mint, tokenProgram }, { decimals: 6, authority }),
      ]
    },
  },
]

describe('what a real program refuses', () => {
  test.each(refusals)('$name is called $reason', async ({ reason, raised, instructions }) => {
    const { blockhash } = await scene.solana.connection.getLatestBlockhash('confirmed')
    const message = { feePayer: executor, blockhash, instructions: instructions() }
    const failure = await failureOf(encodeTransaction(encodeMessage(message), new Map()))
    expect(saidBy(failure)).toBe(raised)
    expect(classifyProgramFailure({ ...failure, escrowProgram: program })).toBe(reason)
  })

  test('what landed before is a double spend', async () => {
    const failure = await failureOf(landed)
    expect(failure).toEqual({ error: 'AlreadyProcessed' })
    expect(classifyProgramFailure(failure)).toBe('DOUBLE_SPEND')
  })
})

async function failureOf(bytes: Uint8Array): Promise<ProgramFailure> {
  const { chainId, genesisHash } = devnetSolana
  const client = createSolanaClient(chainId, { rpcUrls: [scene.solana.node.rpcUrl], genesisHash })
  const simulation = await simulateTransaction(client, bytes, { commitment: 'confirmed' })
  const message = decodeMessage(decodeTransaction(bytes)?.message ?? bytes)
  if (simulation.err === null || !message) throw new Error('It is not refused.')
  return programFailureOf(
    simulation,
    message.instructions.map(({ programId }) => programId),
  )
}

/** The program's own name of a refusal, where it is ours. */
function saidBy({ error, programId }: ProgramFailure): string | number {
  if (typeof error === 'string') return error
  const own = programId === program ? escrowErrorOf(error.custom) : undefined
  return own ?? error.custom
}

/** An instruction that names other accounts. */
function renamed(
  { accounts, ...instruction }: SolanaInstruction,
  names: Readonly<Record<string, string>>,
): SolanaInstruction {
  return {
    ...instruction,
    accounts: accounts.map((one) => ({ ...one, address: names[one.address] ?? one.address })),
  }
}

function addressOf(key: Keypair): string {
  return key.publicKey.toBase58()
}
