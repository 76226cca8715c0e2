import { KeyRound, Plus, QrCode, Wallet, FlaskConical } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

import { getSolanaChains } from '#networks/getChain.ts'
import { shortenAddress } from '../../../components/status/Address.tsx'
import { Dialog } from '../../../components/overlays/Dialog.tsx'
import { Note } from '../../../components/status/Note.tsx'
import { translate } from '../../../language/translate.ts'
import { localWalletTarget } from '../../../wallets/local/localWalletIdentity.ts'
import { useLocalWallet } from '../../../wallets/local/localWallet.ts'
import { useRefusedOwner } from '../../../wallets/accounts/owner/connectOwner.ts'
import { SigningError } from '../../../wallets/errors/signingError.ts'
import { useOwner } from '../../../wallets/accounts/owner/useOwner.ts'
import {
  useConnectLocal,
  useWalletChoices,
} from '../../../wallets/accounts/owner/useWalletChoices.ts'
import { useSolanaChoices } from '../../../wallets/accounts/owner/useSolanaChoices.ts'
import { requestSolanaWallets } from '../../../wallets/solana/solanaConnection.ts'
import { isPhone } from '../../../wallets/remote/isPhone.ts'
import { openWalletDialog } from '../../../wallets/walletDialogs.ts'
import { useNetwork } from '../../../wallets/WalletsProvider.tsx'
import { LocalWalletForm } from './LocalWalletForm.tsx'
import { getPhoneWalletLinks, OpenInWalletApp, PhoneWallets } from './PhoneWallets.tsx'
import { SolanaChoices } from './SolanaChoices.tsx'
import { WalletChoiceRow } from './WalletChoiceRow.tsx'
import { hasFaucet, useDiscovery } from '../../../api/service/discovery.ts'
import { useTryItNow } from '../../../pages/useTryItNow.ts'

type ConnectStep = 'choose' | 'create' | 'import'

const titles = {
  choose: translate('Connect a wallet'),
  create: translate('Create a wallet in this browser'),
  import: translate('Use a recovery phrase'),
} satisfies Record<ConnectStep, string>

/** Dialog to connect a wallet of this browser, or to create a local one. */
export function ConnectDialog() {
  const [step, setStep] = useState<ConnectStep>('choose')
  const connectLocal = useConnectLocal()
  return (
    <Dialog isOpen title={titles[step]} onClose={close}>
      {step === 'choose' ? (
        <Choices onStep={setStep} onDone={close} />
      ) : (
        <LocalWalletForm
          how={step}
          onBack={() => setStep('choose')}
          onDone={() => void connectLocal().then(close)}
        />
      )}
    </Dialog>
  )
}

function Choices(props: { onStep: (step: ConnectStep) => void; onDone: () => void }) {
  const { onStep, onDone } = props
  const local = useLocalWallet()
  const network = useNetwork()
  const hasSolana = getSolanaChains(network).length > 0
  const refused = useRefusedOwner()
  const evm = useWalletChoices()
  const solana = useSolanaChoices()
  // Nothing to choose from but what this browser can make; wallets that announce themselves late come above it.
  const isBare = evm.length === 0 && !solana?.length && getPhoneWalletLinks('evm').length === 0
  useEffect(() => {
    if (hasSolana) requestSolanaWallets()
  }, [hasSolana])
  const [waitingFor, setWaitingFor] = useState<PendingWallet>()
  const [problem, setProblem] = useState<SigningError>()
  async function connect(asked: PendingWallet, how: () => Promise<void>) {
    setProblem(undefined)
    setWaitingFor(asked)
    try {
      await how()
      onDone()
    } catch (error) {
      setProblem(error instanceof SigningError ? error : new SigningError('FAILED', String(error)))
    } finally {
      setWaitingFor(undefined)
    }
  }
  const localWays = network.isDevnet && !local && (
    <ul aria-label={translate('Local wallet')} className="flex flex-col gap-2">
      <TrialChoice onDone={onDone} />
      <WalletChoiceRow
        name={translate('Create a wallet')}
        detail={translate('New recovery phrase, for test funds only')}
        icon={Plus}
        onChoose={() => onStep('create')}
      />
      <WalletChoiceRow
        name={translate('Use a recovery phrase')}
        detail={translate('The words of a wallet for test funds')}
        icon={KeyRound}
        onChoose={() => onStep('import')}
      />
    </ul>
  )
  return (
    <div className="flex flex-col gap-4">
      {refused && !problem && !waitingFor && (
        <Note
          tone="flare"
          isAlert
          title={translate('The account selected in {wallet} is a contract', {
            wallet: refused.wallet,
          })}
        >
          {translate(
            '{address} is a contract and can’t sign for an account here, so {wallet} was disconnected. Select an account with its own key there, then reconnect.',
            { address: shortenAddress(refused.address), wallet: refused.wallet },
          )}
        </Note>
      )}
      {problem && (
        <Note tone={problem.code === 'REJECTED' ? 'buff' : 'flare'} isAlert title={problem.message}>
          {describeNext(problem)}
        </Note>
      )}
      {localWays && isBare ? (
        <>
          {localWays}
          {isPhone() ? (
            <OpenInWalletApp />
          ) : (
            <p className="text-sm text-ink-3">
              {translate('No wallet found in this browser. Install one, then reload this page.')}
            </p>
          )}
        </>
      ) : (
        <>
          <EvmChoices
            waitingFor={waitingFor?.kind === 'evm' ? waitingFor.name : undefined}
            onConnect={(name, how) => void connect({ kind: 'evm', name }, how)}
          />
          {hasSolana && (
            <SolanaChoices
              waitingFor={waitingFor?.kind === 'solana' ? waitingFor.name : undefined}
              onConnect={(name, how) => void connect({ kind: 'solana', name }, how)}
            />
          )}
          {localWays && (
            <>
              <Divider>{translate('or use a wallet in this browser')}</Divider>
              {localWays}
            </>
          )}
        </>
      )}
    </div>
  )
}

/** What to do after a wallet did not connect. */
function describeNext({ code }: SigningError): string {
  switch (code) {
    case 'REJECTED':
      return translate('Nothing was shared. Choose the wallet to try again.')
    case 'ACCOUNT':
      return translate('Not connected. Select an account with its own key in the wallet.')
    case 'CHAIN':
      return translate('Not connected. Choose the wallet again once that’s done.')
    case 'LOCKED':
    case 'ABSENT':
    case 'AUTHORIZATION':
    case 'CHANGED':
    case 'FAILED':
      return translate('Nothing was shared. Unlock the wallet, then choose it again.')
  }
}

/** The wallet that is being connected; the same one may exist for both ecosystems. */
type PendingWallet = { kind: 'evm' | 'solana'; name: string }

function EvmChoices(props: SolanaChoices.Props) {
  const { waitingFor, onConnect } = props
  const choices = useWalletChoices()
  const owner = useOwner()
  const local = useLocalWallet()
  const connectLocal = useConnectLocal()
  const hasSolana = getSolanaChains(useNetwork()).length > 0
  const { status, address } = owner
  const connected =
    status === 'connected' && address !== undefined
      ? translate('Connected, {address}', { address: shortenAddress(address) })
      : undefined
  function rowOf(
    name: string,
    how: { isOwner: boolean; detail: string; connect: () => Promise<void> },
  ) {
    const { isOwner, detail, connect } = how
    if (waitingFor === name)
      return { detail: translate('Open your wallet to approve'), onChoose: ask }
    // Already connected: choosing it again just closes the dialog.
    if (isOwner && connected !== undefined) return { detail: connected, onChoose: goOn }
    return { detail, onChoose: ask }

    function ask(): void {
      onConnect(name, connect)
    }
    function goOn(): void {
      onConnect(name, () => Promise.resolve())
    }
  }
  return (
    <section aria-label={translate('EVM wallets')} className="flex flex-col gap-3">
      {hasSolana && <h3 className="label -mb-1">{translate('EVM wallets')}</h3>}
      <ul
        aria-label={translate('Wallets in this browser')}
        className="flex flex-col gap-2 empty:hidden"
      >
        {choices.map((choice) => (
          <WalletChoiceRow
            key={choice.id}
            name={choice.name}
            image={choice.icon}
            icon={choice.isRemote ? QrCode : Wallet}
            isBusy={waitingFor === choice.name}
            {...rowOf(choice.name, {
              isOwner: owner.wallet?.uid === choice.id,
              detail: choice.isRemote ? translate('Mobile wallets') : translate('Browser wallet'),
              connect: choice.connect,
            })}
          />
        ))}
        {local && (
          <WalletChoiceRow
            name={localWalletTarget.name}
            icon={Wallet}
            {...rowOf(localWalletTarget.name, {
              isOwner: owner.isLocal,
              detail: translate('In this browser, for test funds'),
              connect: connectLocal,
            })}
          />
        )}
      </ul>
      {choices.every(({ isRemote }) => isRemote) && <NoneFound />}
    </section>
  )
}

function NoneFound() {
  const links = getPhoneWalletLinks('evm')
  if (links.length > 0) return <PhoneWallets kind="evm" links={links} />
  if (isPhone()) return <OpenInWalletApp />
  return (
    <p className="text-sm text-ink-3">
      {translate('No EVM wallet found in this browser. Install one, then reload this page.')}
    </p>
  )
}

function Divider(props: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-4 text-sm text-ink-3">
      <span className="h-px flex-1 bg-line" />
      {props.children}
      <span className="h-px flex-1 bg-line" />
    </div>
  )
}

function close(): void {
  openWalletDialog('none')
}

/** On a devnet, the quickest wallet: what was typed on the page stays. */
function TrialChoice(props: TrialChoice.Props) {
  const discovery = useDiscovery()
  const { step, error, start } = useTryItNow()
  if (!hasFaucet(discovery.data)) return null
  async function enter(): Promise<void> {
    if (await start()) props.onDone()
  }
  return (
    <WalletChoiceRow
      name={translate('Try it now')}
      detail={step ?? error ?? translate('A wallet in this browser, with test funds')}
      icon={FlaskConical}
      isBusy={step !== undefined}
      onChoose={() => void enter()}
    />
  )
}

declare namespace TrialChoice {
  type Props = { onDone: () => void }
}
