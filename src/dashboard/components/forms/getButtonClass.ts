/** Emphasis of a button; one primary button per page. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'link'

/** Heights 32, 40 and 48 px. */
export type ButtonSize = 'sm' | 'md' | 'lg'

/** Returns the class names of a button, also for links styled as buttons. */
export function getButtonClass(
  look: { variant?: ButtonVariant; size?: ButtonSize; className?: string | undefined } = {},
): string {
  const { variant = 'secondary', size = 'md', className = '' } = look
  return `btn btn-${variant} ${size === 'md' ? '' : `btn-${size}`} ${className}`
}
