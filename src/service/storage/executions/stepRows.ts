import { z } from 'zod'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { FailReason } from '#protocol/status/failReason.ts'
import { type Fence, FenceLostError } from './executionRows.ts'
import { lockHoldings } from '../tables/reservations.ts'
import type { Database, Storage } from '../database.ts'
import { parseLegColumn, type StepLeg, toLegColumn } from '../tables/legColumn.ts'
import { takeNonce } from '../tables/signerNonces.ts'

/** The action of a step on a chain. */
export type StepAction = 'deposit' | 'grant' | 'arrive' | 'fill' | 'cancel' | 'release' | 'refund'

/** `sent`: signed and stored. `mined`, `reverted`: settled at depth. `refused`: never signed. */
export type StepState = 'sent' | 'mined' | 'reverted' | 'refused'

/** What a step's detail tells the program; the rest is for operators. */
const StepDetail = z.looseObject({
  outcome: z.enum(['succeeded', 'reverted', 'replaced', 'none']).optional().catch(undefined),
  reason: z.nullable(FailReason).optional().catch(undefined),
  /** Its transaction never landed and never can. */
  isLost: z.boolean().optional().catch(undefined),
})

/** What is stored beside a signed transaction. */
const TransactionMeta = z.looseObject({
  /** The user operation in it. */
  userOpHash: z.optional(Hash).catch(undefined),
  /** Whether it only uses up the nonce of an earlier one. */
  revokes: z.boolean().optional().catch(undefined),
})

/** One attempt at one action. */
export type StepRow = {
  leg: StepLeg
  action: StepAction
  attempt: number
  chain: string
  state: StepState
  /** The transaction that settled it; null while sent. */
  hash: string | null
  block: bigint | null
  detail: z.output<typeof StepDetail>
  createdAt: Date
}

/** A signed transaction. It is stored before it is sent. */
export type TransactionRow = {
  hash: string
  leg: StepLeg
  action: StepAction
  attempt: number
  chain: string
  signer: string
  nonce: bigint
  raw: string
  meta: z.output<typeof TransactionMeta>
  replaces: string | null
  createdAt: Date
}

/** The key of a step within its execution. */
export type StepKey = { leg: StepLeg; action: StepAction; attempt: number }

type Encoded<Row> = Omit<Row, 'leg' | 'detail' | 'meta'> & { leg: number }
type EncodedStep = Encoded<StepRow> & { detail: unknown }
type EncodedTransaction = Encoded<TransactionRow> & { meta: unknown }

function decodeStep<Row extends EncodedStep>(row: Row) {
  return { ...row, leg: parseLegColumn(row.leg), detail: StepDetail.parse(row.detail ?? {}) }
}

function decodeTransaction(row: EncodedTransaction): TransactionRow {
  return { ...row, leg: parseLegColumn(row.leg), meta: TransactionMeta.parse(row.meta) }
}

const stepColumns = `leg, action, attempt, chain, state, hash, block, detail,
  created_at as "createdAt"`
const transactionColumns = `hash, leg, action, attempt, chain, signer, nonce, raw, meta, replaces,
  created_at as "createdAt"`

/** All steps of an execution with their transactions, oldest first. */
export async function findSteps(
  database: Database,
  quoteId: string,
): Promise<{ steps: StepRow[]; transactions: TransactionRow[] }> {
  const steps = await database.query<EncodedStep>(
    `select ${stepColumns} from steps where quote_id = $1 order by created_at, leg, action, attempt`,
    [quoteId],
  )
  const transactions = await database.query<EncodedTransaction>(
    `select ${transactionColumns} from transactions where quote_id = $1 order by created_at, nonce`,
    [quoteId],
  )
  return { steps: steps.map(decodeStep), transactions: transactions.map(decodeTransaction) }
}

/** A transaction signed with a nonce: the bytes to send, their hash, and metadata. */
export type SignedStep = { hash: string; raw: string; meta: object }

/**
 * Takes the signer's next nonce, signs with it, and stores step and transaction atomically before
 * anything is sent. An existing step is left as it is.
 *
 * @returns The transaction to send: the new one, or the one stored before. Undefined while another
 *   transaction that deploys the same account is pending, or if one has landed since this one was
 *   prepared: a second deployment would revert.
 * @throws FenceLost when another worker holds the execution; then no signature is kept.
 */
export async function prepareStep(
  storage: Storage,
  options: {
    fence: Fence
    step: StepKey
    chain: string
    signer: string
    sign: (nonce: bigint) => Promise<SignedStep>
    /** Account that the transaction deploys, and the block at which it did not exist. */
    deploys?: { account: string; missingAt: bigint } | undefined
  },
): Promise<TransactionRow | undefined> {
  const { fence, step, chain, signer } = options
  return storage.transaction(async (database) => {
    await lockFence(database, fence)
    const [known] = await database.query<EncodedTransaction>(
      `select ${transactionColumns} from transactions
       where quote_id = $1 and leg = $2 and action = $3 and attempt = $4
       order by created_at desc limit 1`,
      [fence.quoteId, toLegColumn(step.leg), step.action, step.attempt],
    )
    if (known) return decodeTransaction(known)
    if (options.deploys !== undefined) {
      const account = toAddressKey(options.deploys.account)
      await lockHoldings(database, [{ chain, owner: account, asset: 'deployment' }])
      if (await isDeployed(database, { ...options.deploys, chain, account })) return undefined
    }
    const nonce = await takeNonce(database, { chain, signer })
    const signed = await options.sign(nonce)
    await database.query(
      `insert into steps (quote_id, leg, action, attempt, chain, state)
       values ($1, $2, $3, $4, $5, 'sent')`,
      [fence.quoteId, toLegColumn(step.leg), step.action, step.attempt, chain],
    )
    return insertTransaction(database, {
      ...signed,
      ...step,
      quoteId: fence.quoteId,
      chain,
      signer,
      nonce,
      replaces: null,
    })
  })
}

/**
 * Stores a transaction that replaces a stuck one at the same nonce. Each transaction is replaced at
 * most once; both hashes stay watched.
 */
export async function replaceTransaction(
  storage: Storage,
  options: { fence: Fence; replaces: TransactionRow; signed: SignedStep },
): Promise<TransactionRow> {
  const { fence, replaces, signed } = options
  return storage.transaction(async (database) => {
    await lockFence(database, fence)
    return insertTransaction(database, {
      ...replaces,
      ...signed,
      quoteId: fence.quoteId,
      replaces: replaces.hash,
    })
  })
}

/**
 * Writes how a step ended on the chain. Only changes a step that is still `sent`; with
 * `isCorrection`, also a `mined` one whose block is gone.
 *
 * @returns Whether the step was changed.
 */
export async function settleStep(
  database: Database,
  options: {
    quoteId: string
    step: StepKey
    state: 'mined' | 'reverted'
    hash: string
    block: bigint
    detail: object
    isCorrection?: boolean
  },
): Promise<boolean> {
  const { quoteId, step, state, hash, block, detail, isCorrection = false } = options
  const rows = await database.query(
    `update steps set state = $5, hash = $6, block = $7, detail = $8
     where quote_id = $1 and leg = $2 and action = $3 and attempt = $4
       and (state = 'sent' or ($9 and state = 'mined'))
     returning 1`,
    [
      quoteId,
      toLegColumn(step.leg),
      step.action,
      step.attempt,
      state,
      hash,
      block,
      JSON.stringify(detail),
      isCorrection,
    ],
  )
  return rows.length > 0
}

async function lockFence(database: Database, fence: Fence): Promise<void> {
  const rows = await database.query(
    `update executions set lease_until = clock_timestamp() + interval '6 s'
     where quote_id = $1 and version = $2 returning 1`,
    [fence.quoteId, fence.version],
  )
  if (rows.length === 0) throw new FenceLostError(fence)
}

/** Whether a deployment of this account is pending, or landed after the block it was missing at. */
async function isDeployed(
  database: Database,
  { chain, account, missingAt }: { chain: string; account: string; missingAt: bigint },
): Promise<boolean> {
  const rows = await database.query(
    `select 1 from transactions t join steps s using (quote_id, leg, action, attempt)
     where t.chain = $1 and t.meta->>'deploys' = $2
       and (s.state = 'sent' or (s.state = 'mined' and s.block > $3)) limit 1`,
    [chain, account, missingAt],
  )
  return rows.length > 0
}

async function insertTransaction(
  database: Database,
  row: Omit<TransactionRow, 'createdAt' | 'meta'> & { quoteId: string; meta: object },
): Promise<TransactionRow> {
  const [stored] = await database.query<EncodedTransaction>(
    `insert into transactions
       (hash, quote_id, leg, action, attempt, chain, signer, nonce, raw, meta, replaces, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, clock_timestamp())
     returning ${transactionColumns}`,
    [
      row.hash,
      row.quoteId,
      toLegColumn(row.leg),
      row.action,
      row.attempt,
      row.chain,
      row.signer,
      row.nonce,
      row.raw,
      JSON.stringify(row.meta),
      row.replaces,
    ],
  )
  if (!stored) throw new Error(`Transaction ${row.hash} was not stored.`)
  return decodeTransaction(stored)
}

/** Stores an action that landed without a transaction of ours. */
export async function insertLandedStep(
  database: Database,
  options: {
    quoteId: string
    step: StepKey
    chain: string
    hash: string
    block: bigint
    detail: object
  },
): Promise<void> {
  const { quoteId, step, chain, hash, block, detail } = options
  await database.query(
    `insert into steps (quote_id, leg, action, attempt, chain, state, hash, block, detail)
     values ($1, $2, $3, $4, $5, 'mined', $6, $7, $8) on conflict do nothing`,
    [
      quoteId,
      toLegColumn(step.leg),
      step.action,
      step.attempt,
      chain,
      hash,
      block,
      JSON.stringify(detail),
    ],
  )
}

/** Stores that a simulation refused an action, so that this attempt was not signed. */
export async function refuseStep(
  storage: Storage,
  options: { fence: Fence; step: StepKey; chain: string; detail: object },
): Promise<void> {
  const { fence, step, chain, detail } = options
  await storage.transaction(async (database) => {
    await lockFence(database, fence)
    await database.query(
      `insert into steps (quote_id, leg, action, attempt, chain, state, detail)
       values ($1, $2, $3, $4, $5, 'refused', $6) on conflict do nothing`,
      [
        fence.quoteId,
        toLegColumn(step.leg),
        step.action,
        step.attempt,
        chain,
        JSON.stringify(detail),
      ],
    )
  })
}

/** The steps of several executions, oldest first. */
export async function findStepsOfAll(
  database: Database,
  quoteIds: readonly string[],
): Promise<(StepRow & { quoteId: string })[]> {
  const rows = await database.query<EncodedStep & { quoteId: string }>(
    `select quote_id as "quoteId", ${stepColumns} from steps where quote_id = any($1)
     order by created_at, leg, action, attempt`,
    [quoteIds],
  )
  return rows.map(decodeStep)
}
