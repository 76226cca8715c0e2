import { toUnits } from '#protocol/ids/amount.ts'
import { type AssetType, isSameAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import type { SignedAmounts } from '../../signing/storage/signedQuotes.ts'

/** An amount of one asset on its chain, smallest units. */
export type MovingAmount = { assetType: AssetType; units: bigint }

/** An own execution whose money is neither here nor there. */
export type Motion = {
  record: HistoryRecord
  /** Still in the balance, but promised: it cannot be spent again. */
  promised: readonly MovingAmount[]
  /** Out of the balance, held by an escrow. */
  taken: readonly MovingAmount[]
  /** At least this arrives in an own account; nothing after a failure. */
  arriving: MovingAmount | undefined
}

/**
 * Finds the executions under way, and those that failed with a deposit that their owner has to take
 * back. What was signed in this browser takes precedence over what the service reports.
 *
 * @param known.own - Addresses of the accounts in use.
 */
export function findMotions(
  records: readonly HistoryRecord[],
  known: { own: readonly string[]; signed: ReadonlyMap<string, SignedAmounts> },
): readonly Motion[] {
  const unique = new Map(records.map((record) => [record.quoteId, record]))
  return [...unique.values()].flatMap((reported): Motion[] => {
    const record = { ...reported, ...known.signed.get(reported.quoteId) }
    const { status } = record
    if (status !== 'PENDING' && status !== 'IN_PROGRESS' && status !== 'FAILED') return []
    const [promised, taken] = splitLegs(record)
    const motion = { record, taken, promised: status === 'FAILED' ? [] : promised }
    const arriving = status === 'FAILED' ? undefined : getArriving(record, known.own)
    return motion.promised.length + taken.length === 0 ? [] : [{ ...motion, arriving }]
  })
}

/** Whether what an execution delivers comes to an own account. */
function isDeliveredToOwn(
  { type, recipientAccountId }: Pick<HistoryRecord, 'type' | 'recipientAccountId'>,
  own: readonly string[],
): boolean {
  const recipient = recipientAccountId.slice(recipientAccountId.lastIndexOf('/') + 1)
  // A call's account has its tokens for a moment only.
  return type !== 'CALL' && own.some((one) => isSameAddress(one, recipient))
}

/** Separates what is still in the balance from what was deposited and has not come back. */
function splitLegs(record: HistoryRecord): [MovingAmount[], MovingAmount[]] {
  const { originToken, originChainOperations, refundOperations = [] } = record
  const [deposited, returned] = [originChainOperations, refundOperations].map((operations) =>
    operations.map(({ chain }): string => chain),
  )
  const legs = originToken.fiatValue.flatMap(({ assetType, amount }) =>
    amount === undefined ? [] : [{ assetType, units: toUnits(amount) }],
  )
  const open = legs.filter((leg) => !isIn(returned, leg))
  return [open.filter((leg) => !isIn(deposited, leg)), open.filter((leg) => isIn(deposited, leg))]
}

function isIn(chains: readonly string[] | undefined, { assetType }: MovingAmount): boolean {
  return chains?.includes(splitAssetType(assetType).chainId) === true
}

function getArriving(record: HistoryRecord, own: readonly string[]): MovingAmount | undefined {
  const { assetType, amount, minimumAmount } = record.destinationToken
  if (!isDeliveredToOwn(record, own)) return undefined
  return { assetType, units: toUnits(minimumAmount ?? amount) }
}
