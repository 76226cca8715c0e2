import { getBasePath } from '../../api/chains/serviceUrl.ts'
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

/** The page of each place, by the first part of its path. */
const pages: Readonly<Record<string, { preload: () => Promise<unknown> }>> = {
  '': BalancesPage,
  watch: WatchPage,
  swap: SwapPage,
  send: SendPage,
  call: CallPage,
  executions: ExecutionPage,
  history: HistoryPage,
  receipt: ReceiptPage,
  settings: SettingsPage,
}
/** How long the static shell stands for a page; then the app shows its own frame without it. */
const maxWaitMs = 1_000

/** Loads the page of the address, so that the app's first view has it. The welcome is part of the start. */
export async function loadFirstPage(): Promise<void> {
  if (document.documentElement.dataset['shell'] === 'welcome') return
  const [, place = ''] = window.location.pathname.slice(getBasePath().length).split('/')
  // A page whose code cannot be loaded says so when it is shown.
  const loaded = pages[place]?.preload().catch(() => undefined)
  const waited = new Promise((end) => setTimeout(end, maxWaitMs))
  if (loaded) await Promise.race([loaded, waited])
}
