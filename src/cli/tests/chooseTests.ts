import { type Concerned, findConcerned } from './select/concernedFiles.ts'
import { readImportGraph } from './select/importGraph.ts'
import { UsageError, type TestSelection } from './select/readRequest.ts'
import type { StageChoice } from './runStage.ts'
import { getStages, testStages, type TestStage } from './stages.ts'

/** A stage and the part of it to run. */
export type ChosenStage = { stage: TestStage; choice: StageChoice }

/** Checks that treat each file separately: with `--changed` they get only the changed files. */
const fileChecks: Readonly<Record<string, RegExp>> = {
  format: /\.(ts|tsx|mjs|cjs|json|css|html|md)$/,
}

/**
 * Selects the stages of a request, and the files of each.
 *
 * @throws BadRequest when nothing matches.
 */
export function chooseTests(root: string, request: TestSelection): readonly ChosenStage[] {
  const { stages, paths, toolArguments, changedSince } = request
  const named = getStages(stages)
  if (changedSince !== undefined) {
    const concerned = leaveCampaign(findConcerned(root, changedSince))
    return named.flatMap((stage) => getConcernedPart(stage, concerned))
  }
  if (paths.length === 0) return named.map((stage) => ({ stage, choice: { toolArguments } }))
  const { files } = readImportGraph(root)
  const found = files.filter((file) => paths.some((part) => file.includes(part)))
  const chosen = (stages.length === 0 ? testStages : named).flatMap((stage) => {
    const own = found.filter((file) => stage.tests?.pattern.test(file))
    return own.length === 0 ? [] : [{ stage, choice: { files: own, toolArguments } }]
  })
  if (chosen.length > 0) return chosen
  throw new UsageError(
    `There is no stage and no test file "${paths.join(' ')}"; stages are check, ${getStages([])
      .map(({ name }) => name)
      .join(', ')}.`,
  )
}

/** What a change concerns of the campaign is left to the campaign. */
function leaveCampaign({ changed, tests }: Concerned): Concerned {
  if (tests === 'all') return { changed, tests }
  return { changed, tests: tests.filter((file) => !file.includes('.campaign.')) }
}

function getConcernedPart(stage: TestStage, { changed, tests }: Concerned): readonly ChosenStage[] {
  if (tests === 'all') return [{ stage, choice: {} }]
  const { name } = stage
  const ownFiles = fileChecks[name]
  if (ownFiles) {
    const files = changed.filter((file) => ownFiles.test(file) && /^(src|e2e)\//.test(file))
    return files.length === 0 ? [] : [{ stage, choice: { files } }]
  }
  if (stage.tests) {
    const files = tests.filter((file) => stage.tests?.pattern.test(file))
    return files.length === 0 ? [] : [{ stage, choice: { files } }]
  }
  const isConcerned = stage.isCheck ? concernsCheck(name, changed) : changed.some(isOfPage)
  return isConcerned ? [{ stage, choice: {} }] : []
}

function concernsCheck(name: string, changed: readonly string[]): boolean {
  if (name === 'program') return changed.some((file) => file.startsWith('src/contracts/solana/'))
  return changed.length > 0
}

/** Part of what a visitor loads. */
function isOfPage(file: string): boolean {
  return /^src\/(dashboard|protocol|chains|networks)\//.test(file)
}
