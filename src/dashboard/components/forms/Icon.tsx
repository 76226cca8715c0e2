import type { LucideIcon } from 'lucide-react'

/** A decorative line icon in the current text colour; the text next to it carries the meaning. */
export function Icon(props: Icon.Props) {
  const { of: Glyph, size = 18, className, spin = false } = props
  return (
    <Glyph
      aria-hidden
      size={size}
      strokeWidth={size < 16 ? 2.1 : 1.75}
      className={`${spin ? 'animate-[spin_1s_linear_infinite]' : ''} ${className ?? ''}`}
    />
  )
}

export declare namespace Icon {
  type Props = { of: LucideIcon; size?: number; className?: string; spin?: boolean }
}
