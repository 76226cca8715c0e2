import { Copy, RotateCw, Smartphone } from 'lucide-react'

import { Button, getButtonClass } from '../../../components/forms/Button.tsx'
import { Icon } from '../../../components/forms/Icon.tsx'
import { Dialog } from '../../../components/overlays/Dialog.tsx'
import { showToast } from '../../../components/overlays/Toasts.tsx'
import { Note } from '../../../components/status/Note.tsx'
import { QrCode } from '../../../components/status/QrCode.tsx'
import { translate } from '../../../language/translate.ts'
import type { Pairing } from '../../../wallets/remote/pairing.ts'
import { isPhone } from '../../../wallets/remote/isPhone.ts'

/** Dialog with the code that a wallet on a phone scans; on that phone, a link to the wallet. */
export function PairingDialog(props: Pairing) {
  const { state, uri, renew, cancel } = props
  return (
    <Dialog isOpen title={translate('Connect a wallet on your phone')} onClose={cancel}>
      <div className="flex flex-col gap-5">
        <Code state={state} uri={uri} />
        {state === 'shown' && <Ways uri={uri} />}
        {state === 'expired' && (
          <Note
            tone="buff"
            isAlert
            title={translate('This code has expired')}
            action={<Renew label={translate('New code')} onClick={renew} />}
          >
            {translate('No wallet connected within five minutes.')}
          </Note>
        )}
        {state === 'unreachable' && (
          <Note
            tone="flare"
            isAlert
            title={translate('Can’t reach WalletConnect')}
            action={<Renew label={translate('Try again')} onClick={renew} />}
          >
            {translate('Check your connection. Other wallets work without WalletConnect.')}
          </Note>
        )}
        <details className="text-sm text-ink-3">
          <summary className="link">{translate('About WalletConnect')}</summary>
          <p className="mt-1">
            {translate(
              'Doesn’t work with a Safe or other contract wallets, because accounts here need a key. WalletConnect’s relay sees when and from where you connect, not what you sign.',
            )}
          </p>
        </details>
      </div>
    </Dialog>
  )
}

/** Keeps its size in all states, so that nothing moves. */
function Code(props: Pick<Pairing, 'state' | 'uri'>) {
  const { state, uri } = props
  return (
    <div className="flex min-h-[248px] items-center justify-center">
      {state === 'shown' ? (
        <QrCode value={uri} title={translate('Pairing code')} />
      ) : (
        <output className="inset flex h-[248px] w-[248px] items-center justify-center p-6 text-center text-sm text-ink-2">
          {state === 'opening' ? translate('Preparing code') : translate('No code')}
        </output>
      )}
    </div>
  )
}

function Ways(props: { uri: string }) {
  const { uri } = props
  return (
    <>
      <p className="text-center text-sm text-balance text-ink-2">
        {isPhone()
          ? translate('Open a wallet on this phone, or scan the code with another phone.')
          : translate(
              'Scan with MetaMask, Coinbase Wallet, Rainbow or another wallet, then approve there.',
            )}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {isPhone() && (
          <a href={uri} className={getButtonClass({ variant: 'primary' })}>
            <Icon of={Smartphone} size={18} />
            {translate('Open a wallet')}
          </a>
        )}
        <Button icon={Copy} onClick={() => void copy(uri)}>
          {translate('Copy link')}
        </Button>
      </div>
    </>
  )
}

function Renew(props: { label: string; onClick: () => void }) {
  return (
    <Button size="sm" icon={RotateCw} onClick={props.onClick}>
      {props.label}
    </Button>
  )
}

async function copy(uri: string): Promise<void> {
  await navigator.clipboard.writeText(uri)
  showToast(translate('Link copied'))
}
