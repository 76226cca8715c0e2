import { lazy } from 'react'

/** Loads the code of each page, also in advance. */
export const pageLoaders = {
  welcome: () => import('../../pages/welcome/WelcomePage.tsx'),
  balances: () => import('../../pages/balances/BalancesPage.tsx'),
  watch: () => import('../../pages/balances/WatchPage.tsx'),
  swap: () => import('../../pages/swap/SwapPage.tsx'),
  send: () => import('../../pages/send/SendPage.tsx'),
  call: () => import('../../pages/call/CallPage.tsx'),
  execution: () => import('../../pages/execution/ExecutionPage.tsx'),
  history: () => import('../../pages/history/HistoryPage.tsx'),
  receipt: () => import('../../pages/receipt/ReceiptPage.tsx'),
  settings: () => import('../../pages/settings/SettingsPage.tsx'),
}

/** The first page for users without a wallet. */
export const WelcomePage = lazy(async () => ({
  default: (await pageLoaders.welcome()).WelcomePage,
}))

/** The balances of the accounts in use. */
export const BalancesPage = lazy(async () => ({
  default: (await pageLoaders.balances()).BalancesPage,
}))

/** The balances of any address, only to look at. */
export const WatchPage = lazy(async () => ({ default: (await pageLoaders.watch()).WatchPage }))

/** Requests, reviews and signs a swap or transfer. */
export const SwapPage = lazy(async () => ({ default: (await pageLoaders.swap()).SwapPage }))

/** Sends an asset to a recipient. */
export const SendPage = lazy(async () => ({ default: (await pageLoaders.send()).SendPage }))

/** Requests, reviews and signs contract calls, funded from any chain. */
export const CallPage = lazy(async () => ({ default: (await pageLoaders.call()).CallPage }))

/** Follows one execution until it is final. */
export const ExecutionPage = lazy(async () => ({
  default: (await pageLoaders.execution()).ExecutionPage,
}))

/** The executions of the accounts in use. */
export const HistoryPage = lazy(async () => ({
  default: (await pageLoaders.history()).HistoryPage,
}))

/** Preferences, trust, and the developer view. */
export const SettingsPage = lazy(async () => ({
  default: (await pageLoaders.settings()).SettingsPage,
}))

/** Verifies a receipt from a file. */
export const ReceiptPage = lazy(async () => ({
  default: (await pageLoaders.receipt()).ReceiptPage,
}))
