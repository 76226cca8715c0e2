import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

import { campaigns, looksName, shortCampaign } from './campaigns.ts'
import { runTests } from './runTests.ts'

// `npm run campaign`: runs the long tests in full, all or by name; `--seed N` repeats a random run. With
// `--short`, what belongs to every commit and is too long for `npm test`, as far as that runs its own.
const words = process.argv.slice(2)
const at = words.indexOf('--seed')
const [, seedText] = at < 0 ? [] : words.splice(at, 2)
const seed = seedText ?? String(1 + Math.floor(Math.random() * 999_999))
const isShort = words.length === 1 && words[0] === '--short'
const named = words.length === 0 ? campaigns : campaigns.filter(({ name }) => words.includes(name))
const chosen = isShort ? [shortCampaign] : named
if ((!isShort && chosen.length < new Set(words).size) || !/^\d+$/.test(seed)) {
  console.error('npm run campaign -- [--short | NAME ...] [--seed N], where NAME is one of')
  for (const { name, what } of campaigns) console.error(`  ${name.padEnd(11)}${what}`)
  process.exitCode = 2
} else {
  const request = {
    stages: ['unit', 'contracts', 'integration', 'campaign', 'e2e'],
    paths: chosen.flatMap(({ paths }) => paths),
    toolArguments: [],
  }
  const full = {
    ESTUARY_CAMPAIGN: '1',
    ESTUARY_SEED: seed,
    FOUNDRY_FUZZ_RUNS: '512',
    FOUNDRY_FUZZ_SEED: `0x${Number(seed).toString(16)}`,
    FOUNDRY_INVARIANT_RUNS: '64',
  }
  if (!isShort)
    console.log(
      `Campaigns ${chosen.map(({ name }) => name).join(', ')}; --seed ${seed} repeats them`,
    )
  const hasLooks = !isShort && chosen.some(({ name }) => name === looksName)
  const pictures = hasLooks ? { ESTUARY_PICTURES: takePicturesBefore() } : {}
  await runTests(request, isShort ? {} : { ...full, ...pictures })
}

/**
 * Takes a picture of every state in every look as of the commit before (the last one, where something is
 * not committed yet), once, in a work tree of its own.
 *
 * @returns Their folder.
 */
function takePicturesBefore(): string {
  const revision = git('status', '--porcelain') === '' ? 'HEAD^' : 'HEAD'
  const commit = git('rev-parse', revision)
  const folder = path.resolve('.cache/pictures', commit)
  if (existsSync(folder)) return folder
  const tree = path.resolve('.cache/before', commit)
  const taking = `${folder}-${process.pid}`
  console.log(`Taking the pictures of ${revision}, ${commit.slice(0, 8)}`)
  git('worktree', 'add', '--force', '--detach', tree, commit)
  try {
    symlinkSync(path.resolve('node_modules'), path.join(tree, 'node_modules'))
    const flows = ['test', '-c', 'e2e/playwright.config.ts', '--update-snapshots=all']
    execFileSync(path.resolve('node_modules/.bin/playwright'), [...flows, '--reporter=dot'], {
      cwd: tree,
      stdio: 'inherit',
      env: { ...process.env, ESTUARY_CAMPAIGN: '1', ESTUARY_PICTURES: taking },
    })
    renameSync(taking, folder)
  } finally {
    git('worktree', 'remove', '--force', tree)
    rmSync(taking, { recursive: true, force: true })
  }
  return folder
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}
