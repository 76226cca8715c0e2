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
  WelcomePage,
} from './routes.tsx'

/** The page of each place, by the first part of its path. */
const pages: Readonly<Record<string, { preload: () => Promise<unknown> }>> = {
  '': BalancesPage,
  welcome: WelcomePage,
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

/**
 * Loads the page of the address, so that the app's first view has it. `boot.ts` has asked for the
 * files of a page and has named the welcome, whose files come after what every visit needs.
 */
export async function loadFirstPage(): Promise<void> {
  const isWelcome = document.documentElement.dataset['shell'] === 'welcome'
  const [, place = ''] = window.location.pathname.slice(getBasePath().length).split('/')
  if (isWelcome && document.readyState !== 'complete')
    await new Promise((loaded) => window.addEventListener('load', loaded, { once: true }))
  // A page whose code cannot be loaded says so when it is shown.
  const loaded = pages[isWelcome ? 'welcome' : place]?.preload().catch(() => undefined)
  const waited = new Promise((end) => setTimeout(end, maxWaitMs))
  if (loaded) await Promise.race([loaded, waited])
}
