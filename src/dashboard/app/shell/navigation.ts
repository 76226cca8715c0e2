import {
  ArrowLeftRight,
  FileCode2,
  History,
  Layers,
  type LucideIcon,
  Send,
  Settings2,
} from 'lucide-react'

import type { MouseEvent } from 'react'

import { translate, translateIn } from '../../language/translate.ts'
import { BalancesPage, CallPage, HistoryPage, SendPage, SettingsPage, SwapPage } from './routes.tsx'

/** An entry of the main navigation. */
export type Place = {
  href: string
  name: string
  /** Used on small screens. */
  shortName?: string
  icon: LucideIcon
  /** Loads the page's code in advance, when the pointer enters the link. */
  preload: () => Promise<unknown>
  /** Whether a path belongs to this entry. */
  holds: (path: string) => boolean
}

/** The entries of the main navigation, in order. */
export const places: readonly Place[] = [
  {
    href: '/',
    name: translate('Balances'),
    icon: Layers,
    preload: BalancesPage.preload,
    holds: (path) => path === '/',
  },
  {
    href: '/swap',
    name: translate('Swap'),
    icon: ArrowLeftRight,
    preload: SwapPage.preload,
    holds: (path) => path.startsWith('/swap'),
  },
  {
    href: '/send',
    name: translate('Send'),
    icon: Send,
    preload: SendPage.preload,
    holds: (path) => path.startsWith('/send'),
  },
  {
    href: '/call',
    name: translate('Contract call'),
    shortName: translate('Call'),
    icon: FileCode2,
    preload: CallPage.preload,
    holds: (path) => path.startsWith('/call'),
  },
  {
    href: '/history',
    name: translate('History'),
    icon: History,
    preload: HistoryPage.preload,
    holds: (path) => path.startsWith('/history') || path.startsWith('/executions/'),
  },
  {
    href: '/settings',
    name: translate('Settings'),
    shortName: translateIn('a tab on a phone', 'Settings'),
    icon: Settings2,
    preload: SettingsPage.preload,
    holds: (path) => path.startsWith('/settings'),
  },
]

const forms: readonly string[] = ['/swap', '/send', '/call']

/** On the page of a form its own link leads out of the review, and what was typed stays until it is sent. */
export function stayInForm(event: MouseEvent, { href }: Place, path: string): void {
  const entry: Record<string, unknown> = Object(window.history.state)
  if (path !== href || !forms.includes(href) || entry['sent'] !== undefined) return
  event.preventDefault()
  window.history.pushState({ ...entry, isReview: false }, '')
}
