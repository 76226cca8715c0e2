import { type MouseEvent, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'

import { Toasts } from '../../components/overlays/Toasts.tsx'
import { translate } from '../../language/translate.ts'
import { useSolanaOwner } from '../../wallets/accounts/owner/useSolanaOwner.ts'
import { useOwner } from '../../wallets/accounts/owner/useOwner.ts'
import { AlreadySent } from '../../pages/signing/AlreadySent.tsx'
import { StorageNote } from '../../pages/notes/StorageNote.tsx'
import { FollowingPage } from '../../pages/signing/followingPage.ts'
import { getPairing } from '../../wallets/remote/pairing.ts'
import { openWalletDialog } from '../../wallets/walletDialogs.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { AccountCheck } from '../wallets/AccountCheck.tsx'
import { ChainAddresses } from '../wallets/ChainAddresses.tsx'
import { Header } from './Header.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PagePending } from './PagePending.tsx'
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
import { TabBar } from './TabBar.tsx'
import { WalletDialogs } from '../wallets/WalletDialogs.tsx'
import { lazyComponent } from '../../components/lazyComponent.tsx'

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
