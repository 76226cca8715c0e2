/** What a person asks the test command for. */
export type TestSelection = {
  /** Names of stages; all when empty. */
  stages: readonly string[]
  /** Parts of paths: only tests whose path has one of them run. */
  paths: readonly string[]
  /** Handed to the tool of the one stage that is named, as they are. */
  toolArguments: readonly string[]
  /** Runs what the change since this revision concerns: `HEAD` for what is not committed. */
  changedSince?: string
  /** Runs files in an order drawn from this number. */
  shuffleSeed?: number
  /** Writes a report for build servers here. */
  junitFile?: string
}

/** The request cannot be carried out; its message says what to do. */
export class UsageError extends Error {
  override name = 'BadRequest'
}

/**
 * Reads the words behind `npm test --`.
 *
 * A word is a stage when `known` has it, else part of a path. `--changed`, `--since REV`,
 * `--shuffle [SEED]` and `--junit FILE` are options of the command; the first other option, and all
 * behind it, go to the tool of the stage that is named.
 *
 * @param known - Names of stages; `check` stands for several.
 * @throws BadRequest when an option lacks its value, or nobody would take the options for a tool.
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

/** A seed that was not given is drawn; the run says which it is. */
function parseSeed(text: string | undefined): number {
  return text === undefined ? 1 + Math.floor(Math.random() * 999_999) : Number(text)
}

function requireValue(value: string | undefined, option: string): string {
  if (value === undefined || value.startsWith('-')) throw new UsageError(`${option} needs a value.`)
  return value
}
