import {
  Account,
  FailedTransactionMetadata,
  LiteSvm,
  type TransactionMetadata,
} from 'litesvm/dist/internal.js'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { fromBase58 } from './params.ts'
import { toTransactionError, type TransactionError } from './transactionError.ts'

/** An account in the runtime. */
export type AccountState = {
  lamports: bigint
  data: Uint8Array
  /** Owning program. */
  owner: string
  isExecutable: boolean
}

/** An account and its address. */
export type PlacedAccount = { address: string; account: AccountState }

/** An instruction that a program called, with indexes into the transaction's accounts. */
export type InnerInstruction = {
  programIdIndex: number
  accounts: number[]
  /** Base58. */
  data: string
  stackHeight: number
}

/** Outcome of executing a transaction. */
export type ExecutionOutcome = {
  /** Undefined on success. */
  error: TransactionError | undefined
  logs: string[]
  unitsConsumed: bigint
  feeLamports: bigint
  /** Per instruction of the message. */
  innerInstructions: InnerInstruction[][]
  returnData: { programId: string; data: Uint8Array } | undefined
}

/** Outcome of simulating a transaction, and the accounts it names afterwards. */
export type SimulatedExecution = ExecutionOutcome & { accounts: PlacedAccount[] }

/** A slot as programs see it. */
export type RuntimeSlot = {
  slot: bigint
  unixSeconds: bigint
  /** Newest first, without this slot's. */
  recentHashes: () => { slot: bigint; hash: string }[]
}

/** Executes programs over accounts. Blockhashes and history are kept by the bank. */
export type Runtime = {
  /** Undefined when the account does not exist or holds nothing. */
  account(address: string): AccountState | undefined
  accountsOf(programId: string): PlacedAccount[]
  setAccount(placed: PlacedAccount): void
  /** Rent-exempt minimum of an account, lamports. */
  minimumBalance(dataBytes: number): bigint
  beginSlot(slot: RuntimeSlot): void
  /** Executes a signed transaction and keeps its effects; a failed one still pays its fee. */
  execute(transaction: Uint8Array): ExecutionOutcome
  /** Executes a transaction and discards its effects. */
  simulate(transaction: Uint8Array, options: { checksSignatures: boolean }): SimulatedExecution
  snapshot(): Uint8Array
}

/** Slots per epoch, as on public clusters. */
export const slotsPerEpoch = 432_000

/** Bytes of logs per transaction, as on public clusters. */
const logBytes = 10_000n

/** First slot of a new chain. */
export const firstSlot = 447_552_000

/**
 * Creates the runtime: new with the usual programs, or from a snapshot.
 *
 * @throws Error when the snapshot cannot be read.
 */
export function createRuntime(snapshot?: Uint8Array): Runtime {
  const svm = snapshot ? LiteSvm.fromBytes(snapshot) : new LiteSvm()
  if (!snapshot) svm.withNativeMints()
  // LiteSVM accepts only the newest hash and detects no duplicates; the bank checks both.
  svm.setBlockhashCheck(false)
  svm.setTransactionHistory(0n)
  svm.setSigverify(true)
  svm.setLogBytesLimit(logBytes)
  let current: RuntimeSlot | undefined

  /** Few programs read the slot hashes, so they are written only before something runs. */
  function prepare(): void {
    if (!current) return
    svm.setSlotHashes(current.recentHashes())
    current = undefined
  }

  return {
    account: (address) => toAccountState(svm.getAccount(fromBase58(address, 32))),
    accountsOf: (programId) => toPlacedAccounts(svm.getProgramAccounts(fromBase58(programId, 32))),
    setAccount({ address, account }) {
      const { lamports, data, owner, isExecutable } = account
      const bytes = new Account(lamports, data, fromBase58(owner), isExecutable, rentEpoch)
      svm.setAccount(fromBase58(address, 32), bytes)
    },
    minimumBalance: (dataBytes) => svm.minimumBalanceForRentExemption(BigInt(dataBytes)),
    beginSlot(slot) {
      // Durable nonces advance to a hash, which this renews.
      svm.expireBlockhash()
      const clock = svm.getClock()
      clock.slot = slot.slot
      clock.epoch = slot.slot / BigInt(slotsPerEpoch)
      clock.leaderScheduleEpoch = clock.epoch + 1n
      clock.unixTimestamp = slot.unixSeconds
      svm.setClock(clock)
      current = slot
    },
    execute(transaction) {
      prepare()
      const result = svm.sendVersionedTransaction(transaction)
      return result instanceof FailedTransactionMetadata
        ? toFailedOutcome(result)
        : toOutcome(result)
    },
    simulate(transaction, { checksSignatures }) {
      prepare()
      svm.setSigverify(checksSignatures)
      try {
        const result = svm.simulateVersionedTransaction(transaction)
        return result instanceof FailedTransactionMetadata
          ? { ...toFailedOutcome(result), accounts: [] }
          : {
              ...toOutcome(result.meta()),
              accounts: toPlacedAccounts(result.postAccounts()),
            }
      } finally {
        svm.setSigverify(true)
      }
    },
    snapshot: () => svm.toBytes(),
  }
}

/** Rent epoch of rent-exempt accounts. */
export const rentEpoch = 18_446_744_073_709_551_615n

type RawAccount = {
  lamports(): bigint
  data(): Uint8Array
  owner(): Uint8Array
  executable(): boolean
}

function toAccountState(account: RawAccount | null): AccountState | undefined {
  const lamports = account?.lamports() ?? 0n
  if (!account || lamports === 0n) return undefined
  return {
    lamports,
    data: account.data(),
    owner: encodeBase58(account.owner()),
    isExecutable: account.executable(),
  }
}

function toPlacedAccounts(
  accounts: { address: Uint8Array; account(): RawAccount }[],
): PlacedAccount[] {
  return accounts.flatMap((entry) => {
    const account = toAccountState(entry.account())
    return account ? [{ address: encodeBase58(entry.address), account }] : []
  })
}

function toFailedOutcome(failed: FailedTransactionMetadata): ExecutionOutcome {
  return { ...toOutcome(failed.meta()), error: toTransactionError(failed.err()) }
}

/** LiteSVM reports the fee only in the text of a result. */
function toOutcome(meta: TransactionMetadata): ExecutionOutcome {
  const fee = /\bfee: (\d+)\D*$/.exec(meta.toString())?.[1]
  if (fee === undefined) throw new Error('The runtime does not say what a transaction cost.')
  const returned = meta.returnData()
  const data = returned.data()
  return {
    error: undefined,
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    feeLamports: BigInt(fee),
    innerInstructions: meta.innerInstructions().map((calls) =>
      calls.map((call) => {
        const instruction = call.instruction()
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: encodeBase58(instruction.data()),
          stackHeight: call.stackHeight(),
        }
      }),
    ),
    returnData:
      data.length > 0 ? { programId: encodeBase58(returned.programId()), data } : undefined,
  }
}
