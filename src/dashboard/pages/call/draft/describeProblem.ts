import type { AbiFault, AbiProblem } from '#chains/evm/operation/abiProblem.ts'
import type { FieldProblem } from '#chains/evm/operation/callFields.ts'
import type { LiteralExpected } from '#chains/evm/operation/readLiteral.ts'
import { translate } from '../../../language/translate.ts'

/** Says what is wrong with the text of a field. */
export function describeFieldProblem(problem: FieldProblem): string {
  switch (problem.kind) {
    case 'noNumber':
      return translate('Enter a number.')
    case 'number':
      return translate('Not a number.')
    case 'fraction':
      return translate('A whole number.')
    case 'negative':
      return translate('Not below zero.')
    case 'least':
      return translate('At least {least}.', { least: String(problem.least) })
    case 'bits':
      return translate('Does not fit into {bits} bits.', { bits: String(problem.bits) })
    case 'decimals':
      return translate('At most {most} decimals.', { most: String(problem.most) })
    case 'noAddress':
      return translate('Enter an address.')
    case 'address':
      return translate('Not an address: 0x and 40 hexadecimal digits.')
    case 'checksum':
      return translate('The checksum does not fit: a character was changed.')
    case 'bool':
      return translate('Choose true or false.')
    case 'hex':
      return translate('Hexadecimal digits in pairs, after 0x.')
    case 'size':
      return translate(
        '{size, plural, one {Exactly # byte} other {Exactly # bytes}}; this has {actual}.',
        { size: problem.size, actual: String(problem.actual) },
      )
    case 'shape':
      return translate('Not a value of this type.')
    case 'items':
      return translate(
        '{count, plural, one {Needs exactly # item.} other {Needs exactly # items.}}',
        { count: problem.count },
      )
    case 'manyItems':
      return translate('At most {most} items.', { most: String(problem.most) })
  }
}

/** Says what is wrong with an ABI, and where. */
export function describeAbiProblem({ fault, place }: AbiProblem): string {
  const reason = describeFault(fault)
  if (!place) return reason
  const { kind, name, parameter } = place
  const number = String(place.number)
  if (kind === 'line')
    return translate('Line {number}, “{name}”: {reason}', { number, name, reason })
  if (name === '') return translate('Entry {number}: {reason}', { number, reason })
  return parameter === undefined
    ? translate('Entry {number}, {name}: {reason}', { number, name, reason })
    : translate('Entry {number}, {name}, parameter {parameter}: {reason}', {
        number,
        name,
        parameter: String(parameter),
        reason,
      })
}

function describeFault(fault: AbiFault): string {
  switch (fault.kind) {
    case 'empty':
      return translate('Paste an ABI.')
    case 'noFunction':
      return translate('There is no function in this ABI.')
    case 'json':
      return describeJsonFault(fault)
    case 'signature':
      return translate('a function is expected, such as {example}.', {
        example: 'deposit(uint256 assets, address receiver)',
      })
    case 'keyword':
      return translate('“{word}” is a word of Solidity and cannot be a name.', { word: fault.word })
    case 'modifier':
      return translate('“{word}” cannot stand there.', { word: fault.word })
    case 'parentheses':
      return translate('a parenthesis is missing, or one too many.')
    case 'tooLong':
      return translate('it’s too long, or its structs hold too many values.')
    case 'entry':
      return translate('no part of an ABI, which is an object with a type.')
    case 'noName':
      return translate('a function without a name.')
    case 'noInputs':
      return translate('a function without inputs.')
    case 'noType':
      return translate('it has no type.')
    case 'noComponents':
      return translate('a tuple needs components.')
    case 'nested':
      return translate('its types are nested too deeply.')
    case 'type':
      return translate('there is no type {type}.', { type: fault.type })
  }
}

function describeJsonFault(fault: Extract<AbiFault, { kind: 'json' }>): string {
  const line = String(fault.line)
  const expected = expectedTexts[fault.expected]
  return fault.isEnd
    ? translate('The JSON stops in line {line}. Expected there: {expected}. Paste all of it.', {
        line,
        expected,
      })
    : translate('No JSON in line {line}, at character {column}. Expected there: {expected}.', {
        line,
        column: String(fault.column),
        expected,
      })
}

const expectedTexts: Readonly<Record<LiteralExpected, string>> = {
  end: translate('nothing more'),
  'less nesting': translate('less nesting'),
  value: translate('a value'),
  name: translate('a name in double quotes'),
  colon: translate('a colon'),
  'comma or ]': translate('a comma or ]'),
  // A text with a brace would be a placeholder.
  'comma or }': translate('a comma or {brace}', { brace: '}' }),
}
