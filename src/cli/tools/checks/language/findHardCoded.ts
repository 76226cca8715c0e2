import ts from 'typescript'

import { getTextIndex } from './collectTexts.ts'

/** Names of attributes and properties that hold texts for people. */
const textNames =
  /^(aria-(label|description|roledescription|valuetext)|alt|placeholder|title|text|label|hint|help|message|reason|claim|evidence|question|answer|lead|body|heading|summary|caption|description|good|bad|note|unit|words?|sentence|\w+(Label|Title|Text|Detail|Hint|Message|Sentence|Words?))$/
/** These also hold names that are not for people: there, a text starts with a capital. */
const looseNames = /^(detail|name|shortName|children|action|what|why|state|back)$/
/** Attributes and properties that never hold one. */
const technicalNames =
  /^(className|class|\w+Class(Name)?|style|d|href|src|id|key|type|role|viewBox|transform|points|fill|stroke\w*|rel|target|method|autoComplete|inputMode|pattern|sizes|abi|data-.*|font|filter|strokeDasharray|path|queryKey)$/
const technicalCalls =
  /^(querySelector(All)?|getElementById|closest|matches|getItem|setItem|removeItem|addEventListener|removeEventListener|matchMedia|parseAbi\w*|includes|startsWith|endsWith|split|join|replace(All)?|keccak256|toHex|utf8ToBytes|encode|createElementNS|getContext|setAttribute|getAttribute|postMessage|readText|readJson|test)$/
const letters = /\p{L}{2,}/u

/** A node that holds a text for people which does not go through `translate`. */
export type HardCoded = ts.JsxText | ts.StringLiteralLike | ts.TemplateExpression

/**
 * Finds texts for people that do not go through `translate`: text of elements, values of attributes
 * and properties with names such as `label`, and elsewhere what reads like a sentence.
 *
 * @param names - Texts that are the same in every language, such as `Solana`.
 */
export function findHardCoded(source: ts.SourceFile, names: ReadonlySet<string>): HardCoded[] {
  const found: HardCoded[] = []
  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    if (isCandidate(node) && !names.has(readText(node).trim()) && isForPeople(node))
      found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isCandidate(node: ts.Node): node is HardCoded {
  return ts.isJsxText(node) || ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
}

/** The text of a node, with `0` in place of each value. */
function readText(node: HardCoded): string {
  if (!ts.isTemplateExpression(node)) return node.text
  return node.head.text + node.templateSpans.map(({ literal }) => `0${literal.text}`).join('')
}

function isForPeople(node: HardCoded): boolean {
  const text = readText(node)
  const isPath = text.includes('/') && !/\s/.test(text)
  if (!letters.test(text) || isPath) return false
  switch (getPlace(node)) {
    case 'text':
      return true
    case 'loose':
      return /^\p{Lu}|\S\s+\S/u.test(text.trim())
    case 'technical':
      return false
    case 'elsewhere':
      return isSentence(text)
  }
}

/** Whether a text reads like words: not like a class list, a path of a drawing, an ABI or a style. */
function isSentence(text: string): boolean {
  if (
    /[;=<>{}]|\(\(|\w\(\w* |^(function|event|error|constructor) |Ethereum Signed Message/.test(text)
  )
    return false
  const parts = text.trim().split(/\s+/)
  const words = parts.filter((part) =>
    /^[(\u201c"']?\p{L}[\p{L}\u2019']+[.,:;?!)\u201d"']*$/u.test(part),
  )
  if (/^\p{Lu}\p{Ll}+$/u.test(text.trim())) return true
  // Beside a value one word is enough.
  const least = /\b0\b/.test(text) ? 0 : 1
  if (/^\p{Lu}\p{Ll}/u.test(text.trim()))
    return words.length > least || /\p{L}{2}[.!?]$/u.test(text)
  const isClassList = parts.some((part) => /^-?[a-z]+[-:][\w[]/.test(part)) && words.length < 4
  return !isClassList && /\s/.test(text) && words.length > least
}

type Place = 'text' | 'loose' | 'technical' | 'elsewhere'

/** What the code around a text says about it. */
function getPlace(node: ts.Node): Place {
  const { parent } = node
  if (ts.isJsxText(node)) return 'text'
  if (ts.isJsxExpression(parent))
    return ts.isJsxAttribute(parent.parent) ? getNamedPlace(parent.parent.name) : 'text'
  if (ts.isJsxAttribute(parent)) return getNamedPlace(parent.name)
  if (ts.isPropertyAssignment(parent))
    return parent.name === node ? 'technical' : getPropertyPlace(parent.name)
  if (ts.isCallExpression(parent)) return getArgumentPlace(node, parent)
  if (ts.isArrayLiteralExpression(parent))
    return getPlace(parent) === 'technical' ? 'technical' : 'elsewhere'
  if (isPassedOn(node, parent)) return getPlace(parent)
  if (
    ts.isBinaryExpression(parent) ||
    ts.isCaseClause(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isTaggedTemplateExpression(parent) ||
    ts.isExpressionStatement(parent)
  )
    return 'technical'
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name))
    return technicalNames.test(parent.name.text) ? 'technical' : 'elsewhere'
  return 'elsewhere'
}

/** Whether the value of a node is that of its parent. */
function isPassedOn(node: ts.Node, parent: ts.Node): boolean {
  if (ts.isConditionalExpression(parent)) return parent.condition !== node
  if (ts.isBinaryExpression(parent)) {
    const operator = parent.operatorToken.kind
    const isJoined =
      operator === ts.SyntaxKind.PlusToken ||
      operator === ts.SyntaxKind.QuestionQuestionToken ||
      operator === ts.SyntaxKind.BarBarToken
    return isJoined || (operator === ts.SyntaxKind.AmpersandAmpersandToken && parent.right === node)
  }
  return (
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isTemplateSpan(parent) ||
    ts.isTemplateExpression(parent)
  )
}

function getNamedPlace(name: ts.Node): Place {
  const text = name.getText().replaceAll(/^['"]|['"]$/g, '')
  if (textNames.test(text)) return 'text'
  if (looseNames.test(text)) return 'loose'
  return technicalNames.test(text) ? 'technical' : 'elsewhere'
}

/** Properties have values that are names more often than attributes have. */
function getPropertyPlace(name: ts.Node): Place {
  const place = getNamedPlace(name)
  return place === 'text' ? 'loose' : place
}

function getArgumentPlace(node: ts.Node, call: ts.CallExpression): Place {
  const textIndex = getTextIndex(call)
  if (textIndex !== undefined)
    return call.arguments.findIndex((one) => one === node) <= textIndex ? 'technical' : 'elsewhere'
  const called = ts.isPropertyAccessExpression(call.expression)
    ? call.expression.name.text
    : call.expression.getText()
  return technicalCalls.test(called) ? 'technical' : 'elsewhere'
}
