import type { Logo } from './logos.ts'

/** A logo in the colour of its text; decorative, as the name is next to it. */
export function LogoDrawing(props: LogoDrawing.Props) {
  const { logo, size } = props
  const look = logo.isLine
    ? ({ fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' } as const)
    : ({ fill: 'currentColor', fillRule: 'evenodd' } as const)
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden {...look}>
      {logo.paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}

export declare namespace LogoDrawing {
  type Props = {
    logo: Logo
    /** Width and height in px. */
    size: number
  }
}
