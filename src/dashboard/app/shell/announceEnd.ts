import type { ExecutionStatus } from '#protocol/status/status.ts'

import { translate } from '../../language/translate.ts'

const words: Partial<Record<ExecutionStatus, string>> = {
  COMPLETED: translate('Completed'),
  REFUNDED: translate('Refunded'),
  FAILED: translate('Action needed'),
}

/**
 * Tells a user who looks elsewhere that an execution has ended: by a notification, if the browser
 * allows it, and by the tab's title until the tab is looked at.
 */
export function announceEnd(of: { quoteId: string; title: string; status: ExecutionStatus }): void {
  if (!document.hidden) return
  const text = `${words[of.status] ?? of.status}: ${of.title}`
  notify(text, of.quoteId)
  const before = document.title
  document.title = text
  document.addEventListener(
    'visibilitychange',
    () => {
      // The page may have another title by now.
      if (document.title === text) document.title = before
    },
    { once: true },
  )
}

function notify(text: string, tag: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  try {
    const notification = new Notification(text, { tag })
    notification.addEventListener('click', () => {
      window.focus()
      notification.close()
    })
  } catch {
    // Some phones allow notifications from a service worker only: the title has to do.
  }
}
