import { toAddressKey } from '#protocol/accounts/account.ts'
import { toUnits } from '#protocol/ids/amount.ts'
import { type AssetType, isSameAddress, parseRecipient } from '#protocol/ids/caip.ts'
import type { AssetRecord } from '#protocol/service/assets.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { type ChainIdentity, buildUnknownChain } from '../../../components/flow/chainIdentity.ts'
import { sumUsd, toUsd } from '../../../components/amounts/worth.ts'
import { describeFees } from '../../amounts/describeFees.ts'
import { toNamedAmount } from '../../amounts/nameAmount.ts'
import { type NamedAmount, sumPaidAmount } from '../../amounts/sumPaidAmount.ts'
import type { SignedAmounts } from '../../signing/storage/signedQuotes.ts'
import type { FlowState, FlowLegData } from '../../../components/flow/flowContext.ts'

/** A history record, as its row shows it. */
export type HistoryRow = {
  quoteId: string
  type: HistoryRecord['type']
  status: HistoryRecord['status']
  atMs: number
  /** As signed in this browser, else as the service reports; undefined for unknown assets. */
  paid: NamedAmount | undefined
  /** Value of the paid amount at today's prices; undefined without a price. */
  paidUsd: number | undefined
  /** Amount that was to be received. */
  received: NamedAmount | undefined
  /** Its value at today's prices; undefined without a price. */
  receivedUsd: number | undefined
  minimum: NamedAmount | undefined
  destination: ChainIdentity
  /** Address of the recipient; undefined if the service does not say it. */
  recipient: string | undefined
  recipientName: string | undefined
  /** Whether the recipient is none of the user's accounts. */
  isToOther: boolean
  /** Function and contract of a call that was made in this browser. */
  callName: string | undefined
  failReason: string | undefined
  legs: readonly FlowLegData[]
  destinationState: FlowState
  hasFailed: boolean
  /** Whether no list names one of its assets. */
  isUnlisted?: boolean
  /** Whether anything left the account. */
  wasTaken: boolean
  /** All fees, in US dollars as quoted; undefined where nobody says them. */
  feesUsd: number | undefined
  /** Whether its amounts are as the service reports them: this browser did not sign them. */
  isReported: boolean
}

/** Data that rows need to name assets and chains. */
export type RowNames = {
  assets: readonly AssetRecord[]
  /** US dollars per whole token now, by asset type. */
  prices?: ReadonlyMap<string, number> | undefined
  chains: ReadonlyMap<string, ChainIdentity>
  order: 'createdAt' | 'updatedAt'
  /** Addresses of the accounts in use here, of either ecosystem. */
  own?: readonly string[]
  /** Names of addresses, by their key. */
  addresses?: ReadonlyMap<string, string>
  /** What calls made in this browser are called, by quote id. */
  calls?: ReadonlyMap<string, string>
  /** Amounts signed in this browser, by quote id; they take precedence over reported ones. */
  signed?: ReadonlyMap<string, SignedAmounts>
}

/** Converts a record into a row. */
export function toHistoryRow(reported: HistoryRecord, names: RowNames): HistoryRow {
  const signed = names.signed?.get(reported.quoteId)
  const record = { ...reported, ...signed }
  const { originToken, destinationToken, status } = record
  const { legState, destinationState, hasFailed } = getStates(status)
  const shownAt =
    names.order === 'updatedAt' ? (record.updatedAt ?? record.timestamp) : record.timestamp
  const amounts = getAmounts(record, names.assets)
  return {
    quoteId: record.quoteId,
    type: record.type,
    status,
    atMs: Date.parse(shownAt),
    ...amounts,
    isUnlisted: [amounts.paid, amounts.received].some((one) => one?.isUnlisted === true),
    paidUsd: getPaidUsd(originToken, names),
    minimum:
      destinationToken.minimumAmount === undefined
        ? undefined
        : toNamedAmount(destinationToken.assetType, destinationToken.minimumAmount, names.assets),
    destination: getChain(destinationToken.assetType, names),
    receivedUsd: toUsd(
      toNamedAmount(destinationToken.assetType, destinationToken.amount, names.assets),
      names.prices?.get(destinationToken.assetType),
    ),
    ...getRecipient(record, names),
    callName: names.calls?.get(record.quoteId),
    failReason: record.failReason,
    legs: toLegs(record, names).map((leg) => ({ ...leg, state: legState })),
    destinationState,
    hasFailed,
    wasTaken: record.originChainOperations.length + (record.refundOperations?.length ?? 0) > 0,
    feesUsd: describeFees(record)?.totalUsd,
    isReported: signed === undefined,
  }
}

type Amounts = Pick<HistoryRecord, 'originToken' | 'destinationToken'>

function getAmounts(
  { originToken, destinationToken }: Amounts,
  assets: readonly AssetRecord[],
): Pick<HistoryRow, 'paid' | 'received'> {
  const { assetType, amount } = destinationToken
  return { paid: getPaid(originToken, assets), received: toNamedAmount(assetType, amount, assets) }
}

function getStates(status: HistoryRecord['status']): {
  legState: FlowState
  destinationState: FlowState
  hasFailed: boolean
} {
  switch (status) {
    case 'PENDING':
      return { legState: 'waiting', destinationState: 'waiting', hasFailed: false }
    case 'IN_PROGRESS':
      return { legState: 'moving', destinationState: 'waiting', hasFailed: false }
    case 'EXECUTED':
    case 'COMPLETED':
      return { legState: 'done', destinationState: 'done', hasFailed: false }
    case 'REFUNDED':
      return { legState: 'returned', destinationState: 'waiting', hasFailed: true }
    case 'FAILED':
      return { legState: 'failed', destinationState: 'waiting', hasFailed: true }
  }
}

function toLegs(record: HistoryRecord, names: RowNames): readonly Omit<FlowLegData, 'state'>[] {
  const byChain = new Map<string, { chain: ChainIdentity; valueUsd: number }>()
  for (const { assetType, fiatValue } of record.originToken.fiatValue) {
    const chain = getChain(assetType, names)
    const sum = (byChain.get(chain.chain)?.valueUsd ?? 0) + Number(fiatValue)
    byChain.set(chain.chain, { chain, valueUsd: sum })
  }
  const legs = [...byChain.values()].filter(({ valueUsd }) => valueUsd > 0)
  const crest = 0.62
  return legs.toSorted((a, b) => b.valueUsd - a.valueUsd).map((leg) => ({ ...leg, crest }))
}

function getPaid(
  token: HistoryRecord['originToken'],
  assets: readonly AssetRecord[],
): NamedAmount | undefined {
  const sum = sumPaidAmount(token.fiatValue, assets)
  if (sum) return sum
  const aggregate = assets.find(
    ({ aggregatedAssetId }) => aggregatedAssetId === token.aggregatedAssetId,
  )
  if (aggregate)
    return {
      units: toUnits(token.amount),
      decimals: aggregate.decimals,
      symbol: aggregate.symbol,
    }
  const [only] = token.assetType
  return only && toNamedAmount(only, token.amount, assets)
}

/** Values each spent member; if one is unknown, the sum at the price of the first asset. */
function getPaidUsd(
  token: HistoryRecord['originToken'],
  { assets, prices }: RowNames,
): number | undefined {
  const spent = token.fiatValue.map(({ assetType, amount }) =>
    amount === undefined
      ? undefined
      : toUsd(toNamedAmount(assetType, amount, assets), prices?.get(assetType)),
  )
  const sum = spent.length > 0 ? sumUsd(spent) : undefined
  if (sum !== undefined) return sum
  const [first] = token.assetType
  return first && toUsd(getPaid(token, assets), prices?.get(first))
}

function getChain(assetType: AssetType, names: RowNames): ChainIdentity {
  const chainId = assetType.slice(0, assetType.indexOf('/'))
  return names.chains.get(chainId) ?? buildUnknownChain(chainId)
}

function getRecipient(
  record: HistoryRecord,
  { own = [record.user], addresses }: RowNames,
): Pick<HistoryRow, 'recipient' | 'recipientName' | 'isToOther'> {
  const { recipientAccount } = record.destinationToken
  const recipient =
    recipientAccount === undefined ? undefined : parseRecipient(recipientAccount)?.address
  const isOwn = own.some((one) => isSameAddress(one, recipient ?? ''))
  return {
    recipient,
    recipientName: recipient && addresses?.get(toAddressKey(recipient)),
    isToOther: recipient !== undefined && !isOwn,
  }
}
