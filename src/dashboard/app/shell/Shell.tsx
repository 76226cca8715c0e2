import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Route, Switch, useLocation } from 'wouter'

import { Toasts } from '../../components/overlays/Toasts.tsx'
import { translate } from '../../language/translate.ts'
import { useSolanaOwner } from '../../wallets/accounts/owner/useSolanaOwner.ts'
import { useOwner } from '../../wallets/accounts/owner/useOwner.ts'
import { FollowingPage } from '../../pages/signing/followingPage.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { AccountCheck } from '../wallets/AccountCheck.tsx'
import { ChainAddresses } from '../wallets/ChainAddresses.tsx'
import { Header } from './Header.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { PagePending } from './PagePending.tsx'
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
  WelcomePage,
} from './routes.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { SolanaWallets } from '../wallets/SolanaWallets.tsx'
import { TabBar } from './TabBar.tsx'
import { WalletDialogs } from '../wallets/WalletDialogs.tsx'

const InstallationNotices = lazy(async () => ({
  default: (await import('./InstallationNotices.tsx')).InstallationNotices,
}))

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
        {translate('Skip to the page')}
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
            <Route component={NotFoundPage} />
          </Switch>
        </Framed>
      )}
      <ChainAddresses />
      <SolanaWallets />
      <WalletDialogs />
      <Shortcuts />
      <Toasts />
    </FollowingPage>
  )
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
      <Header />
      <OfflineBanner />
      {name !== 'devnet' && (
        <Suspense>
          <InstallationNotices />
        </Suspense>
      )}
      <main ref={main} id="main" tabIndex={-1} className="page outline-none">
        <AccountCheck />
        <Page key={path}>{props.children}</Page>
      </main>
      <TabBar />
    </>
  )
}

function Page(props: { children: ReactNode; fallback?: ReactNode }) {
  const { children, fallback = <PagePending /> } = props
  return (
    <PageBoundary>
      <Suspense fallback={fallback}>{children}</Suspense>
    </PageBoundary>
  )
}

/** The static welcome page of the document, shown until the code of the real one has loaded. */
const staticWelcome = [...(document.querySelector('.shell-welcome')?.children ?? [])]

function showStaticWelcome(place: HTMLElement | null): void {
  place?.append(...staticWelcome)
}
