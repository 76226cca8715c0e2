import { ChevronRight, KeyRound, type LucideIcon, Plus, Wallet } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { Dialog } from '../components/Dialog.tsx'
import { Icon } from '../components/Icon.tsx'
import { Note } from '../components/Note.tsx'
import { useLocalWallet } from '../wallets/localWallet.ts'
import { SigningError } from '../wallets/signingError.ts'
import { useConnectLocal, useWalletChoices } from '../wallets/useWalletChoices.ts'
import { openWalletDialog } from '../wallets/walletDialogs.ts'
import { LocalWalletForm } from './LocalWalletForm.tsx'

type Step = 'choose' | 'create' | 'import'

const titles = {
  choose: 'Connect a wallet',
  create: 'Create a wallet in this browser',
  import: 'Use a recovery phrase',
} satisfies Record<Step, string>

/** Choose a wallet of this browser, or make one inside this app. */
export function ConnectDialog() {
  const [step, setStep] = useState<Step>('choose')
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

function Choices(props: { onStep: (step: Step) => void; onDone: () => void }) {
  const { onStep, onDone } = props
  const choices = useWalletChoices()
  const local = useLocalWallet()
  const connectLocal = useConnectLocal()
  const [waitingFor, setWaitingFor] = useState<string>()
  const [problem, setProblem] = useState<SigningError>()
  async function connect(name: string, how: () => Promise<void>) {
    setProblem(undefined)
    setWaitingFor(name)
    try {
      await how()
      onDone()
    } catch (error) {
      setProblem(error instanceof SigningError ? error : new SigningError('FAILED', String(error)))
    } finally {
      setWaitingFor(undefined)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      {problem && (
        <Note tone={problem.code === 'REJECTED' ? 'buff' : 'flare'} isAlert title={problem.message}>
          {problem.code === 'REJECTED'
            ? 'Nothing was shared. Choose the wallet again to ask once more.'
            : 'Nothing was shared. Check that the wallet is unlocked, then choose it again.'}
        </Note>
      )}
      <ul aria-label="Wallets in this browser" className="flex flex-col gap-2 empty:hidden">
        {choices.map((choice) => (
          <Choice
            key={choice.id}
            name={choice.name}
            detail={waitingFor === choice.name ? 'Open your wallet to approve' : 'Browser wallet'}
            image={choice.icon}
            isBusy={waitingFor === choice.name}
            onChoose={() => void connect(choice.name, choice.connect)}
          />
        ))}
        {local.status !== 'absent' && (
          <Choice
            name="Local wallet"
            detail={local.status === 'locked' ? 'In this browser, locked' : 'In this browser'}
            icon={Wallet}
            onChoose={() => void connect('Local wallet', connectLocal)}
          />
        )}
      </ul>
      {choices.length === 0 && (
        <p className="text-sm text-ink-3">
          No wallet extension announced itself. After installing one, reload this page.
        </p>
      )}
      {local.status === 'absent' && (
        <>
          <Divider>or keep a key in this browser</Divider>
          <ul aria-label="Wallet in this app" className="flex flex-col gap-2">
            <Choice
              name="Create a wallet"
              detail="A new phrase, sealed with your passphrase"
              icon={Plus}
              onChoose={() => onStep('create')}
            />
            <Choice
              name="Use a recovery phrase"
              detail="12 to 24 words you already have"
              icon={KeyRound}
              onChoose={() => onStep('import')}
            />
          </ul>
        </>
      )}
    </div>
  )
}

function Choice(props: {
  name: string
  detail: string
  icon?: LucideIcon
  image?: string | undefined
  isBusy?: boolean
  onChoose: () => void
}) {
  const { name, detail, icon, image, isBusy = false, onChoose } = props
  return (
    <li>
      <button
        type="button"
        aria-busy={isBusy || undefined}
        className="flex w-full items-center gap-3.5 rounded-lg border border-line-strong bg-surface p-3 text-left hover:bg-hover aria-busy:border-channel-line aria-busy:bg-channel-tint"
        onClick={onChoose}
      >
        <span className="inline-flex h-10 w-10 items-center justify-center rounded-md bg-sunken">
          {image ? (
            <img src={image} alt="" className="h-6 w-6" />
          ) : (
            <Icon of={icon ?? Wallet} size={20} />
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{name}</span>
          <span className="block truncate text-sm text-ink-2">{detail}</span>
        </span>
        <Icon of={ChevronRight} className="text-ink-3" />
      </button>
    </li>
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
