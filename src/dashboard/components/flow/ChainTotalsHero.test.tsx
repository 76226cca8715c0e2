import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'

import { identifyChains } from './chainIdentity.ts'
import { ChainTotalsHero } from './ChainTotalsHero.tsx'

const [firth, delta, lagoon] = identifyChains([
  { chain: 'eip155:1', name: 'Firth' },
  { chain: 'eip155:2', name: 'Delta' },
  { chain: 'eip155:3', name: 'Lagoon' },
]).values()
if (!firth || !delta || !lagoon) throw new Error('Expected three chains.')
const totals = [
  { chain: firth, valueUsd: 30 },
  { chain: delta, valueUsd: undefined },
  { chain: lagoon, valueUsd: 70 },
]

afterEach(cleanup)

describe('ConfluenceHero', () => {
  it('says unknown, not zero, of a chain that could not be read', () => {
    render(<ChainTotalsHero totals={totals} onChoose={() => undefined} />)
    const [list] = screen.getAllByRole('list', { name: 'Balance by chain' })
    if (!list) throw new Error('Expected a list.')
    const items = within(list).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Firth30.0%$30.00',
      'DeltaUnknown',
      'Lagoon70.0%$70.00',
    ])
  })

  it('moves between chains by arrow keys and chooses one', () => {
    const chosen: (string | undefined)[] = []
    render(<ChainTotalsHero totals={totals} onChoose={(chain) => chosen.push(chain)} />)
    const [bar] = screen.getAllByRole('toolbar', { name: 'Show one chain' })
    if (!bar) throw new Error('Expected a bar.')
    const [first, second] = within(bar).getAllByRole('button')
    if (!first || !second) throw new Error('Expected two segments.')
    first.focus()
    fireEvent.keyDown(first, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(second)
    fireEvent.click(second)
    expect(chosen).toEqual(['eip155:3'])
  })
})
