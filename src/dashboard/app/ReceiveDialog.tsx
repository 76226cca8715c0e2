import { Copy } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'

import { useChainIdentities } from '../pages/useChainIdentities.ts'
import { Address } from '../components/Address.tsx'
import { Button } from '../components/Button.tsx'
import { ChainGlyph } from '../components/ChainGlyph.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { Note } from '../components/Note.tsx'
import { showToast } from '../components/toasts.ts'
import { useAccount } from '../wallets/useAccount.ts'
import { openWalletDialog } from '../wallets/walletDialogs.ts'

/** Where to send assets: the account's address as text and as QR code, and the chains it is on. */
export function ReceiveDialog() {
  const { accountAddress } = useAccount()
  const chains = [...useChainIdentities().values()]
  if (!accountAddress) return null
  return (
    <Dialog isOpen title="Receive" width={680} onClose={() => openWalletDialog('none')}>
      <div className="grid gap-7 md:grid-cols-[248px_1fr]">
        <div className="flex items-center justify-center self-start rounded-lg border border-line bg-[#fff] p-7">
          <QRCodeSVG
            value={accountAddress}
            size={192}
            level="M"
            fgColor="#0f202b"
            bgColor="#ffffff"
            title="QR code of the address"
          />
        </div>
        <div className="flex flex-col gap-4">
          <div>
            <div className="label mb-1.5">Address of your smart account</div>
            <div className="inset p-3.5">
              <Address value={accountAddress} form="full" />
            </div>
            <Button
              size="sm"
              icon={Copy}
              className="mt-3"
              onClick={() => void copy(accountAddress)}
            >
              Copy address
            </Button>
          </div>
          <div>
            <div className="label mb-2">Arrives in your total on these chains</div>
            <ul className="flex flex-wrap gap-x-4 gap-y-2 text-sm text-ink-2">
              {chains.map((chain) => (
                <li key={chain.chain} className="flex items-center gap-1.5">
                  <ChainGlyph chain={chain} size={20} />
                  {chain.name}
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
      <div className="mt-6">
        <Note tone="buff">
          Send only from these chains. What is sent to this address on another chain is not shown
          here.
        </Note>
      </div>
    </Dialog>
  )
}

async function copy(address: string): Promise<void> {
  await navigator.clipboard.writeText(address)
  showToast('Address copied')
}
