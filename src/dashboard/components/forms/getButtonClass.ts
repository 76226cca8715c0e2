/** How much a button weighs on its page; one primary per page. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'link'

/** Heights 32, 40 and 48 px. */
export type ButtonSize = 'sm' | 'md' | 'lg'

/** Class names of a button, also for a link that looks like one. */
export function getButtonClass(
  look: { variant?: ButtonVariant; size?: ButtonSize; className?: string | undefined } = {},
): string {
  const { variant = 'secondary', size = 'md', className = '' } = look
  return `btn btn-${variant} ${size === 'md' ? '' : `btn-${size}`} ${className}`
}
