import { CircleCheck, CircleDashed, CloudOff, FlaskConical, Info, Wallet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'

import { ApiError } from '../../api/service/client.ts'
import { hasFaucet, useDiscovery } from '../../api/service/discovery.ts'
import { setPreferences, useIsDark } from '../../api/state/preferences.ts'
import { Icon } from '../../components/forms/Icon.tsx'
import { IconButton } from '../../components/forms/Button.tsx'
import { Mark } from '../../components/status/Mark.tsx'
import { Note } from '../../components/status/Note.tsx'
import { useIsOffline } from '../../components/status/useIsOffline.ts'
import { translate } from '../../language/translate.ts'
import { translateRich } from '../../language/translateRich.ts'
import { Moon, Sun } from 'lucide-react'
import { useLocalWallet } from '../../wallets/local/localWallet.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { LanguageSelect } from '../LanguageSelect.tsx'
import { StorageNote } from '../notes/StorageNote.tsx'
import { useTryItNow } from '../useTryItNow.ts'
import { WelcomeArt, WelcomeArtPhone } from './WelcomeArt.tsx'
import { WelcomeChoice } from './WelcomeChoice.tsx'

/** The first page: what Estuary is, and the ways to start. */
export function WelcomePage() {
  const discovery = useDiscovery()
  // An error is forgotten while it is asked again.
  const [refusal, setRefusal] = useState<string>()
  const { error } = discovery
  if (error instanceof ApiError && error.code === 'FORBIDDEN' && error.message !== refusal)
    setRefusal(error.message)
  useEffect(() => {
    document.title = translate('Estuary: your chains, one balance')
  }, [])
  return (
    <main id="main" tabIndex={-1} className="welcome outline-none">
      <div className="welcome-art" aria-hidden>
        <WelcomeArt />
      </div>
      <div className="welcome-panel">
        <div className="welcome-top">
          <span className="wordmark">
            <Mark size={28} />
            Estuary
          </span>
          <span className="flex items-center gap-2">
            <LanguageSelect isCompact />
            <ThemeButton />
          </span>
        </div>
        <div className="welcome-art-phone" aria-hidden>
          <WelcomeArtPhone />
        </div>
        <div className="welcome-body">
          <h1 className="welcome-title">{translate('Your chains, one balance')}</h1>
          <p className="welcome-lead">
            {translate(
              'See everything you hold across chains as one balance, and spend it anywhere. You review and sign every payment in your own wallet.',
            )}
          </p>
          <div className="mt-6 empty:hidden">
            <StorageNote />
          </div>
          <Ways hasFaucet={hasFaucet(discovery.data)} isKnown={discovery.data !== undefined} />
          <p className="mt-6 text-sm text-ink-3">
            {translateRich(
              '<price>See a price</price>, <link>view any address</link> or <receipt>verify a receipt</receipt> without a wallet.',
              {
                receipt: <Link href="/receipt" className="link reach" />,
                price: <Link href="/swap" className="link reach" />,
                link: <Link href="/watch" className="link reach" />,
              },
            )}
          </p>
        </div>
        <ServiceState
          // While it is asked again it is still known not to answer.
          state={discovery.data ? 'up' : discovery.errorUpdateCount > 0 ? 'down' : 'asking'}
          refusal={discovery.data ? undefined : refusal}
        />
      </div>
    </main>
  )
}

function Ways(props: { hasFaucet: boolean; isKnown: boolean }) {
  const { isKnown } = props
  const local = useLocalWallet()
  const trial = useTryItNow()
  const { name, isDevnet } = useNetwork()
  const canTry = isDevnet && props.hasFaucet
  // What stands above it must not move when it comes.
  const isExpected = isDevnet && !isKnown
  return (
    <div className="mt-8">
      <WelcomeChoice
        icon={Wallet}
        title={local ? translate('Open your wallet') : translate('Connect a wallet')}
        detail={
          local
            ? translate('The local wallet, or another one')
            : isDevnet
              ? translate('Your own, or a new one for test funds')
              : translate('A wallet you already have')
        }
        isMain={!canTry && !isExpected}
        onChoose={() => openWalletDialog('connect')}
      />
      {(canTry || isExpected) && (
        <div className={canTry ? '' : 'invisible'}>
          <div className="my-6 flex items-center gap-4 text-sm text-ink-3">
            <span className="h-px flex-1 bg-line" />
            {translate('or try it first')}
            <span className="h-px flex-1 bg-line" />
          </div>
          <WelcomeChoice
            icon={FlaskConical}
            title={translate('Try it now')}
            detail={trial.step ?? translate('A wallet in this browser, with test funds')}
            isMain
            isBusy={trial.step !== undefined}
            onChoose={() => void trial.start()}
          />
          <p className="mt-3 flex gap-2 text-sm text-ink-3">
            <Icon of={Info} size={15} className="mt-0.5" />
            <span>
              {name === 'mirror' && (
                <strong className="text-ink-2">
                  {translate('Local mirror: use throwaway keys only.')}{' '}
                </strong>
              )}
              {translate(
                'The key is stored unencrypted in this browser. Use it for test funds only.',
              )}
            </span>
          </p>
          {trial.error !== undefined && (
            <div className="mt-4">
              <Note tone="flare" isAlert title={translate('That didn’t work')}>
                {trial.error} {translate('Nothing was lost. Choose “Try it now” again.')}
              </Note>
            </div>
          )}
        </div>
      )}
    </div>
  )
}

function ThemeButton() {
  const isDark = useIsDark()
  return (
    <IconButton
      icon={isDark ? Sun : Moon}
      label={isDark ? translate('Light theme') : translate('Dark theme')}
      onClick={() => setPreferences({ theme: isDark ? 'light' : 'dark' })}
    />
  )
}

function ServiceState(props: { state: 'asking' | 'up' | 'down'; refusal: string | undefined }) {
  const { state, refusal } = props
  const isOffline = useIsOffline()
  const looks = {
    asking: {
      icon: CircleDashed,
      text: translate('Connecting to the service'),
      tone: 'text-ink-3',
    },
    up: { icon: CircleCheck, text: translate('Service connected'), tone: 'text-reed' },
    down: { icon: CloudOff, text: translate('The service isn’t responding'), tone: 'text-flare' },
    refused: {
      icon: CloudOff,
      text: translate('The service refuses this address'),
      tone: 'text-flare',
    },
    offline: { icon: CloudOff, text: translate('You’re offline'), tone: 'text-buff' },
  } as const
  const { icon, text, tone } =
    looks[isOffline ? 'offline' : refusal === undefined ? state : 'refused']
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-ink-3">
      <output className={`flex items-center gap-1.5 font-medium ${tone}`}>
        <Icon of={icon} size={15} />
        {text}
      </output>
      <span className="mono">{window.location.host}</span>
      {refusal !== undefined && <p className="w-full break-words text-ink-2">{refusal}</p>}
    </div>
  )
}
