import { lazyComponent } from '../../components/lazyComponent.tsx'

/** The balances of the accounts in use. */
export const BalancesPage = lazyComponent(
  async () => (await import('../../pages/balances/BalancesPage.tsx')).BalancesPage,
)

/** The balances of any address, only to look at. */
export const WatchPage = lazyComponent(
  async () => (await import('../../pages/balances/WatchPage.tsx')).WatchPage,
)

/** Requests, reviews and signs a swap or transfer. */
export const SwapPage = lazyComponent(
  async () => (await import('../../pages/swap/SwapPage.tsx')).SwapPage,
)

/** Sends an asset to a recipient. */
export const SendPage = lazyComponent(
  async () => (await import('../../pages/send/SendPage.tsx')).SendPage,
)

/** Requests, reviews and signs contract calls, funded from any chain. */
export const CallPage = lazyComponent(
  async () => (await import('../../pages/call/CallPage.tsx')).CallPage,
)

/** Follows one execution until it is final. */
export const ExecutionPage = lazyComponent(
  async () => (await import('../../pages/execution/ExecutionPage.tsx')).ExecutionPage,
)

/** The executions of the accounts in use. */
export const HistoryPage = lazyComponent(
  async () => (await import('../../pages/history/HistoryPage.tsx')).HistoryPage,
)

/** Preferences, trust, and the developer view. */
export const SettingsPage = lazyComponent(
  async () => (await import('../../pages/settings/SettingsPage.tsx')).SettingsPage,
)

/** Verifies a receipt from a file. */
export const ReceiptPage = lazyComponent(
  async () => (await import('../../pages/receipt/ReceiptPage.tsx')).ReceiptPage,
)
