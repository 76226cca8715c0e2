import { translate } from '../../language/translate.ts'
import type { FindingId } from './claims.ts'
import type { Finding, FindingState } from './finding.ts'

/** A group of claims that answer one question of a buyer. */
export type ClaimGroup = {
  id: 'quote' | 'paid' | 'arrives' | 'receivers' | 'signed' | 'time'
  name: string
  /** What holds when every claim of the group is verified. */
  good: string
  claims: readonly FindingId[]
}

/** The groups of the checklist, in order; every claim is in exactly one. */
export const claimGroups: readonly ClaimGroup[] = [
  {
    id: 'quote',
    name: translate('The service’s quote'),
    good: translate('Signed by the service, with nothing unknown in it.'),
    claims: ['installation', 'seal', 'form'],
  },
  {
    id: 'paid',
    name: translate('What you pay'),
    good: translate('The amounts add up, and only your accounts pay.'),
    claims: ['accounts', 'amounts', 'lent', 'price'],
  },
  {
    id: 'arrives',
    name: translate('What’s delivered'),
    good: translate('The asset you chose, and no less than the minimum.'),
    claims: ['asset', 'minimum', 'order'],
  },
  {
    id: 'receivers',
    name: translate('Who gets paid'),
    good: translate('Only your recipient, the pinned contracts and the fee receiver.'),
    claims: ['recipient', 'fees', 'escrow', 'approval', 'sponsor'],
  },
  {
    id: 'signed',
    name: translate('What you sign'),
    good: translate('Does what’s shown here, once, and nothing else.'),
    claims: ['chain', 'callData', 'nonce', 'calls', 'deployment', 'simulation'],
  },
  {
    id: 'time',
    name: translate('Time'),
    good: translate('Still valid, and everything expires automatically.'),
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
