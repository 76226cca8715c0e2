/** Runs in the page: finds texts that overlap each other or the shapes of a flow diagram. */
export function findOverlaps(): string[] {
  type Box = {
    text: string
    node: Node
    element: Element
    left: number
    right: number
    top: number
    bottom: number
  }
  type Edges = Pick<Box, 'left' | 'right' | 'top' | 'bottom'>
  const boxes: Box[] = []
  /** What is seen of the content of an element; nothing where it stands above the page. */
  const seen = new Map<Element | null, Edges | undefined>([
    [null, { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }],
  ])
  function getSeen(element: Element | null): Edges | undefined {
    if (!seen.has(element) && element) seen.set(element, findSeen(element))
    return seen.get(element)
  }
  function findSeen(element: Element): Edges | undefined {
    const { overflowX, position } = getComputedStyle(element)
    if (position === 'fixed' || position === 'sticky') return undefined
    const around = getSeen(element.parentElement)
    if (!around || overflowX === 'visible') return around
    return cut(element.getBoundingClientRect(), around)
  }
  function cut(one: Edges, other: Edges): Edges {
    return {
      left: Math.max(one.left, other.left),
      right: Math.min(one.right, other.right),
      top: Math.max(one.top, other.top),
      bottom: Math.min(one.bottom, other.bottom),
    }
  }
  function add(node: Node, element: Element, rectangle: DOMRect) {
    const around = getSeen(element)
    if (!around) return
    const text = (node.textContent ?? '').trim().slice(0, 40)
    const box = { text, node, element, ...cut(rectangle, around) }
    if (box.right - box.left > 1 && box.bottom - box.top > 1) boxes.push(box)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement
    const text = node.textContent ?? ''
    if (!element || text.trim() === '' || element.closest('.sr-only, .skip-link, script, style'))
      continue
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rectangle of range.getClientRects()) add(node, element, rectangle)
  }
  for (const field of document.querySelectorAll('input:not([type=checkbox]), select'))
    if (field.checkVisibility()) add(field, field, field.getBoundingClientRect())
  const found: string[] = []
  for (const [index, a] of boxes.entries())
    for (const b of boxes.slice(index + 1)) {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      const height = Math.min(a.bottom - a.top, b.bottom - b.top)
      // Chromium reports overlapping boxes for the parts of one truncated text.
      const isOne = a.node === b.node
      if (!isOne && across > 2 && down > height * 0.4) found.push(`"${a.text}" on "${b.text}"`)
    }
  for (const { element, text, left, right, top, bottom } of boxes) {
    const diagram = element.closest('[role=img]')
    for (const svg of diagram?.querySelectorAll(':scope svg') ?? []) {
      const { left: x, top: y } = svg.getBoundingClientRect()
      const shapes = [...svg.querySelectorAll<SVGGeometryElement>('path[fill^=url], rect')]
      for (const part of [0.05, 0.3, 0.5, 0.7, 0.95]) {
        const at = new DOMPoint(left + (right - left) * part - x, (top + bottom) / 2 - y)
        if (shapes.some((shape) => shape.closest('defs, mask') === null && shape.isPointInFill(at)))
          found.push(`"${text}" on the flow diagram`)
      }
    }
  }
  return found
}
