import { ArrowUpRight } from 'lucide-react'

import { shortenAddress } from '../../components/status/Address.tsx'
import { Icon } from '../../components/forms/Icon.tsx'
import { translate } from '../../language/translate.ts'

/** A transaction hash, linked to its explorer page if there is one. */
export function TransactionLink(props: TransactionLink.Props) {
  const { hash, chainName, href } = props
  if (href === undefined)
    return (
      <span className="mono text-sm text-ink-3" title={hash}>
        {shortenAddress(hash)}
      </span>
    )
  return (
    <a
      className="link reach mono inline-flex items-center gap-1 text-sm whitespace-nowrap"
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={translate('Transaction {address} on {chainName}, opens in explorer', {
        address: shortenAddress(hash),
        chainName,
      })}
    >
      {shortenAddress(hash)}
      <Icon of={ArrowUpRight} size={14} />
    </a>
  )
}

export declare namespace TransactionLink {
  type Props = {
    hash: string
    chainName: string
    /** URL in the chain's explorer; undefined if there is none or it is not known. */
    href: string | undefined
  }
}
