import { Address } from '#dashboard/components/status/Address.tsx'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { readSignedRecipients } from '../storage/signedRecipients.ts'
import type { Summary } from './summary.ts'

/** Who gets it: the own account, an address that was paid before, or one that never was. */
export function Recipient(props: Recipient.Props) {
  const { recipient, own, chain } = props
  const { address } = recipient
  if (own.some((one) => isSameAddress(one, address)))
    return (
      <>
        Your own account <Address value={address} canCopy={false} /> on {chain.name}
      </>
    )
  const isKnown = readSignedRecipients(own).some((one) => isSameAddress(one, address))
  return (
    <>
      <Address value={address} form="full" />
      <p className="text-sm text-ink-2">
        On {chain.name}.{' '}
        {isKnown
          ? 'You paid this address before.'
          : 'You never paid this address from this browser.'}
      </p>
    </>
  )
}

export declare namespace Recipient {
  type Props = {
    recipient: NonNullable<Summary['recipient']>
    /** The user's accounts. */
    own: Parameters<typeof readSignedRecipients>[0]
    chain: ChainIdentity
  }
}
