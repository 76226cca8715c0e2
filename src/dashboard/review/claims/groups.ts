import { translate } from '../../language/translate.ts'
import type { FindingId } from './claims.ts'
import type { Finding, FindingState } from './finding.ts'

/** A group of claims that answer one question of a buyer. */
export type ClaimGroup = {
  id: 'quote' | 'paid' | 'arrives' | 'receivers' | 'signed' | 'time'
  name: string
  claims: readonly FindingId[]
}

/** The groups of the checklist, in order; every claim is in exactly one. */
export const claimGroups: readonly ClaimGroup[] = [
  {
    id: 'quote',
    name: translate('The service’s quote'),
    claims: ['installation', 'seal', 'form'],
  },
  {
    id: 'paid',
    name: translate('What you pay'),
    claims: ['accounts', 'amounts', 'lent', 'price'],
  },
  {
    id: 'arrives',
    name: translate('What’s delivered'),
    claims: ['asset', 'minimum', 'order'],
  },
  {
    id: 'receivers',
    name: translate('Who gets paid'),
    claims: ['recipient', 'fees', 'escrow', 'approval', 'sponsor'],
  },
  {
    id: 'signed',
    name: translate('What you sign'),
    claims: ['chain', 'callData', 'nonce', 'calls', 'deployment', 'simulation'],
  },
  {
    id: 'time',
    name: translate('Time'),
    claims: ['deadlines', 'expiry'],
  },
]

/** A group with its findings, the worst first. */
export type GroupedFindings = {
  group: ClaimGroup
  state: FindingState
  findings: readonly Finding[]
}

const order: readonly FindingState[] = ['mismatch', 'unchecked', 'verified']

/** Groups findings, failed groups first and then those with an open claim; none is left out. */
export function groupFindings(findings: readonly Finding[]): readonly GroupedFindings[] {
  return claimGroups
    .flatMap((group): GroupedFindings[] => {
      const own = findings
        .filter(({ id }) => group.claims.includes(id))
        .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
      const [worst] = own
      return worst ? [{ group, state: worst.state, findings: own }] : []
    })
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}
