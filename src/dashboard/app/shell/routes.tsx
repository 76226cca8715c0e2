import { lazy } from 'react'

/** The pages, each loaded when it is first shown; see {@link pageLoaders} for loading ahead. */
export const pageLoaders = {
  welcome: () => import('../../pages/welcome/WelcomePage.tsx'),
  balances: () => import('../../pages/balances/BalancesPage.tsx'),
  swap: () => import('../../pages/swap/SwapPage.tsx'),
  call: () => import('../../pages/call/CallPage.tsx'),
  execution: () => import('../../pages/execution/ExecutionPage.tsx'),
  history: () => import('../../pages/history/HistoryPage.tsx'),
  settings: () => import('../../pages/settings/SettingsPage.tsx'),
}

/** First page of someone without a wallet. */
export const WelcomePage = lazy(async () => ({
  default: (await pageLoaders.welcome()).WelcomePage,
}))

/** What the account holds. */
export const BalancesPage = lazy(async () => ({
  default: (await pageLoaders.balances()).BalancesPage,
}))

/** Ask for a swap or transfer, review it, sign it. */
export const SwapPage = lazy(async () => ({ default: (await pageLoaders.swap()).SwapPage }))

/** Call any contract, paid from any chain. */
export const CallPage = lazy(async () => ({ default: (await pageLoaders.call()).CallPage }))

/** One execution, watched to its end. */
export const ExecutionPage = lazy(async () => ({
  default: (await pageLoaders.execution()).ExecutionPage,
}))

/** What the account did. */
export const HistoryPage = lazy(async () => ({
  default: (await pageLoaders.history()).HistoryPage,
}))

/** How this browser shows things, and what the developer wants to know. */
export const SettingsPage = lazy(async () => ({
  default: (await pageLoaders.settings()).SettingsPage,
}))
