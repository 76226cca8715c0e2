import type { ChainIdentity } from '../../../components/flow/chainIdentity.ts'
import {
  computeFlowGeometry,
  createFlowPathBuilder,
} from '../../../components/flow/flowGeometry.ts'
import { translate } from '../../../language/translate.ts'

/** What a picture shows; every text is formatted already. */
export type PictureContent = {
  title: string
  /** One for each leg, largest first: amount, ticker and chain. */
  legs: readonly { text: string; valueUsd: number; chain: ChainIdentity }[]
  received: { text: string; chain: ChainIdentity }
  feesUsd: number
  /** A line at the bottom, such as how long it took. */
  footer: string
}

/** Size of the picture, px: the one that shared links show. */
export const pictureSize = { width: 1200, height: 630 } as const

const margin = 72
const flow = { left: 360, top: 232, length: 440, span: 250 }

/** Draws a picture of an execution in the theme and fonts of a page; no address is on it. */
export function drawPicture(context: CanvasRenderingContext2D, content: PictureContent): void {
  const style = getComputedStyle(document.documentElement)
  const probe = document.createElement('span')
  document.body.append(probe)
  /** Canvas does not know `light-dark()`: the browser resolves the token. */
  function getColour(token: string): string {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
  const font = style.getPropertyValue('--font-sans').trim() || 'sans-serif'
  const pen = { context, getColour, font }
  context.fillStyle = getColour('canvas')
  context.fillRect(0, 0, pictureSize.width, pictureSize.height)
  write(pen, { text: 'Estuary', x: margin, y: 84, size: 30, weight: 600, colour: 'channel' })
  write(pen, { text: content.title, x: margin, y: 164, size: 54, weight: 600, colour: 'ink' })
  drawFlow(pen, content)
  write(pen, { text: content.footer, x: margin, y: 568, size: 26, weight: 430, colour: 'ink-3' })
  probe.remove()
}

type Pen = {
  context: CanvasRenderingContext2D
  getColour: (token: string) => string
  font: string
}

type Line = {
  text: string
  x: number
  y: number
  size: number
  weight: number
  colour: string
  /** The widest that the line may be, px; it is made smaller where it is wider. */
  width?: number
}

function write(pen: Pen, line: Line): void {
  const { context, font, getColour } = pen
  const { text, x, y, weight, colour, width = pictureSize.width - x - margin } = line
  context.font = `${weight} ${line.size}px ${font}`
  const size = Math.floor(line.size * Math.min(1, width / context.measureText(text).width))
  context.font = `${weight} ${size}px ${font}`
  context.fillStyle = getColour(colour)
  context.fillText(text, x, y)
}

function drawFlow(pen: Pen, { legs, received, feesUsd }: PictureContent): void {
  const { context, getColour } = pen
  const { left, top, length, span } = flow
  const slots = legs.map((_, index) => (span / legs.length) * (index + 0.5))
  const geometry = computeFlowGeometry({
    values: legs.map(({ valueUsd }) => valueUsd),
    feeUsd: feesUsd,
    length,
    span,
    trunk: legs.length > 1 ? 140 : 72,
    minWidth: 10,
    mergeAt: 0.5,
    slots,
  })
  const paths = createFlowPathBuilder('right')
  const target = getColour(`series-${received.chain.slot}`)
  context.save()
  context.translate(left, top)
  for (const [index, { chain }] of legs.entries()) {
    const lane = geometry.lanes[index]
    if (!lane) continue
    const own = getColour(`series-${chain.slot}`)
    const paint = context.createLinearGradient(0, 0, length, 0)
    paint.addColorStop(0.2, own)
    paint.addColorStop(0.85, target)
    context.fillStyle = paint
    const merge = { along: geometry.merge, from: lane.merge, to: lane.merge + lane.width }
    const source = { along: 0, from: lane.source, to: lane.source + lane.width }
    const end = { along: length, from: lane.target, to: lane.target + lane.targetWidth }
    const inflow = new Path2D(paths.ribbon(source, merge))
    const outflow = new Path2D(paths.ribbon(merge, end, [0.4, 0.4]))
    for (const path of [inflow, outflow])
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not a list
      context.fill(path)
  }
  context.restore()
  for (const [index, { text, chain }] of legs.entries()) {
    const y = top + (slots[index] ?? 0)
    const width = left - margin - 24
    write(pen, { text, x: margin, y: y - 2, size: 28, weight: 600, colour: 'ink', width })
    write(pen, {
      text: chain.name,
      x: margin,
      y: y + 28,
      size: 22,
      weight: 430,
      colour: 'ink-3',
      width,
    })
  }
  const at = { x: left + length + 28, y: top + geometry.centre }
  write(pen, { ...at, text: received.text, y: at.y - 2, size: 38, weight: 600, colour: 'ink' })
  write(pen, {
    ...at,
    text: translate('on {chain}', { chain: received.chain.name }),
    y: at.y + 34,
    size: 24,
    weight: 430,
    colour: 'ink-3',
  })
}
