import { toAddressKey } from '#protocol/accounts/account.ts'
import { type AssetType, type ChainId, isSameAsset, splitAssetType } from '#protocol/ids/caip.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import type { OnChainBalances } from './onChainBalances.ts'

/** What came to an account from elsewhere: a balance rose, and no own execution did it. */
export type Arrival = {
  /** By {@link toAddressKey}. */
  account: string
  assetType: AssetType
  units: bigint
  /** Unix milliseconds. */
  atMs: number
}

/** What of an execution tells whether it moved a balance. */
export type MovingRecord = Pick<
  HistoryRecord,
  | 'quoteId'
  | 'status'
  | 'type'
  | 'recipientAccountId'
  | 'originToken'
  | 'destinationToken'
  | 'updatedAt'
>

/** The executions that changed last, and when this browser read them; Unix milliseconds. */
export type ReadRecords = { records: readonly MovingRecord[]; readAtMs: number }

/** Finds arrivals in the balances that are read anyway. */
export type ArrivalWatch = {
  /** Takes what is known of executions, so that those that are over explain nothing later. */
  learn: (history: ReadRecords) => void
  /** Leaves out a reading from before the watch began. */
  skip: (reading: Reading) => void
  /** Compares a chain's reading with the one before it. */
  take: (chainId: ChainId, reading: Reading) => Promise<void>
}

type Reading = Pick<OnChainBalances, 'units'>
type SeenReading = { reading: Reading; seenAtMs: number }

/** An execution that ended so long ago is in every reading, whatever the clocks say. */
const longOverMs = 120_000

/**
 * Creates a watch. A balance that rose is an arrival unless an own execution can have done it: then
 * the executions are read first, and without them nothing is announced.
 *
 * @param options.readRecords - Reads the executions that changed last, now.
 */
export function createArrivalWatch(options: {
  readRecords: () => Promise<ReadRecords>
  onArrive: (arrivals: readonly Arrival[]) => void
  now?: () => number
}): ArrivalWatch {
  const { readRecords, onArrive, now = Date.now } = options
  const seen = new Map<ChainId, readonly SeenReading[]>()
  const overSince = new Map<string, number>()
  const busy = new Set<ChainId>()
  const skipped = new WeakSet<Reading>()

  function learn({ records, readAtMs }: ReadRecords): void {
    for (const { quoteId, status, updatedAt } of records) {
      // Who has to take a deposit back can do so at any time.
      if (status !== 'COMPLETED' && status !== 'REFUNDED') continue
      const isLongOver = updatedAt !== undefined && readAtMs - Date.parse(updatedAt) > longOverMs
      if (!overSince.has(quoteId)) overSince.set(quoteId, isLongOver ? 0 : readAtMs)
    }
  }

  async function take(chainId: ChainId, reading: Reading): Promise<void> {
    const before = seen.get(chainId) ?? []
    if (busy.has(chainId) || skipped.has(reading) || before[0]?.reading === reading) return
    const seenAtMs = now()
    let increases = findIncreases(reading, before).map((one) => ({ ...one, atMs: seenAtMs }))
    if (increases.length > 0) {
      busy.add(chainId)
      try {
        const history = await readRecords()
        learn(history)
        // The reading before began after the one before that: what was over by then is in it.
        const sinceMs = before[1]?.seenAtMs ?? 0
        const moving = history.records.filter(
          ({ quoteId }) => (overSince.get(quoteId) ?? Infinity) > sinceMs,
        )
        increases = increases.filter((one) => !moving.some((record) => canMove(record, one)))
      } catch {
        // Nobody knows yet what it was: the next reading is compared with the same one.
        return
      } finally {
        busy.delete(chainId)
      }
    }
    seen.set(chainId, [{ reading, seenAtMs }, ...before.slice(0, 1)])
    if (increases.length > 0) onArrive(increases)
  }

  return { learn, take, skip: (reading) => void skipped.add(reading) }
}

/** What rose since the last reading, but not what a node behind the others had taken back. */
function findIncreases(
  { units }: Reading,
  [last, earlier]: readonly SeenReading[],
): Omit<Arrival, 'atMs'>[] {
  return [...units].flatMap(([account, own]) => {
    const [had, hadEarlier] = [last, earlier].map((one) => one?.reading.units.get(account))
    return [...own].flatMap(([assetType, held]) => {
      const known = had?.get(assetType)
      if (known === undefined || held <= known || held === hadEarlier?.get(assetType)) return []
      return [{ account, assetType, units: held - known }]
    })
  })
}

/** Whether an execution can have raised a balance: it delivers there, or gives back. */
function canMove(
  { type, recipientAccountId, originToken, destinationToken }: MovingRecord,
  { account, assetType }: Pick<Arrival, 'account' | 'assetType'>,
): boolean {
  if (originToken.assetType.some((one) => isSameAsset(one, assetType))) return true
  const recipient = recipientAccountId.slice(recipientAccountId.lastIndexOf('/') + 1)
  if (toAddressKey(recipient) !== account) return false
  // A contract call can give anything on its chain.
  return type === 'CALL'
    ? splitAssetType(destinationToken.assetType).chainId === splitAssetType(assetType).chainId
    : isSameAsset(destinationToken.assetType, assetType)
}
