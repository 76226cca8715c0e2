import { Copy } from 'lucide-react'
import { useState } from 'react'

import { Address } from '../../components/status/Address.tsx'
import { SolanaBeta } from '../../components/status/Beta.tsx'
import { Button } from '../../components/forms/Button.tsx'
import { ChainGlyph } from '../../components/flow/ChainGlyph.tsx'
import { buildUnknownChain } from '../../components/flow/chainIdentity.ts'
import { Note } from '../../components/status/Note.tsx'
import { QrCode } from '../../components/status/QrCode.tsx'
import { Segmented } from '../../components/forms/Segmented.tsx'
import { showToast } from '../../components/overlays/Toasts.tsx'
import { translate } from '../../language/translate.ts'
import { useAccount } from '../../wallets/accounts/useAccount.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { useChainIdentities } from '../chains/useChainIdentities.ts'
import { OwnerNote } from '../notes/OwnerNote.tsx'

type Ecosystem = 'evm' | 'solana'

const ecosystemTexts = {
  evm: translate('Address of your smart account'),
  solana: translate('Address of your Solana account'),
} as const satisfies Record<Ecosystem, string>

/** An account's address as text and QR code, and the chains it exists on; nothing without an account. */
export function ReceivePart() {
  const { accountAddress, solana } = useAccount()
  const [chosen, setChosen] = useState<Ecosystem>('evm')
  const addresses = { evm: accountAddress, solana: solana?.accountAddress }
  const kind = addresses[chosen] === undefined ? 'solana' : chosen
  const address = addresses[kind]
  if (address === undefined) return null
  return (
    <>
      {accountAddress !== undefined && solana && (
        <div className="mb-4 md:mb-6">
          <Segmented
            label={translate('Chain type')}
            value={kind}
            options={[
              { value: 'evm', label: translate('EVM chains') },
              { value: 'solana', label: 'Solana' },
            ]}
            onValueChange={setChosen}
          />
        </div>
      )}
      {kind === 'evm' && (
        <div className="mb-6 empty:hidden">
          <OwnerNote />
        </div>
      )}
      <Receiving kind={kind} address={address} />
    </>
  )
}

function Receiving(props: { kind: Ecosystem; address: string }) {
  const { kind, address } = props
  const isOne = useNetwork().chains.filter((chain) => chain.kind === kind).length === 1
  return (
    <>
      <div className="grid gap-5 md:gap-7 md:grid-cols-[248px_1fr]">
        <QrCode value={address} title={translate('Address QR code')} />
        <div className="flex flex-col gap-4">
          <div>
            <div className="label mb-1.5">{ecosystemTexts[kind]}</div>
            <div className="inset p-3.5">
              <Address value={address} form="full" />
            </div>
            <Button size="sm" icon={Copy} className="mt-3" onClick={() => void copy(address)}>
              {translate('Copy address')}
            </Button>
          </div>
          <ArrivesOn kind={kind} />
        </div>
      </div>
      <div className="mt-5 md:mt-6">
        <Note tone="buff">
          {isOne
            ? translate(
                'Send only on this chain. Funds sent to this address on another chain won’t show here.',
              )
            : translate(
                'Send only on these chains. Funds sent to this address on another chain won’t show here.',
              )}
        </Note>
        {kind === 'solana' && (
          <div className="mt-4">
            <SolanaBeta />
          </div>
        )}
      </div>
    </>
  )
}

function ArrivesOn(props: { kind: Ecosystem }) {
  const { kind } = props
  const network = useNetwork()
  const identities = useChainIdentities()
  const chains = network.chains.filter((chain) => chain.kind === kind)
  return (
    <div>
      <div className="label mb-2">
        {translate('{count, plural, one {Supported chain} other {Supported chains}}', {
          count: chains.length,
        })}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-2 text-sm text-ink-2">
        {chains.map(({ chainId, name }) => (
          <li key={chainId} className="flex items-center gap-1.5">
            <ChainGlyph chain={identities.get(chainId) ?? buildUnknownChain(chainId)} size={20} />
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}

async function copy(address: string): Promise<void> {
  await navigator.clipboard.writeText(address)
  showToast(translate('Address copied'))
}
