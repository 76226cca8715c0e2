import ts from 'typescript'

/** Attributes and properties that hold texts for people. */
const textNames =
  /^(aria-(label|description|roledescription|valuetext)|alt|placeholder|title|label|hint|message|lead|heading|summary|caption|note|detail|\w+(Label|Title|Text|Detail|Hint|Message))$/
/** Attributes and properties that never hold one. */
const technicalNames =
  /^(className|class|\w+Class(Name)?|style|d|viewBox|transform|points|font|path|abi|type)$/
/** Calls whose texts are translated or are for no person. */
const technicalCalls =
  /^(translate\w*|parseAbi\w*|querySelector(All)?|matchMedia|includes|startsWith|endsWith|split|join|replace(All)?|test)$/
/** A sentence, or one word of it. */
const sentence = /^\p{Lu}\p{Ll}+(’\p{Ll}+)? \S|^\p{Lu}\p{Ll}{2,}$/u

type Text = ts.JsxText | ts.StringLiteralLike | ts.TemplateExpression

/**
 * Finds texts for people that do not go through `translate`: text of elements, values of attributes
 * and properties with names such as `label`, and elsewhere what begins like a sentence.
 *
 * @param names - Texts that are the same in every language, such as `Solana`.
 */
export function findHardCoded(source: ts.SourceFile, names: ReadonlySet<string>): ts.Node[] {
  const found: ts.Node[] = []
  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return
    if (isText(node) && isForPeople(node, names)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isText(node: ts.Node): node is Text {
  return ts.isJsxText(node) || ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
}

function isForPeople(node: Text, names: ReadonlySet<string>): boolean {
  const text = (
    ts.isTemplateExpression(node)
      ? node.head.text + node.templateSpans.map(({ literal }) => `0${literal.text}`).join('')
      : node.text
  ).trim()
  const isPath = text.includes('/') && !/\s/.test(text)
  if (!/\p{L}{2}/u.test(text) || isPath || names.has(text)) return false
  if (ts.isJsxText(node)) return true
  // The nearest name, call or comparison around a text says what it is for.
  for (let part: ts.Node = node; !ts.isStatement(part.parent); part = part.parent) {
    const { parent } = part
    if (ts.isJsxExpression(parent) && !ts.isJsxAttribute(parent.parent)) return true
    if (ts.isNewExpression(parent) || isCompared(parent, part)) return false
    if (ts.isCallExpression(parent)) {
      const called = parent.expression
      const name = ts.isPropertyAccessExpression(called) ? called.name.text : called.getText()
      return !technicalCalls.test(name) && sentence.test(text)
    }
    if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) {
      const name = parent.name.getText().replaceAll(/['"]/g, '')
      if (parent.name === part || technicalNames.test(name)) return false
      const isNamed = textNames.test(name) && (ts.isJsxAttribute(parent) || /^\p{Lu}/u.test(text))
      return isNamed || sentence.test(text)
    }
  }
  return sentence.test(text)
}

function isCompared(parent: ts.Node, part: ts.Node): boolean {
  if (ts.isConditionalExpression(parent)) return parent.condition === part
  if (ts.isBinaryExpression(parent))
    return /Equals|InKeyword/.test(ts.SyntaxKind[parent.operatorToken.kind])
  return (
    ts.isElementAccessExpression(parent) ||
    ts.isTaggedTemplateExpression(parent) ||
    ts.isCaseClause(parent)
  )
}
