import { type MouseEvent, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Redirect, Route, Switch, useLocation, Link } from 'wouter'
import { CloudOff } from 'lucide-react'

import { isSameAddress } from '#protocol/ids/caip.ts'
import { Toasts } from '../../components/overlays/Toasts.tsx'
import { translate } from '../../language/translate.ts'
import { useSolanaOwner } from '../../wallets/accounts/owner/useSolanaOwner.ts'
import { useOwner } from '../../wallets/accounts/owner/useOwner.ts'
import { AlreadySent } from '../../pages/signing/AlreadySent.tsx'
import { StorageNote } from '../../pages/notes/StorageNote.tsx'
import { FollowingPage } from '../../pages/signing/followingPage.ts'
import { getPairing } from '../../wallets/remote/pairing.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { useNetwork, useWallets } from '../../wallets/WalletsProvider.tsx'
import { Header } from './Header.tsx'
import { PartBoundary } from './PartBoundary.tsx'
import {
  BalancesPage,
  CallPage,
  ExecutionPage,
  HistoryPage,
  ReceiptPage,
  SendPage,
  SettingsPage,
  SwapPage,
  WatchPage,
} from './routes.tsx'
import { WelcomePage } from '../../pages/welcome/WelcomePage.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { SolanaWallets } from '../wallets/SolanaWallets.tsx'
import { WalletDialogs } from '../wallets/WalletDialogs.tsx'
import { lazyComponent } from '../../components/lazyComponent.tsx'
import { Skeleton, useDelay } from '../../components/status/Skeleton.tsx'
import { Icon } from '../../components/forms/Icon.tsx'
import { useIsOffline } from '../../components/status/useIsOffline.ts'
import { translateRich } from '../../language/translateRich.ts'
import { places, stayInForm } from './navigation.ts'
import { Button, getButtonClass } from '../../components/forms/Button.tsx'
import { getChainUrls } from '../../api/chains/chainUrls.ts'
import { useDiscovery } from '../../api/service/discovery.ts'
import { updateRpcUrls } from '../../wallets/walletConfig.ts'
import { setActiveAccount } from '../../wallets/accounts/owner/activeAccount.ts'
import { usePredictedAddress } from '../../api/service/predictedAddress.ts'
import { Note } from '../../components/status/Note.tsx'
import { useAccount } from '../../wallets/accounts/useAccount.ts'

const InstallationNotices = lazyComponent(
  async () => (await import('./InstallationNotices.tsx')).InstallationNotices,
)

/** The frame around every page: navigation, banners, dialogs and toasts. */
export function Shell() {
  const [path] = useLocation()
  const { status } = useOwner()
  const hasOwner = status === 'connected' || status === 'reconnecting'
  const solana = useSolanaOwner()
  const isWelcome = path === '/welcome' || (path === '/' && !hasOwner && !solana)
  return (
    <FollowingPage value={ExecutionPage.preload}>
      <a href="#main" className="skip-link" onClick={skipToPage}>
        {translate('Skip to content')}
      </a>
      {isWelcome ? (
        <Page fallback={<div ref={showStaticWelcome} />}>
          <WelcomePage />
        </Page>
      ) : (
        <Framed>
          <Switch>
            <Route path="/" component={BalancesPage} />
            <Route path="/watch/:address?">
              {({ address }) => <WatchPage address={address} />}
            </Route>
            <Route path="/swap" component={SwapPage} />
            <Route path="/send" component={SendPage} />
            <Route path="/call" component={CallPage} />
            <Route path="/executions/:quoteId">
              {({ quoteId }) => <ExecutionPage quoteId={quoteId} />}
            </Route>
            <Route path="/history" component={HistoryPage} />
            <Route path="/receipt" component={ReceiptPage} />
            <Route path="/settings" component={SettingsPage} />
            {Object.entries(otherNames).map(([name, href]) => (
              <Route key={name} path={name}>
                <Redirect to={href} replace />
              </Route>
            ))}
            <Route path="/receive" component={ReceiveAddress} />
            <Route component={NotFoundPage} />
          </Switch>
        </Framed>
      )}
      <FramePart>
        <ChainAddresses />
      </FramePart>
      <FramePart>
        <SolanaWallets />
      </FramePart>
      <FramePart onDismiss={closeDialogs}>
        <WalletDialogs />
      </FramePart>
      <FramePart>
        <Shortcuts />
      </FramePart>
      <FramePart>
        <Toasts />
      </FramePart>
    </FollowingPage>
  )
}

/** Addresses that people type, and the pages that they mean. */
const otherNames = {
  '/balances': '/',
  '/home': '/',
  '/wallet': '/',
  '/bridge': '/swap',
  '/transfer': '/send',
  '/activity': '/history',
}

/** Receiving is a dialog above the balances. */
function ReceiveAddress() {
  useEffect(() => openWalletDialog('receive'), [])
  return <Redirect to="/" replace />
}

/** Focuses the page without following the link, which would change its address and step. */
function skipToPage(event: MouseEvent): void {
  const main = document.querySelector<HTMLElement>('#main')
  if (!main) return
  event.preventDefault()
  main.focus()
}

function Framed(props: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const { name } = useNetwork()
  const [path] = useLocation()
  const shownPath = useRef(path)
  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <>
      <FramePart>
        <Header />
      </FramePart>
      <FramePart>
        <OfflineBanner />
      </FramePart>
      {name !== 'devnet' && (
        <FramePart>
          <InstallationNotices />
        </FramePart>
      )}
      <main ref={main} id="main" tabIndex={-1} className="page outline-none">
        <FramePart>
          <AccountCheck />
          <div className="mb-6 empty:hidden">
            <StorageNote />
          </div>
        </FramePart>
        <Page key={path}>
          <AlreadySent>{props.children}</AlreadySent>
        </Page>
      </main>
      <FramePart>
        <TabBar />
      </FramePart>
    </>
  )
}

function Page(props: { children: ReactNode; fallback?: ReactNode }) {
  const { children, fallback = <PagePending /> } = props
  return (
    <PartBoundary>
      <Suspense fallback={fallback}>{children}</Suspense>
    </PartBoundary>
  )
}

/** A part around the page: one that throws takes neither the page nor the others with it. */
function FramePart(props: { children: ReactNode; onDismiss?: () => void }) {
  const { children, onDismiss } = props
  return (
    <PartBoundary isFrame onDismiss={onDismiss}>
      <Suspense>{children}</Suspense>
    </PartBoundary>
  )
}

/** Closes what could not be shown; who waits for an answer is told that there is none. */
function closeDialogs(): void {
  openWalletDialog('none')
  getPairing()?.cancel()
}

/** The static welcome page of the document, shown until the code of the real one has loaded. */
const staticWelcome = [...(document.querySelector('.shell-welcome')?.children ?? [])]

function showStaticWelcome(place: HTMLElement | null): void {
  place?.append(...staticWelcome)
}

/** Placeholder while a page's code loads; invisible for the first 250 ms. */
function PagePending() {
  const isSlow = useDelay()
  if (!isSlow) return null
  return (
    <div aria-busy="true">
      <output className="sr-only">{translate('Loading page')}</output>
      <Skeleton width={180} height={30} />
      <div className="mt-8 flex flex-col gap-4">
        <Skeleton height={64} />
        <Skeleton height={64} />
        <Skeleton height={64} />
      </div>
    </div>
  )
}

/** Banner shown while this device is offline. */
function OfflineBanner() {
  const isOffline = useIsOffline()
  return (
    <div role="alert">
      {isOffline && (
        <div className="border-b border-buff-line bg-buff-tint">
          <div className="mx-auto flex max-w-page items-center gap-2.5 px-4 py-2.5 text-sm md:px-10 xl:px-0">
            <Icon of={CloudOff} size={17} className="text-buff" />
            <span>
              {translateRich(
                '<strong>You’re offline.</strong> What you see may be out of date, and quotes are paused. Executions continue without this page.',
                { strong: <strong /> },
              )}
            </span>
          </div>
        </div>
      )}
    </div>
  )
}

/** The main navigation at the bottom of small screens. */
export function TabBar() {
  const [path] = useLocation()
  return (
    <nav aria-label={translate('Main')} className="tabbar">
      <div>
        {places.map((place) => (
          <Link
            key={place.href}
            href={place.href}
            aria-current={place.holds(path) ? 'page' : undefined}
            onClick={(event) => stayInForm(event, place, path)}
          >
            <Icon of={place.icon} size={21} />
            {place.shortName ?? place.name}
          </Link>
        ))}
      </div>
    </nav>
  )
}

/** Shown for an unknown address. */
export function NotFoundPage() {
  return (
    <section className="max-w-prose" aria-labelledby="not-found">
      <h1 id="not-found" className="text-xl font-semibold md:text-2xl">
        {translate('Page not found')}
      </h1>
      <p className="mt-2 text-ink-2">
        {translate('Check the address. It may be mistyped or cut off.')}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link href="/" className={getButtonClass({ variant: 'primary', size: 'lg' })}>
          {translate('Go to Balances')}
        </Link>
        {window.history.length > 1 && (
          <Button size="lg" onClick={() => window.history.back()}>
            {translate('Back')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Updates the wallets' RPC addresses and the active account; renders nothing. */
function ChainAddresses() {
  const wallets = useWallets()
  useFollowActiveAccount()
  const { data } = useDiscovery()
  useEffect(() => {
    if (!data) return
    const reached = data.chains.map(({ chain, rpcUrl }) => ({
      chain,
      rpcUrls: getChainUrls(chain, rpcUrl),
    }))
    updateRpcUrls(wallets, reached)
  }, [wallets, data])
  return null
}

/** Makes the connected owner the active account, which is restored after a reload. */
function useFollowActiveAccount(): void {
  const { status, address, wallet } = useOwner()
  const id = wallet?.id
  useEffect(() => {
    if (status === 'connected' && address && id !== undefined)
      setActiveAccount({ address, walletId: id })
  }, [status, address, id])
}

/**
 * Compares the account's address computed here with the service's prediction and warns when they
 * differ: deposits to the service's address would not reach an account of this owner.
 */
function AccountCheck() {
  const { accountAddress, account } = useAccount()
  const predicted = usePredictedAddress(account)
  const given = predicted.data?.predictedAddress
  if (!accountAddress || !given || isSameAddress(accountAddress, given)) return null
  return (
    <div className="mb-6">
      <Note
        tone="flare"
        isAlert
        title={translate('The service reports a different account address')}
      >
        {translateRich(
          'Computed in this browser: <code>{accountAddress}</code>. Reported by the service: <code>{given}</code>. Don’t send anything. The service uses different contracts than this app was built for.',
          {
            accountAddress,
            given,
            code: <span className="mono break-all" />,
          },
        )}
      </Note>
    </div>
  )
}
