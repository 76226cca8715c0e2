import type { AssetType } from '#protocol/ids/caip.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import { type HistoryRecord, isTerminal, type LandedOperation } from '#protocol/status/status.ts'
import { AmountText } from '../../../components/amounts/AmountText.tsx'
import { ChainGlyph } from '../../../components/flow/ChainGlyph.tsx'
import { buildUnknownChain, type ChainIdentity } from '../../../components/flow/chainIdentity.ts'
import { translate } from '../../../language/translate.ts'
import { buildTransactionHref, type Explorers } from '../../links/explorers.ts'
import { toNamedAmount } from '../../amounts/nameAmount.ts'
import { TransactionLink } from '../../links/TransactionLink.tsx'
import type { RowNames } from '../rows/historyRow.ts'

/** What was paid on each chain, largest first, and what was delivered where, with the transactions of each. */
export function DrawerLegs(props: DrawerLegs.Props) {
  const { record, names, explorers } = props
  const signed = names.signed?.get(record.quoteId)
  const { originToken, destinationToken } = { ...record, ...signed }
  const { originChainOperations, destinationChainOperations, refundOperations = [] } = record
  const isOver = isTerminal(record.status)
  const targetChain = getChain(splitAssetType(destinationToken.assetType).chainId, names)
  const [paid, others] = split(originChainOperations, originToken.fiatValue)
  const legs = originToken.fiatValue.toSorted((a, b) => Number(b.fiatValue) - Number(a.fiatValue))
  return (
    <ul aria-label={translate('Payments and delivery')} className="border-t border-line">
      {legs.map(({ assetType, amount }) => {
        const { chainId } = splitAssetType(assetType)
        const chain = getChain(chainId, names)
        return (
          <Leg
            key={assetType}
            chain={chain}
            what={translate('Paid')}
            where={translate('Paid on {chain}', { chain: chain.name })}
            {...{ assetType, amount, names, explorers, isOver }}
            operations={[
              ...label(
                paid.filter((one) => one.chain === chainId),
                translate('Deposit'),
              ),
              ...label(
                refundOperations.filter((one) => one.chain === chainId),
                translate('Refund'),
              ),
            ]}
          />
        )
      })}
      <Leg
        chain={targetChain}
        {...describeTarget(record, targetChain.name)}
        assetType={destinationToken.assetType}
        amount={record.type === 'CALL' ? undefined : destinationToken.amount}
        {...{ names, explorers, isOver }}
        operations={label(
          [...destinationChainOperations, ...others],
          record.type === 'CALL' ? translate('Call') : translate('Delivery'),
        )}
      />
    </ul>
  )
}

export declare namespace DrawerLegs {
  type Props = { record: HistoryRecord; names: RowNames; explorers: Explorers }
}

/** What happened on the destination chain, or did not. */
function describeTarget(
  { type, status }: HistoryRecord,
  chain: string,
): Pick<LegProps, 'what' | 'where'> {
  // A call has no amount.
  if (type === 'CALL') return { what: translate('Call'), where: chain }
  if (status === 'COMPLETED' || status === 'EXECUTED')
    return { what: translate('Received'), where: translate('Received on {chain}', { chain }) }
  return isTerminal(status)
    ? {
        what: translate('Not delivered'),
        where: translate('Not delivered on {chain}', { chain }),
      }
    : {
        what: translate('To receive'),
        where: translate('To receive on {chain}', { chain }),
      }
}

type Labelled = LandedOperation & { label: string }

function label(operations: readonly LandedOperation[], text: string): readonly Labelled[] {
  return operations.map((operation) => ({ ...operation, label: text }))
}

/** Separates the operations on chains that were paid on from the others. */
function split(
  operations: readonly LandedOperation[],
  legs: readonly { assetType: AssetType }[],
): [LandedOperation[], LandedOperation[]] {
  const chains: readonly string[] = legs.map(({ assetType }) => splitAssetType(assetType).chainId)
  return [
    operations.filter(({ chain }) => chains.includes(chain)),
    operations.filter(({ chain }) => !chains.includes(chain)),
  ]
}

function getChain(chainId: string, { chains }: RowNames): ChainIdentity {
  return chains.get(chainId) ?? buildUnknownChain(chainId)
}

type LegProps = {
  chain: ChainIdentity
  /** What happened, where no amount says it. */
  what: string
  /** The same with the chain, beside an amount. */
  where: string
  assetType: AssetType
  amount: string | undefined
  names: RowNames
  explorers: Explorers
  operations: readonly Labelled[]
  /** Whether none can follow. */
  isOver: boolean
}

function Leg(props: LegProps) {
  const { chain, what, where, assetType, amount, names, explorers, operations, isOver } = props
  const named = amount === undefined ? undefined : toNamedAmount(assetType, amount, names.assets)
  return (
    <li className="flex gap-3 border-b border-line py-3">
      <ChainGlyph chain={chain} size={28} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{named ? <AmountText {...named} /> : what}</span>
          <span className="text-sm text-ink-3">{named ? where : chain.name}</span>
        </p>
        {operations.length === 0 ? (
          <p className="text-sm text-ink-3">
            {isOver ? translate('No transaction') : translate('No transaction yet')}
          </p>
        ) : (
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
            {operations.map((operation) => (
              <span key={operation.label + operation.hash} className="inline-flex gap-1.5">
                {operation.label}
                <TransactionLink
                  hash={operation.hash}
                  chainName={chain.name}
                  href={buildTransactionHref(explorers, { ...operation, chainId: operation.chain })}
                />
              </span>
            ))}
          </p>
        )}
      </div>
    </li>
  )
}
