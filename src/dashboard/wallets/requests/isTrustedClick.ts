/** Value of the one button that approves. */
export const approveValue = 'approve'

/**
 * Reads whether the browser made an event for something a person did. The getter belongs to each
 * real event and cannot be redefined; it throws for an object that only looks like one.
 */
const trustedDescriptor = Object.getOwnPropertyDescriptor(new Event('probe'), 'isTrusted') ?? {}

/** Whether an event is a person's own click on the button that approves, and no script's. */
export function isTrustedClick(click: Event): boolean {
  const { target } = click
  return (
    isTrustedEvent(click) &&
    target instanceof Element &&
    target.closest('button')?.value === approveValue
  )
}

function isTrustedEvent(event: Event): boolean {
  try {
    return trustedDescriptor.get?.call(event) === true
  } catch {
    // Not an event of the browser.
    return false
  }
}
