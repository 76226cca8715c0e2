import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { computeFlowGeometry, createFlowPathBuilder } from './flowGeometry.ts'

const size = { length: 400, span: 200, trunk: 110, minWidth: 8, mergeAt: 0.5 }

describe('flowGeometry', () => {
  it('draws legs to scale', () => {
    const { lanes } = computeFlowGeometry({ ...size, values: [3600, 1800], feeUsd: 0 })
    expect((lanes[0]?.width ?? 0) / (lanes[1]?.width ?? 1)).toBeCloseTo(2)
  })

  it('never draws a leg under the minimum', () => {
    const { lanes } = computeFlowGeometry({ ...size, values: [100_000, 1], feeUsd: 0 })
    expect(lanes[1]?.width).toBe(8)
  })

  it('lets what leaves as a fee be missing at the mouth', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 1000 }),
        (values, feeUsd) => {
          const flow = computeFlowGeometry({ ...size, values, feeUsd })
          expect(flow.targetWidth + flow.feeWidth).toBeCloseTo(flow.width)
          expect(flow.lanes.reduce((sum, { targetWidth }) => sum + targetWidth, 0)).toBeCloseTo(
            flow.targetWidth,
          )
        },
      ),
    )
  })

  it('lays legs side by side where they meet', () => {
    const { lanes } = computeFlowGeometry({ ...size, values: [10, 20, 30], feeUsd: 1 })
    const ends = lanes.map(({ merge, width }) => Math.round(merge + width))
    const starts = lanes.map(({ merge }) => Math.round(merge))
    expect(starts.slice(1)).toEqual(ends.slice(0, -1))
  })

  it('lets legs and trunk meet on a whole pixel, where no seam shows', () => {
    const { merge } = computeFlowGeometry({
      ...size,
      length: 333,
      mergeAt: 0.46,
      values: [1, 2],
      feeUsd: 0,
    })
    expect(merge).toBe(153)
  })

  it('gives numbers for a river without value', () => {
    const { width, lanes } = computeFlowGeometry({ ...size, values: [0], feeUsd: 0 })
    expect(Number.isFinite(width)).toBe(true)
    expect(lanes).toHaveLength(1)
  })
})

describe('flowPen', () => {
  it('turns a river that runs down by swapping its axes', () => {
    const from = { along: 0, across: 10 }
    const to = { along: 100, across: 30 }
    expect(createFlowPathBuilder('right').edge(from, to)).toMatch(/^M0 10C/)
    expect(createFlowPathBuilder('down').edge(from, to)).toMatch(/^M10 0C/)
  })

  it('keeps a leg that dwarfs the others within the span at its source', () => {
    const { lanes } = computeFlowGeometry({
      values: [96, 2, 1, 1],
      feeUsd: 0,
      length: 104,
      span: 34,
      trunk: 20,
      minWidth: 4,
      mergeAt: 0.5,
    })
    expect(Math.min(...lanes.map(({ source }) => source))).toBeGreaterThanOrEqual(0)
    expect(Math.max(...lanes.map(({ source, width }) => source + width))).toBeLessThanOrEqual(34)
  })
})
