import type { InstructionFact } from '#dashboard/review/cases/instructionFact.ts'

import { translate } from '../../../../language/translate.ts'

const openAccounts = [
  translate('Depositor'),
  translate('Rent payer'),
  translate('Order'),
  translate('System program'),
]
const openTokenAccounts = [
  translate('Mint'),
  translate('Source'),
  translate('Vault'),
  translate('Token program'),
]
const transferAccounts = {
  coins: [translate('From'), translate('To'), translate('Reference')],
  tokens: [
    translate('Source'),
    translate('Mint'),
    translate('To'),
    translate('Owner'),
    translate('Reference'),
  ],
}
const createAccounts = [
  translate('Payer'),
  translate('Token account'),
  translate('Owner'),
  translate('Mint'),
  translate('System program'),
  translate('Token program'),
]

/** Returns the program's name for an instruction. */
export function getInstructionName(fact: InstructionFact | undefined): string {
  switch (fact?.name) {
    case 'computeLimit':
      return translate('ComputeBudget: SetComputeUnitLimit')
    case 'computePrice':
      return translate('ComputeBudget: SetComputeUnitPrice')
    case 'createTokenAccount':
      return translate('Associated token account: CreateIdempotent')
    case 'transfer':
      return fact.token ? translate('Token: TransferChecked') : translate('System: Transfer')
    case 'open':
    case 'release':
    case 'refund':
    case 'fill':
    case 'cancel':
      return translate('Escrow: {name}', { name: fact.name })
    case 'unknown':
    case undefined:
      return translate('Unknown')
  }
}

/** Returns the role of each account of an instruction, in order. */
export function getAccountNames(fact: InstructionFact | undefined): readonly string[] {
  if (fact?.name === 'open') return [...openAccounts, ...(fact.tokens ? openTokenAccounts : [])]
  if (fact?.name === 'createTokenAccount') return createAccounts
  if (fact?.name === 'transfer') return transferAccounts[fact.token ? 'tokens' : 'coins']
  return []
}

/** Returns the data of an instruction by field; amounts in smallest units. */
export function getInstructionFields(
  fact: InstructionFact | undefined,
): readonly (readonly [string, string])[] {
  switch (fact?.name) {
    case 'computeLimit':
      return [['units', String(fact.units)]]
    case 'computePrice':
      return [['microLamports', String(fact.microLamports)]]
    case 'open': {
      const { depositor: _, token: __, ...fields } = fact.order
      return Object.entries(fields).map(([name, value]) => [name, String(value)] as const)
    }
    case 'transfer':
      return [
        ['amount', String(fact.units)],
        ...(fact.token ? [['decimals', String(fact.token.decimals)] as const] : []),
      ]
    case 'createTokenAccount':
    case 'release':
    case 'refund':
    case 'fill':
    case 'cancel':
    case 'unknown':
    case undefined:
      return []
  }
}
