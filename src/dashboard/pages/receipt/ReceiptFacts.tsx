import type { ReactNode } from 'react'
import { Link } from 'wouter'

import { toUnits } from '#protocol/ids/amount.ts'
import { parseRecipient } from '#protocol/ids/caip.ts'
import type { Receipt } from '#protocol/status/receipt.ts'
import { getServiceUrl } from '../../api/chains/serviceUrl.ts'
import { useDiscovery } from '../../api/service/discovery.ts'
import { useFormats } from '../../components/amounts/Formats.tsx'
import { Address } from '../../components/status/Address.tsx'
import { getStatusStyle } from '../../components/status/StatusChip.tsx'
import { UnlistedMark } from '../../components/status/UnlistedMark.tsx'
import { formatExactTime } from '../../components/status/formatTime.ts'
import { translate } from '../../language/translate.ts'
import type { Review } from '../../review/verifyQuote.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { buildTransactionHref, getExplorers } from '../links/explorers.ts'
import { useChainIdentities } from '../chains/useChainIdentities.ts'
import { useRoots } from '../chains/useInstallation.ts'
import { findRootAsset } from '../../review/cases/roots.ts'
import { addTraded } from '../../review/cases/unlisted.ts'

/** What the receipt says, by the operations that were signed and the bundled names. */
export function ReceiptFacts(props: ReceiptFacts.Props) {
  const { receipt, review, isCall } = props
  const { record, signed, quoteId, network, madeAt } = receipt
  const formats = useFormats()
  return (
    <section className="panel p-5 md:p-6" aria-labelledby="receipt-facts">
      <h2 id="receipt-facts" className="mb-2 text-lg font-semibold">
        {translate('Receipt details')}
      </h2>
      <dl>
        {review?.operations.map((operation) => (
          <Row
            key={operation.index}
            name={translate('Paid on {name}', { name: operation.chain.name })}
          >
            <span className="font-semibold">
              {formats.asset({ ...operation.asset, units: operation.amount + operation.fee })}
              {operation.asset.isUnlisted && <UnlistedMark />}
            </span>
            <span className="block text-sm text-ink-3">
              {translate('fee {asset}', {
                asset: formats.asset({ ...operation.asset, units: operation.fee }),
              })}
            </span>
          </Row>
        ))}
        {review?.quote && <Received quote={review.quote} traded={review.traded} isCall={isCall} />}
        <Row name={translate('Reported status')}>
          {record ? getStatusStyle(record.status).word : translate('none')}
        </Row>
        {signed && <Row name={translate('Signed')}>{formatExactTime(signed.signedAtMs)}</Row>}
        <Row name={translate('File created')}>{formatExactTime(Date.parse(madeAt))}</Row>
        <Row name={translate('Network')}>{network}</Row>
        <Row name={translate('Quote')}>
          <Address value={quoteId} label={translate('quote ID')} />
          <Link className="link block text-sm print:hidden" href={`/executions/${quoteId}`}>
            {translate('What the chains show')}
          </Link>
        </Row>
      </dl>
      <h3 className="label mt-4">{translate('Reported transactions')}</h3>
      <Transactions receipt={receipt} />
    </section>
  )
}

export declare namespace ReceiptFacts {
  type Props = {
    receipt: Receipt
    review: Review | undefined
    /** What a call receives is spent by it, and its account is no recipient. */
    isCall: boolean
  }
}

function Received(props: {
  quote: NonNullable<Review['quote']>
  traded: Review['traded']
  isCall: boolean
}) {
  const { amount, minimumAmount, assetType, recipientAccount } = props.quote.destinationToken
  const { roots } = addTraded({ roots: useRoots() }, props.traded)
  const formats = useFormats()
  const asset = findRootAsset(roots, assetType)
  const recipient = parseRecipient(recipientAccount)
  return (
    <>
      {asset && (
        <Row name={props.isCall ? translate('Used by your call') : translate('To receive')}>
          <span className="font-semibold">
            {formats.asset({ ...asset, units: toUnits(amount) })}
            {asset.isUnlisted && <UnlistedMark />}
          </span>
          <span className="block text-sm text-ink-3">
            {translate('at least {asset}', {
              asset: formats.asset({ ...asset, units: toUnits(minimumAmount) }),
            })}
          </span>
        </Row>
      )}
      {recipient && !props.isCall && (
        <Row name={translate('Recipient')}>
          <Address value={recipient.address} />
        </Row>
      )}
    </>
  )
}

/** Every transaction that the file names, in full: a receipt is compared by its hashes. */
function Transactions({ receipt }: { receipt: Receipt }) {
  const { record } = receipt
  const chains = useChainIdentities()
  const explorers = getExplorers(useNetwork(), getServiceUrl(), useDiscovery().data)
  const reported = [
    ...(record?.originChainOperations ?? []),
    ...(record?.destinationChainOperations ?? []),
    ...(record?.refundOperations ?? []),
  ]
  const unique = [...new Map(reported.map((one) => [one.hash, one.chain])).entries()]
  if (unique.length === 0)
    return <p className="mt-1 text-sm text-ink-3">{translate('None in this file.')}</p>
  return (
    <ul className="mt-1 flex flex-col gap-2 text-sm">
      {unique.map(([hash, chain]) => {
        const href = buildTransactionHref(explorers, { chainId: chain, hash })
        return (
          <li key={hash}>
            <span className="text-ink-3">{chains.get(chain)?.name ?? chain}</span>
            <span className="mono block break-all">
              {href === undefined ? (
                hash
              ) : (
                <a className="link" href={href} target="_blank" rel="noreferrer">
                  {hash}
                </a>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Row(props: { name: string; children: ReactNode }) {
  return (
    <div className="kv">
      <dt>{props.name}</dt>
      <dd className="num">{props.children}</dd>
    </div>
  )
}
