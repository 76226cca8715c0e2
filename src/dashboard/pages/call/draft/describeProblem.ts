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
      return translate('This isn’t a number.')
    case 'fraction':
      return translate('Enter a whole number.')
    case 'negative':
      return translate('Must be zero or more.')
    case 'least':
      return translate('Must be at least {least}.', { least: String(problem.least) })
    case 'bits':
      return translate('Doesn’t fit in {bits} bits.', { bits: String(problem.bits) })
    case 'decimals':
      return translate('Use at most {most} decimals.', { most: String(problem.most) })
    case 'noAddress':
      return translate('Enter an address.')
    case 'address':
      return translate('Enter a full address: 0x and 40 hex digits.')
    case 'checksum':
      return translate('Checksum mismatch: a character is wrong.')
    case 'bool':
      return translate('Choose true or false.')
    case 'hex':
      return translate('Enter hex bytes: 0x and pairs of hex digits.')
    case 'size':
      return translate(
        '{size, plural, one {Must be exactly # byte} other {Must be exactly # bytes}}; this has {actual}.',
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
      return translate('Use at most {most} items.', { most: String(problem.most) })
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
      return translate('This ABI has no functions.')
    case 'json':
      return describeJsonFault(fault)
    case 'signature':
      return translate('expected a function, such as {example}.', {
        example: 'deposit(uint256 assets, address receiver)',
      })
    case 'keyword':
      return translate('“{word}” is a Solidity keyword and can’t be a name.', { word: fault.word })
    case 'modifier':
      return translate('“{word}” isn’t allowed there.', { word: fault.word })
    case 'parentheses':
      return translate('missing or extra parenthesis.')
    case 'tooLong':
      return translate('it’s too long, or its structs hold too many values.')
    case 'entry':
      return translate('not an ABI entry: expected an object with a type.')
    case 'noName':
      return translate('the function has no name.')
    case 'noInputs':
      return translate('the function has no inputs.')
    case 'noType':
      return translate('the type is missing.')
    case 'noComponents':
      return translate('a tuple needs components.')
    case 'nested':
      return translate('types are nested too deeply.')
    case 'type':
      return translate('unknown type {type}.', { type: fault.type })
  }
}

function describeJsonFault(fault: Extract<AbiFault, { kind: 'json' }>): string {
  const line = String(fault.line)
  const expected = expectedTexts[fault.expected]
  return fault.isEnd
    ? translate('The JSON ends early on line {line}. Expected {expected}. Paste all of it.', {
        line,
        expected,
      })
    : translate('Invalid JSON on line {line}, character {column}. Expected {expected}.', {
        line,
        column: String(fault.column),
        expected,
      })
}

const expectedTexts: Readonly<Record<LiteralExpected, string>> = {
  end: translate('the end'),
  'less nesting': translate('less nesting'),
  value: translate('a value'),
  name: translate('a name in double quotes'),
  colon: translate('a colon'),
  'comma or ]': translate('a comma or ]'),
  // A text with a brace would be a placeholder.
  'comma or }': translate('a comma or {brace}', { brace: '}' }),
}
