import type { Storage } from '#service/storage/database.ts'
import { recordEvent } from '#service/storage/tables/events.ts'
import { type ExecutionError, findExecution } from '#service/storage/executions/executionRows.ts'
import {
  findEvents,
  findLegs,
  findOpenExecutions,
  retryExecution,
} from '#service/storage/executions/inspectExecutions.ts'
import { findSteps } from '#service/storage/executions/stepRows.ts'

const maxListed = 200
const usage = `npm run executions -- list | show <quote id> | retry <quote id>
In production, node dist/program/executions.js takes the place of "npm run executions --".`

/**
 * Runs one command of `npm run executions`: `list` (executions that are not terminal), `show <id>` (legs,
 * steps, transactions and events), `retry <id>` (makes it due now). Shows only hashes of transactions.
 *
 * @returns Lines for a terminal.
 *
 * @throws Error with one sentence when the command or the execution is unknown.
 */
export async function reportExecutions(
  storage: Storage,
  [command, id]: readonly string[],
): Promise<string[]> {
  if (command === 'list') return listOpen(storage)
  if (command === 'show' && id !== undefined) return show(storage, id.toLowerCase())
  if (command === 'retry' && id !== undefined) return retry(storage, id.toLowerCase())
  throw new Error(usage)
}

async function listOpen(storage: Storage): Promise<string[]> {
  const open = await findOpenExecutions(storage, maxListed)
  if (open.length === 0) return ['No execution is open.']
  return open.map(
    ({ quoteId, status, phase, type, attempts, createdAt, nextRunAt }) =>
      `${quoteId} ${type} ${status} (${phase}), since ${createdAt.toISOString()}, next ${nextRunAt.toISOString()}, ${attempts} failures`,
  )
}

async function show(storage: Storage, quoteId: string): Promise<string[]> {
  const [row, legs, { steps, transactions }, events] = await Promise.all([
    findExecution(storage, quoteId),
    findLegs(storage, quoteId),
    findSteps(storage, quoteId),
    findEvents(storage, quoteId),
  ])
  if (!row) throw createUnknownError(quoteId)
  const reason = row.failReason === null ? '' : `, ${row.failReason}`
  return [
    `${row.quoteId} ${row.type} ${row.status} (${row.phase})${reason}`,
    ...(row.lastError ? [describeError(row.lastError)] : []),
    `for ${row.user} to ${row.recipient}, ${row.createdAt.toISOString()} to ${row.updatedAt.toISOString()}`,
    ...legs.map(
      ({ leg, chain, asset, amount, fee, state }) =>
        `leg ${leg} on ${chain}: ${amount} + ${fee} fee of ${asset}, ${state}`,
    ),
    ...steps.map(({ leg, action, attempt, chain, state, hash, detail }) =>
      `step ${action} ${leg}.${attempt} on ${chain}: ${state} ${hash ?? ''} ${toText(detail)}`.trimEnd(),
    ),
    ...transactions.map(
      ({ hash, action, chain, signer, nonce, replaces }) =>
        `transaction ${hash} (${action}) on ${chain} by ${signer}, nonce ${nonce}${replaces === null ? '' : `, replaces ${replaces}`}`,
    ),
    ...events.map(({ kind, detail, createdAt }) =>
      `event ${createdAt.toISOString()} ${kind} ${toText(detail)}`.trimEnd(),
    ),
  ]
}

async function retry(storage: Storage, quoteId: string): Promise<string[]> {
  const row = await findExecution(storage, quoteId)
  if (!row) throw createUnknownError(quoteId)
  if (!(await retryExecution(storage, quoteId)))
    throw new Error(`${quoteId} is over: ${row.status} does not change.`)
  await recordEvent(storage, { quoteId, kind: 'retried by hand' })
  return [`${quoteId} is looked at now.`]
}

function describeError({ step, reason }: ExecutionError): string {
  const place = step ? `step ${step.action} ${step.leg}.${step.attempt}: ` : ''
  return `last error: ${place}${reason}`
}

function toText(detail: unknown): string {
  const text = JSON.stringify(detail ?? {})
  return text === '{}' ? '' : text
}

function createUnknownError(quoteId: string): Error {
  return new Error(`${quoteId} was never accepted here.`)
}
