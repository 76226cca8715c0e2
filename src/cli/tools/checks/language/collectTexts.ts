import ts from 'typescript'

/** A file of the project: its path from the project's folder, and its text. */
export type ProjectFile = { path: string; text: string }

/** A text that the code asks for. */
export type UsedText = {
  /** As in the catalogues: the English text, with its context if it has one. */
  key: string
  english: string
  path: string
  line: number
}

/** The functions of `dashboard/language`, and where their text stands among the arguments. */
const textArguments: ReadonlyMap<string, number> = new Map([
  ['translate', 0],
  ['translateRich', 0],
  ['translateIn', 1],
])

/** Where the text stands in the arguments of a call, or undefined for a call of something else. */
function getTextIndex(node: ts.Node): number | undefined {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression)
    ? textArguments.get(node.expression.text)
    : undefined
}

/** Parses a file. */
export function parseSource({ path, text }: ProjectFile): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true, kind)
}

/** `path:line` of a node. */
export function locate(node: ts.Node): string {
  const file = node.getSourceFile()
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}

/**
 * Collects the texts that a file gives to `translate` and its like, each a literal or a choice
 * between literals.
 *
 * @returns Also a fault for each text that is none, as nothing could collect it.
 */
export function collectTexts(source: ts.SourceFile): { texts: UsedText[]; faults: string[] } {
  const texts: UsedText[] = []
  const faults: string[] = []
  function visit(node: ts.Node): void {
    const index = getTextIndex(node)
    if (index !== undefined && ts.isCallExpression(node)) readCall(node, index)
    ts.forEachChild(node, visit)
  }
  function readCall(call: ts.CallExpression, index: number): void {
    const context = index === 1 ? readLiterals(call.arguments[0])?.[0] : undefined
    const found = readLiterals(call.arguments[index])
    if (!found || (index === 1 && context === undefined)) {
      faults.push(`${locate(call)} the text is not a literal`)
      return
    }
    const [path = '', line] = locate(call).split(':')
    for (const english of found) {
      const key = context === undefined ? english : `${english} [${context}]`
      texts.push({ key, english, path, line: Number(line) })
    }
  }
  visit(source)
  return { texts, faults }
}

/** The texts that an expression can be; undefined if that cannot be read from the source. */
function readLiterals(node: ts.Expression | undefined): string[] | undefined {
  if (!node) return undefined
  if (ts.isParenthesizedExpression(node)) return readLiterals(node.expression)
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (!ts.isConditionalExpression(node)) return undefined
  const either = readLiterals(node.whenTrue)
  const or = readLiterals(node.whenFalse)
  return either && or ? [...either, ...or] : undefined
}
