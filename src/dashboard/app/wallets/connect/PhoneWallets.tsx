import { getBasePath } from '../../../api/chains/serviceUrl.ts'
import { translate } from '../../../language/translate.ts'
import { isPhone } from '../../../wallets/remote/isPhone.ts'
import {
  buildPhoneWalletLinks,
  type PhoneWalletLink,
} from '../../../wallets/remote/phoneWallets.ts'
import { WalletChoiceRow } from './WalletChoiceRow.tsx'

const words = {
  evm: {
    text: translate('EVM wallet apps open this page in their own browser.'),
    label: translate('EVM wallets on this phone'),
  },
  solana: {
    text: translate('Solana wallet apps open this page in their own browser.'),
    label: translate('Solana wallets on this phone'),
  },
}

/** Links to the wallets of a phone, which are in no browser but their own; none elsewhere. */
export function getPhoneWalletLinks(kind: 'evm' | 'solana'): readonly PhoneWalletLink[] {
  return isPhone()
    ? buildPhoneWalletLinks(kind, { origin: location.origin, base: getBasePath() })
    : []
}

/** Wallets of a phone, to open this page in. */
export function PhoneWallets(props: PhoneWallets.Props) {
  const { kind, links } = props
  const { text, label } = words[kind]
  return (
    <>
      <p className="my-2 text-sm text-ink-3">{text}</p>
      <ul aria-label={label} className="flex flex-col gap-2">
        {links.map(({ name, href }) => (
          <WalletChoiceRow
            key={name}
            name={translate('Open in {wallet}', { wallet: name })}
            detail={translate('Then connect there')}
            href={href}
          />
        ))}
      </ul>
    </>
  )
}

export declare namespace PhoneWallets {
  type Props = { kind: 'evm' | 'solana'; links: readonly PhoneWalletLink[] }
}
