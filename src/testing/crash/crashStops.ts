import process from 'node:process'

import type { Storage } from '#service/storage/database.ts'
import type {
  Failpoint,
  FailpointContext,
  OnFailpoint,
} from '#service/executions/plan/failpoint.ts'
import type { StepLeg } from '#service/storage/tables/legColumn.ts'

/** A failpoint where a worker process holds one execution until the process is killed. */
export type CrashStop = {
  quoteId: string
  failpoint: Failpoint
  about: string
  leg?: StepLeg
}

/** Creates the table in which worker processes log the failpoints they pass. */
export async function prepareCrashLog({ query }: Pick<Storage, 'query'>): Promise<void> {
  await query('create table crash_log (kind text, name text, primary key (kind, name))')
}

/** Names of the failpoints that worker processes passed, of any execution. */
export async function readPassed({ query }: Pick<Storage, 'query'>): Promise<readonly string[]> {
  const rows = await query<{ name: string }>(
    `select name from crash_log where kind = 'passed' order by name`,
  )
  return rows.map(({ name }) => name)
}

/** Returns the executions a process holds or held, and lets them be claimed again. */
export async function takeHeld({ query }: Pick<Storage, 'query'>): Promise<ReadonlySet<string>> {
  const rows = await query<{ name: string }>(
    `delete from crash_log where kind = 'held' returning name`,
  )
  // Leases of the killed process would last some seconds more.
  await query('update executions set lease_until = null where lease_until is not null')
  return new Set(rows.map(({ name }) => name))
}

/** Failpoints of the attestor. It handles all requests at once, so holding one would hold all. */
const ofAttestor: ReadonlySet<Failpoint> = new Set([
  'before bind',
  'after bind',
  'before store signature',
  'after store signature',
])

/**
 * Creates a callback that holds executions at their stops, and kills the process once it holds them
 * all. Without stops it only logs the failpoints that are passed.
 *
 * @param options.nameOf - Names a failpoint in the log; undefined for those of no interest.
 */
export function createHolder(
  { query }: Pick<Storage, 'query'>,
  options: {
    stops: readonly CrashStop[]
    nameOf: (failpoint: Failpoint, about: string, place: FailpointContext) => string | undefined
  },
): OnFailpoint {
  const { stops, nameOf } = options
  const held = new Set<string>()
  const noted = new Map<string, Promise<unknown>>()

  async function note(kind: 'passed' | 'held', name: string): Promise<void> {
    const key = `${kind} ${name}`
    const known = noted.get(key)
    if (known) return void (await known)
    const written = query('insert into crash_log values ($1, $2) on conflict do nothing', [
      kind,
      name,
    ])
    noted.set(key, written)
    await written
  }

  /**
   * Keeps held executions claimed, however long the others take. A statement of this process that
   * ends after it was killed must not claim them again: see {@link takeHeld}.
   */
  async function renew(): Promise<void> {
    await query(
      `update executions set lease_until = clock_timestamp() + interval '1 hour'
       where quote_id in (
         select quote_id from executions
         where quote_id in (select name from crash_log where kind = 'held' and name = any($1))
         for update skip locked)`,
      [[...held]],
    )
  }

  async function hold(quoteId: string): Promise<void> {
    if (held.size === 0) setInterval(() => void renew(), 1_000)
    held.add(quoteId)
    await note('held', quoteId)
    await renew()
    if (held.size < stops.length) return
    await Promise.all(noted.values())
    process.kill(process.pid, 'SIGKILL')
  }

  return async (failpoint, about, place) => {
    const name = nameOf(failpoint, about, place)
    if (name !== undefined) await note('passed', name)
    const { quoteId } = place.plan
    const isHere = stops.some(
      (stop) =>
        stop.quoteId === quoteId &&
        stop.failpoint === failpoint &&
        stop.about === about &&
        stop.leg === place.leg,
    )
    if (isHere && !held.has(quoteId)) await hold(quoteId)
    if (!held.has(quoteId)) return
    if (ofAttestor.has(failpoint)) throw new Error(`${quoteId} is held at ${failpoint}.`)
    await new Promise(() => undefined)
  }
}
