import { Address } from '#dashboard/components/status/Address.tsx'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { isSameAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../../language/translate.ts'
import { translateRich } from '../../../language/translateRich.ts'
import { readSignedRecipients } from '../storage/signedRecipients.ts'
import type { Summary } from './summary.ts'

/** Who gets it: the own account, an address that was paid before, or one that never was. */
export function Recipient(props: Recipient.Props) {
  const { recipient, own, chain, name } = props
  const { address } = recipient
  if (own.some((one) => isSameAddress(one, address)))
    return (
      <>
        {translateRich('Your account {address} on {name}', {
          address: <Address value={address} canCopy={false} />,
          name: chain.name,
        })}
      </>
    )
  const isKnown = readSignedRecipients(own).some((one) => isSameAddress(one, address))
  return (
    <>
      {name !== undefined && <strong className="block font-semibold">{name}</strong>}
      <Address value={address} form="full" />
      <p className="text-sm text-ink-2">
        {isKnown
          ? translate('On {name}. You’ve paid this address before.', { name: chain.name })
          : translate('On {name}. You haven’t paid this address from this browser before.', {
              name: chain.name,
            })}
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
    /** What it is called in the address book. */
    name: string | undefined
  }
}
