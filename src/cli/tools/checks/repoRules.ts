/** A file of the project: its path from the project's folder, and its text. */
export type ProjectFile = { path: string; text: string }

type LineRule = {
  rule: string
  in: RegExp
  notIn?: RegExp
  line: RegExp
  /** A line is exempt if the one above matches this. */
  unlessAfter?: RegExp
}

const anyCode = /^(src|e2e)\//
const tests = /\.test\.tsx?$/
// A letter in brackets keeps these patterns from matching their own line.
const softWords =
  /\b([T]ODO|[F]IXME|[X]XX|[H]ACK|[n]ot implemented|[p]laceholder implementation|[s]tubbed|[f]or now)\b/i
const publishedKeys =
  /[t]est test test test test|[a]c0974bec39a17e36ba4a6b4d238ff94|[e]stuary devnet solana/

const lineRules: LineRule[] = [
  {
    rule: 'a path of one machine',
    in: /^(?!package-lock\.json$)/,
    line: /(^|[^a-zA-Z0-9_.-])\/(work|farm|tmp\/lab|root)\//,
  },
  {
    rule: 'an unfinished place',
    in: anyCode,
    line: softWords,
  },
  {
    rule: 'a barrel: import from the file that holds the thing',
    in: anyCode,
    line: /^export (type )?(\*|\{[^}]*\}) from\b/,
  },
  {
    rule: 'a test that does not run',
    in: anyCode,
    line: /\b(test|it|describe)\.(skip|only|[f]ixme|[t]odo|fails)\b/,
  },
  {
    rule: 'a test that is tried again until it passes',
    in: /\.test\.tsx?$|^e2e\//,
    line: /\b(retry|retries): *[1-9]/,
  },
  {
    rule: 'a raised time-out without its reason (the line above)',
    in: /\.test\.tsx?$|^e2e\/|^src\/testing\//,
    line: /(timeout|timeoutMs|(hang|within|endsAfter|endAfter)Ms)\W+(\d{2,}_\d{3}|\d{5,})|^\s*\}, (\d_)?\d{2,}_?\d{3}\)$/i,
    unlessAfter: /^\s*(\/\/|\/?\*)/,
  },
  {
    rule: 'a name that only tests know (find by role and name)',
    in: anyCode,
    line: /[d]ata-testid|[g]etByTestId/,
  },
  {
    rule: 'a method that only local nodes have',
    in: /^src\/(service|chains|dashboard|protocol|networks)\//,
    notIn: tests,
    line: /['"`](anvil|evm|hardhat|svm)_[a-zA-Z]+/,
  },
  {
    rule: 'a published key outside the devnet',
    in: anyCode,
    notIn: /^src\/devnet\/|^src\/protocol\/accounts\/publishedKeys|^e2e\/|\.test\.tsx?$/,
    line: publishedKeys,
  },
  {
    rule: 'a switched-off check without its reason (`-- why`, or the line above)',
    in: anyCode,
    line: /(oxlint|eslint)-disable(?!.* -- )|@ts-(ignore|nocheck)/,
    unlessAfter: /^\s*(\/\/|\/?\*)/,
  },
]

const topLevel =
  /^(package(-lock)?\.json|tsconfig\.json|vite\.config\.ts|index\.html|(src|public|e2e)\/.+|README\.md|LICENSE|\..+)$/
const catchAllName = /(^|\/)(utils?|types|constants|helpers?|misc|common|index)\.tsx?$/

const exportedType = /^export (?:default )?(?:type|interface|(?:abstract )?class) (\w+)/gm

/** Returns one line `path:line rule` for each violation of the rules that no linter checks. */
export function findViolations(files: ProjectFile[]): string[] {
  return [
    ...files.flatMap(({ path, text }) => [
      ...(topLevel.test(path) ? [] : [`${path} stands at the top level`]),
      ...(catchAllName.test(path) && anyCode.test(path)
        ? [`${path} is a catch-all: name the one thing that it holds`]
        : []),
      ...findLineViolations({ path, text }),
    ]),
    ...findSharedTypeNames(files),
  ]
}

/** No two exported types have one name: a reader who meets it must know which one it is. */
function findSharedTypeNames(files: ProjectFile[]): string[] {
  const homes = new Map<string, string>()
  return files
    .filter(({ path }) => anyCode.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(exportedType)].flatMap(([, name = '']) => {
        const home = homes.get(name) ?? path
        homes.set(name, home)
        return home === path ? [] : [`${path} exports the type ${name}, as ${home} does`]
      }),
    )
}

function findLineViolations({ path, text }: ProjectFile): string[] {
  const rules = lineRules.filter((rule) => rule.in.test(path) && rule.notIn?.test(path) !== true)
  if (rules.length === 0) return []
  const lines = text.split('\n')
  return lines.flatMap((line, index) =>
    rules
      .filter((rule) => rule.line.test(line))
      .filter((rule) => rule.unlessAfter?.test(lines[index - 1] ?? '') !== true)
      .map((rule) => `${path}:${index + 1} ${rule.rule}`),
  )
}
