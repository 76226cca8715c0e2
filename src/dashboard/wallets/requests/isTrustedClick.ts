/** `value` of the button that approves. */
export const approveValue = 'approve'

/**
 * The browser's own `isTrusted` getter, which is true for events caused by the user. It cannot be
 * redefined on an event, and throws for an object that only imitates one.
 */
const trustedDescriptor = Object.getOwnPropertyDescriptor(new Event('probe'), 'isTrusted') ?? {}

/** Whether an event is the user's own click on the approving button, rather than a script's. */
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
    // Not a real event.
    return false
  }
}
