import { getBasePath } from '../../../api/chains/serviceUrl.ts'
import { CopyButton } from '../../../components/status/Address.tsx'
import { translate } from '../../../language/translate.ts'
import { isPhone } from '../../../wallets/remote/isPhone.ts'
import {
  buildPhoneWalletLinks,
  type PhoneWalletLink,
} from '../../../wallets/remote/phoneWallets.ts'
import { WalletChoiceRow } from './WalletChoiceRow.tsx'

const labels = {
  evm: translate('EVM wallets on this phone'),
  solana: translate('Solana wallets on this phone'),
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
  return (
    <ul aria-label={labels[kind]} className="flex flex-col gap-2">
      {links.map(({ name, href }) => (
        <WalletChoiceRow
          key={name}
          name={translate('Open in {wallet}', { wallet: name })}
          detail={translate('Opens this page in the app. Connect there.')}
          href={href}
        />
      ))}
    </ul>
  )
}

export declare namespace PhoneWallets {
  type Props = { kind: 'evm' | 'solana'; links: readonly PhoneWalletLink[] }
}

/** What to do on a phone without a wallet in this browser: its wallet apps have browsers of their own. */
export function OpenInWalletApp() {
  const address = `${location.origin}${getBasePath()}/`
  return (
    <div className="text-sm text-ink-3">
      <p>
        {translate(
          'No wallet found in this browser. Open this address in the browser of your wallet app:',
        )}
      </p>
      <p className="mt-1 flex items-center gap-1">
        <span className="mono min-w-0 break-all text-ink select-all">{address}</span>
        {/* Pages without TLS can't write to the clipboard. */}
        {window.isSecureContext && (
          <CopyButton value={address} label={translate('Copy the address of this page')} />
        )}
      </p>
    </div>
  )
}
