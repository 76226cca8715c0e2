import {
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'

import { programs } from '#chains/solana/program/addresses.ts'
import { deployProgram, type ProgramChain } from '#chains/solana/deploy/deployProgram.ts'
import { findEscrowError } from '#chains/solana/program/errors.ts'
import type { SolanaInstruction } from '#chains/solana/program/instruction.ts'
import { buildInstallInstruction } from '#chains/solana/program/signersInstructions.ts'
import { toWebInstruction } from '#chains/solana/program/instruction.ts'
import { createRuntime, type ExecutionOutcome, type Runtime } from '#devnet/solana/bank/runtime.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { hashChain } from '#protocol/orders/solanaOrder.ts'

import { escrowProgramBase64 } from '#contracts/solana/escrowProgram.ts'

const names = [
  'service',
  'depositor',
  'solver',
  'attestor',
  'secondAttestor',
  'thirdAttestor',
  'authority',
  'payee',
  'feeReceiver',
  'recipient',
  'stranger',
  'mint',
  'program',
] as const

export type KeyName = (typeof names)[number]

/** A local Solana runtime with the escrow program deployed and its signers installed. */
export type EscrowChain = {
  runtime: Runtime
  chainId: ChainId
  program: string
  address: (name: KeyName) => string
  key: (name: KeyName) => Keypair
  /** Runs one transaction; the service pays its fee, the named keys sign. */
  run: (instructions: SolanaInstruction[], signers?: readonly KeyName[]) => ExecutionOutcome
  /** Runs one transaction that must succeed. */
  do: (instructions: SolanaInstruction[], signers?: readonly KeyName[]) => ExecutionOutcome
  /** Runs one transaction that must fail; returns the error's name. */
  refuse: (instructions: SolanaInstruction[], signers?: readonly KeyName[]) => string
  now: () => bigint
  pass: (seconds: number) => void
  lamports: (address: string) => bigint
  data: (address: string) => Uint8Array | undefined
  /** Sends coins to an address that does not exist yet. */
  prefund: (address: string, lamports: bigint) => void
  fork: () => EscrowChain
}

export const chainId: ChainId = 'solana:testescrow'
export const delaySeconds = 3_600n
const startTime = 1_800_000_000n
const richLamports = 1_000_000_000_000n

/** Creates the runtime; call `fork` for each test. The threshold of attestors is one. */
export async function createEscrowChain(): Promise<EscrowChain> {
  const keys = new Map(names.map((name) => [name, Keypair.generate()]))
  const runtime = createRuntime()
  const chain = buildChain(runtime, { keys, time: startTime })
  for (const name of ['service', 'depositor', 'solver', 'authority', 'stranger'] as const) {
    chain.prefund(chain.address(name), richLamports)
  }
  await deploy(chain)
  chain.pass(1)
  const installation = {
    chain: hashChain(chainId),
    authority: chain.address('authority'),
    delay: delaySeconds,
    attestors: { keys: [chain.address('attestor')], threshold: 1 },
  }
  const at = { program: chain.program, upgradeAuthority: chain.address('authority') }
  const rentPayer = chain.address('service')
  chain.do([buildInstallInstruction(installation, { ...at, rentPayer })], ['authority'])
  return chain
}

/** Deploys the program or another version of it, with other keys than the default if given. */
export function deploy(
  chain: EscrowChain,
  {
    bytes = Buffer.from(escrowProgramBase64, 'base64'),
    authority = 'authority',
    program = 'program',
  }: { bytes?: Uint8Array; authority?: KeyName; program?: KeyName } = {},
): ReturnType<typeof deployProgram> {
  const { runtime, key } = chain
  const programChain: ProgramChain = {
    send: ({ signers, instructions }) =>
      Promise.resolve(requireSuccess(execute(runtime, { instructions, signers }))),
    getAccountInfo(address) {
      const account = runtime.account(address.toBase58())
      const found = account && { owner: new PublicKey(account.owner), data: account.data }
      return Promise.resolve(found ?? null)
    },
    getMinimumBalanceForRentExemption: (space) =>
      Promise.resolve(Number(runtime.minimumBalance(space))),
  }
  const keys = { payer: key('service'), program: key(program), authority: key(authority) }
  return deployProgram(programChain, keys, bytes)
}

function buildChain(
  runtime: Runtime,
  start: { keys: ReadonlyMap<KeyName, Keypair>; time: bigint },
): EscrowChain {
  const { keys } = start
  let time = start.time
  let slot = 447_552_000n + (time - startTime) * 10n
  beginSlot()
  const chain: EscrowChain = {
    runtime,
    chainId,
    program: key('program').publicKey.toBase58(),
    key,
    address: (name) => key(name).publicKey.toBase58(),
    run: (instructions, signers = []) =>
      execute(runtime, {
        instructions: instructions.map(toWebInstruction),
        signers: [key('service'), ...signers.map(key)],
      }),
    do: (instructions, signers) => requireSuccess(chain.run(instructions, signers)),
    refuse: (instructions, signers) => getError(chain.run(instructions, signers)),
    now: () => time,
    pass(seconds) {
      time += BigInt(seconds)
      beginSlot()
    },
    lamports: (address) => runtime.account(address)?.lamports ?? 0n,
    data: (address) => runtime.account(address)?.data,
    prefund(address, lamports) {
      const account = { lamports, data: new Uint8Array(), owner: programs.system }
      runtime.setAccount({ address, account: { ...account, isExecutable: false } })
    },
    fork: () => buildChain(createRuntime(runtime.snapshot()), { keys, time }),
  }
  return chain

  function key(name: KeyName): Keypair {
    const found = keys.get(name)
    if (!found) throw new Error(`No key is named ${name}.`)
    return found
  }

  function beginSlot(): void {
    slot += 1n
    runtime.beginSlot({ slot, unixSeconds: time, recentHashes: () => [] })
  }
}

function execute(
  runtime: Runtime,
  options: { instructions: TransactionInstruction[]; signers: readonly Keypair[] },
): ExecutionOutcome {
  const [payer] = options.signers
  if (!payer) throw new Error('The transaction has no fee payer.')
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: PublicKey.default.toBase58(),
    instructions: options.instructions,
  })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign([...options.signers])
  return runtime.execute(transaction.serialize())
}

function requireSuccess(outcome: ExecutionOutcome): ExecutionOutcome {
  if (outcome.error) {
    throw new Error(`${JSON.stringify(outcome.error)}\n${outcome.logs.join('\n')}`)
  }
  return outcome
}

/** The name of the escrow program's error, or the runtime's error. */
function getError({ error }: ExecutionOutcome): string {
  if (error === undefined) throw new Error('The transaction succeeded.')
  if (typeof error === 'object' && 'InstructionError' in error) {
    const [, reason] = error.InstructionError
    if (typeof reason === 'object' && 'Custom' in reason) {
      return findEscrowError(reason.Custom) ?? `Custom(${reason.Custom})`
    }
    return JSON.stringify(reason)
  }
  return JSON.stringify(error)
}

/** A System program instruction that transfers lamports. */
export function sendCoins(options: {
  from: string
  to: string
  lamports: bigint
}): SolanaInstruction {
  return fromWebInstruction(
    SystemProgram.transfer({
      fromPubkey: new PublicKey(options.from),
      toPubkey: new PublicKey(options.to),
      lamports: options.lamports,
    }),
  )
}

export function fromWebInstruction({
  programId,
  keys,
  data,
}: TransactionInstruction): SolanaInstruction {
  return {
    programId: programId.toBase58(),
    accounts: keys.map(({ pubkey, isSigner, isWritable }) => ({
      address: pubkey.toBase58(),
      isSigner,
      isWritable,
    })),
    data,
  }
}
