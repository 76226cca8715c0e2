/** Arguments of the test command. */
export type TestSelection = {
  /** Stage names; all when empty. */
  stages: readonly string[]
  /** Substrings of test paths to run; all when empty. */
  paths: readonly string[]
  /** Passed unchanged to the tool of the single named stage. */
  toolArguments: readonly string[]
  /** Runs only tests affected by changes since this revision; `HEAD` for uncommitted changes. */
  changedSince?: string
  /** Shuffles files with this seed. */
  shuffleSeed?: number
  /** Writes a JUnit report to this file. */
  junitFile?: string
}

/** Invalid arguments; the message says what to do. */
export class UsageError extends Error {
  override name = 'BadRequest'
}

/**
 * Parses the arguments of `npm test --`.
 *
 * A word is a stage when `known` has it, else part of a path. `--changed`, `--since REV`,
 * `--shuffle [SEED]` and `--junit FILE` are options of the command; the first other option, and all
 * behind it, go to the tool of the stage that is named.
 *
 * @param known - Stage names; `check` stands for several.
 * @throws BadRequest when an option has no value, or when no single stage takes the tool options.
 */
export function readRequest(words: readonly string[], known: readonly string[]): TestSelection {
  const rest = [...words]
  const stages: string[] = []
  const paths: string[] = []
  const options: Pick<TestSelection, 'changedSince' | 'shuffleSeed' | 'junitFile'> = {}
  let toolArguments: string[] = []
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--changed') options.changedSince ??= 'HEAD'
    else if (word === '--since') options.changedSince = requireValue(rest.shift(), word)
    else if (word === '--shuffle') options.shuffleSeed = parseSeed(takeNumber(rest))
    else if (word === '--junit') options.junitFile = requireValue(rest.shift(), word)
    else if (word.startsWith('-')) toolArguments = [word, ...rest.splice(0)]
    else if (known.includes(word)) stages.push(word)
    else paths.push(word)
  }
  if (toolArguments.length > 0 && stages.length !== 1)
    throw new UsageError(
      `"${toolArguments[0]}" is an option of a tool: name the one stage that it is for, as in "npm run e2e -- ${toolArguments.join(' ')}".`,
    )
  return { stages, paths, toolArguments, ...options }
}

function takeNumber(rest: string[]): string | undefined {
  return /^\d+$/.test(rest[0] ?? '') ? rest.shift() : undefined
}

/** Picks a random seed when none is given; the run prints it. */
function parseSeed(text: string | undefined): number {
  return text === undefined ? 1 + Math.floor(Math.random() * 999_999) : Number(text)
}

function requireValue(value: string | undefined, option: string): string {
  if (value === undefined || value.startsWith('-')) throw new UsageError(`${option} needs a value.`)
  return value
}
