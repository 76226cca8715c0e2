import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  initializeMint,
  mintSpace,
  solanaTokenDecimals,
  solanaTokens,
} from '#devnet/solana/plan/mintInstructions.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import type { FailReason } from '#protocol/status/failReason.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { classifyProgramError, type ProgramError } from './classifyProgramError.ts'
import { createSolanaClient } from '../rpc/client.ts'
import {
  decodeMessage,
  decodeTransaction,
  encodeMessage,
  encodeTransaction,
} from '../codec/message.ts'
import { getAssociatedTokenAddress, getOrderAddress, programs } from '../program/addresses.ts'
import { decodeHex, writeBytes } from '../program/bytes.ts'
import { buildComputeBudgetInstructions } from '../program/computeBudget.ts'
import { findEscrowError } from '../program/errors.ts'
import { buildFillInstruction } from '../program/fillInstructions.ts'
import { toPayerAccount, type SolanaInstruction, toSignerAccount } from '../program/instruction.ts'
import { buildOpenInstruction, buildReleaseInstruction } from '../program/orderInstructions.ts'
import { buildCreateTokenAccountInstruction } from '../program/tokenInstructions.ts'
import { buildTransferInstruction } from '../program/transferInstructions.ts'
import { parseProgramError } from './programError.ts'
import { simulateTransaction } from '../rpc/sendTransaction.ts'
import {
  buildFill,
  type SettlementHarness,
  startSettlementHarness,
} from '#testing/solana/settlement.ts'

/**
 * Errors that real programs raise on the node, and their fail reasons. The service never writes the
 * instructions tried here, so no execution ends with these errors; for those that executions do end
 * with, see src/service/executions/worker/failReasonsOnSolana.campaign.test.ts. Jupiter runs on
 * no node of ours: only the error codes of its IDL are known, and no test raises them.
 */
type ErrorCase = {
  name: string
  reason: FailReason
  /** The runtime error's name, a called program's code, or the name of our own error. */
  raised: string | number
  instructions: () => readonly SolanaInstruction[]
}

const { program, roles } = devnetSolana
const { executor, solver } = roles
const { usdc: usdcToken, usdt } = solanaTokens
const usdc = { ...usdcToken, decimals: solanaTokenDecimals }
const place = { program, rentPayer: executor, tokenProgram: usdc.tokenProgram }

let harness: SettlementHarness
let user: Keypair
let formerOwner: Keypair
let held: SolanaOrder
let settled: SolanaOrder
let landed: Uint8Array

beforeAll(async () => {
  harness = await startSettlementHarness()
  ;[user, formerOwner] = await Promise.all([
    harness.wallet({ usdc: 10_000_000_000n, usdt: 5n }),
    harness.wallet({ sol: 1_000_000_000n, usdc: 1n }),
  ])
  const [first, second] = [
    await harness.signedDeposit(user, 'usdc'),
    await harness.signedDeposit(user, 'usdc'),
  ]
  held = first.order
  settled = second.order
  const deposit = { kind: 'deposit', operation: first.operation, validUntil: 0n } as const
  landed = decodeHex((await harness.sign(deposit)).raw)
  await harness.run(deposit)
  await harness.run({ ...deposit, operation: second.operation })
  const attestation = await harness.attest('release', settled)
  await harness.run({ kind: 'release', order: settled, attestation })
  await harness.handOver(formerOwner, { asset: 'usdc', to: user })
})
afterAll(() => harness.solana.stop())

const errorCases: readonly ErrorCase[] = [
  {
    name: 'an order that is there already',
    reason: 'DOUBLE_SPEND',
    raised: 'ALREADY_INITIALISED',
    instructions: () => [buildOpenInstruction(held, place)],
  },
  {
    name: 'an order of nothing',
    reason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
    raised: 'EMPTY_ORDER',
    instructions: () => [buildOpenInstruction({ ...held, amount: 0n, fee: 0n }, place)],
  },
  {
    name: 'an order of more than there can be',
    reason: 'INCORRECT_PAYMENT',
    raised: 'AMOUNT_OVERFLOW',
    instructions: () => [buildOpenInstruction({ ...held, amount: 2n ** 64n - 1n, fee: 1n }, place)],
  },
  {
    name: 'an order whose time is over',
    reason: 'ORDER_EXPIRED',
    raised: 'DEPOSIT_EXPIRED',
    instructions: () => [buildOpenInstruction({ ...held, depositDeadline: 1n }, place)],
  },
  {
    name: 'an order at the address of another',
    reason: 'DEPOSIT_ADDRESS_MISMATCH',
    raised: 'WRONG_ADDRESS',
    instructions: () => {
      const other = buildOpenInstruction({ ...held, amount: 1n }, place)
      const address = getOrderAddress({ ...held, amount: 1n }, program)
      return [
        replaceAccounts(other, { [address]: getOrderAddress({ ...held, amount: 2n }, program) }),
      ]
    },
  },
  {
    name: 'an order in what is no token',
    reason: 'INCORRECT_DEPOSIT_CURRENCY',
    raised: 'WRONG_MINT',
    instructions: () => {
      const other = buildOpenInstruction({ ...held, amount: 1n }, place)
      return [replaceAccounts(other, { [usdc.mint]: roles.payee })]
    },
  },
  {
    name: 'a transfer that names another token',
    reason: 'INCORRECT_DEPOSIT_CURRENCY',
    raised: 3,
    instructions: () => {
      const to = getAssociatedTokenAddress(solver, usdc)
      const transfer = buildTransferInstruction({
        from: getAddress(user),
        to,
        units: 1n,
        token: usdc,
      })
      return [replaceAccounts(transfer, { [usdc.mint]: usdt.mint })]
    },
  },
  {
    name: 'a payout on the word of a third party',
    reason: 'INVALID_SIGNATURE',
    raised: 'NOT_ATTESTED',
    instructions: () => [
      buildReleaseInstruction(held, { ...place, attestors: [getAddress(user)] }),
    ],
  },
  {
    name: 'a payout of what was paid out',
    reason: 'ORDER_ALREADY_FILLED',
    raised: 'ORDER_NOT_HELD',
    instructions: () => [
      buildReleaseInstruction(settled, { ...place, attestors: [roles.attestor] }),
    ],
  },
  {
    name: 'a delivery of less than was promised',
    reason: 'TOO_LITTLE_RECEIVED',
    raised: 'TOO_LITTLE_DELIVERED',
    instructions: () => {
      const fill = buildFill('sol', {
        recipient: getAddress(formerOwner),
        minimumAmount: 2_000_000n,
      })
      return [buildFillInstruction({ ...fill, amount: 1_999_999n }, { ...place, solver })]
    },
  },
  {
    name: 'a delivery to nobody',
    reason: 'TRANSFER_FAILED',
    raised: 'BAD_RECIPIENT',
    instructions: () => {
      const fill = buildFill('usdc', { recipient: programs.system })
      return [buildFillInstruction({ ...fill, amount: 1_000_000n }, { ...place, solver })]
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
      ...buildComputeBudgetInstructions({ units: 3_000, microLamports: 1n }),
      buildOpenInstruction({ ...held, amount: 1n }, place),
    ],
  },
  {
    name: 'more computing than was asked for, in between calls to the runtime',
    reason: 'SWAP_USES_TOO_MUCH_GAS',
    raised: 'ComputationalBudgetExceeded',
    instructions: () => [
      ...buildComputeBudgetInstructions({ units: 400, microLamports: 1n }),
      buildOpenInstruction({ ...held, amount: 1n }, place),
    ],
  },
  {
    name: 'the making of a token account that its owner handed over',
    reason: 'SWAP_AGGREGATOR_INVALID_TOKEN_ACCOUNT',
    raised: 0,
    instructions: () => [
      buildCreateTokenAccountInstruction(
        { owner: getAddress(formerOwner), ...usdc },
        { payer: executor },
      ),
    ],
  },
  {
    name: 'a token whose account holds less than its rent',
    reason: 'INSUFFICIENT_FUNDS_FOR_RENT',
    raised: 0,
    instructions: () => {
      const mint = Keypair.generate().publicKey.toBase58()
      const { tokenProgram } = usdc
      const createData = writeBytes()
        .u32(0)
        .u64(1_000_000n)
        .u64(BigInt(mintSpace))
        .address(tokenProgram)
      const authority = executor
      return [
        {
          programId: programs.system,
          accounts: [toPayerAccount(executor), { ...toSignerAccount(mint), isWritable: true }],
          data: createData.bytes(),
        },
        initializeMint({ mint, tokenProgram }, { decimals: 6, authority }),
      ]
    },
  },
]

describe('what a real program refuses', () => {
  test.each(errorCases)('$name is called $reason', async ({ reason, raised, instructions }) => {
    const { blockhash } = await harness.solana.connection.getLatestBlockhash('confirmed')
    const message = { feePayer: executor, blockhash, instructions: instructions() }
    const programError = await readProgramError(
      encodeTransaction(encodeMessage(message), new Map()),
    )
    expect(getErrorName(programError)).toBe(raised)
    expect(classifyProgramError({ ...programError, escrowProgram: program })).toBe(reason)
  })

  test('what landed before is a double spend', async () => {
    const programError = await readProgramError(landed)
    expect(programError).toEqual({ error: 'AlreadyProcessed' })
    expect(classifyProgramError(programError)).toBe('DOUBLE_SPEND')
  })
})

async function readProgramError(bytes: Uint8Array): Promise<ProgramError> {
  const { chainId, genesisHash } = devnetSolana
  const client = createSolanaClient(chainId, { rpcUrls: [harness.solana.node.rpcUrl], genesisHash })
  const simulation = await simulateTransaction(client, bytes, { commitment: 'confirmed' })
  const message = decodeMessage(decodeTransaction(bytes)?.message ?? bytes)
  if (simulation.err === null || !message) throw new Error('It is not refused.')
  return parseProgramError(
    simulation,
    message.instructions.map(({ programId }) => programId),
  )
}

/** The program error's code, or its name when the program is ours. */
function getErrorName({ error, programId }: ProgramError): string | number {
  if (typeof error === 'string') return error
  const own = programId === program ? findEscrowError(error.custom) : undefined
  return own ?? error.custom
}

/** The instruction with some accounts replaced by others. */
function replaceAccounts(
  { accounts, ...instruction }: SolanaInstruction,
  names: Readonly<Record<string, string>>,
): SolanaInstruction {
  return {
    ...instruction,
    accounts: accounts.map((one) => ({ ...one, address: names[one.address] ?? one.address })),
  }
}

function getAddress(key: Keypair): string {
  return key.publicKey.toBase58()
}
