import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { runTests } from './runTests.ts'

/** The long tests, of which `npm test` runs a part: what they show, and parts of the paths of their files. */
const campaigns: Readonly<Record<string, { what: string; paths: readonly string[] }>> = {
  crashes: {
    what: 'a process is killed at every failpoint of every kind of execution',
    paths: ['worker/crash.', 'worker/crashOnSolana.', 'worker/crashCallsFromSolana.'],
  },
  starts: {
    what: 'a first start is called off at each of its moments, and met by each kind of damage',
    paths: ['start/calledOffStart', 'start/brokenStart'],
  },
  reorgs: {
    what: 'blocks with deposits, deliveries and releases are rolled back',
    paths: ['worker/rollbacks', 'attestor/finalityOnSolana', 'refunds/lateDeposits'],
  },
  draws: {
    what: 'ten accounts pay in up to sixty operations',
    paths: ['accept/manyFundingLegs', 'quotes/manyBalances'],
  },
  accounting: {
    what: '400 quotes and 250 calls in any world add up to the smallest unit',
    paths: [
      'funding/accounting',
      'calls/callAccounting',
      'funding/selectInputs',
      'operation/callFields',
      'amounts/worth',
    ],
  },
  requests: {
    what: '44,500 generated requests, to endpoints and to any path, are answered in form and never with 5xx',
    paths: ['api/fuzz', 'roles/service.integration'],
  },
  interface: {
    what: 'every row of the interface table is asked by every kind of account',
    paths: ['checks/interfaceTable'],
  },
  reasons: {
    what: 'executions end with every reason, in the words of every library',
    paths: ['worker/failReasons'],
  },
  leaves: {
    what: 'every leaf of every sample is changed in every way, and nothing can be signed',
    paths: [
      'review/verify',
      'review/solana/verifySolana',
      'review/solana/alteredMessage',
      'codec/alteredMessages',
    ],
  },
  models: {
    what: 'executions of a model live through anything in any order',
    paths: ['state/stepModel'],
  },
  growth: {
    what: 'nodes stay about as large as they were, over hours of blocks and requests',
    paths: ['mirror/mirrorMemory', 'rpc/solanaSoak'],
  },
  contracts: {
    what: 'fuzz tests and invariants of the contracts of both ecosystems',
    paths: ['contracts/test/', 'contracts/solana/conservation'],
  },
  chains: {
    what: 'every set of chains that a devnet can have is swapped on in a browser',
    paths: ['swaps/chainSubsets'],
  },
  browsers: {
    what: "Debian's Firefox and WebKit swap, call and reload, with a wallet that announces itself early, late or not",
    paths: ['accounts/otherBrowsers'],
  },
  looks: {
    what: 'every state that flows look at is free of barriers, and looks in all widths and themes as it did one commit before',
    paths: ['e2e/'],
  },
}
/** The stages with tests of a campaign. */
const tested = ['unit', 'contracts', 'integration', 'campaign', 'e2e']

// `npm run campaign`: runs the long tests in full, all or by name; `--seed N` repeats a random run. With
// `--short`, it runs what belongs to every commit and is too long for `npm test`, as far as that runs its own.
const { values, positionals: names } = parseArgs({
  options: { short: { type: 'boolean' }, seed: { type: 'string' } },
  allowPositionals: true,
})
const seed = values.seed ?? String(1 + Math.floor(Math.random() * 999_999))
if (values.short) await runTests({ words: [...tested, '.campaign.'] })
else if (names.every((name) => name in campaigns) && /^\d+$/.test(seed)) await runInFull()
else {
  console.error('npm run campaign -- [--short | NAME ...] [--seed N], where NAME is one of')
  for (const [name, { what }] of Object.entries(campaigns))
    console.error(`  ${name.padEnd(11)}${what}`)
  process.exitCode = 2
}

async function runInFull(): Promise<void> {
  const chosen = Object.entries(campaigns).filter(
    ([name]) => names.length === 0 || names.includes(name),
  )
  console.log(`Campaigns ${chosen.map(([name]) => name).join(', ')}; --seed ${seed} repeats them`)
  const hasLooks = chosen.some(([name]) => name === 'looks')
  await runTests({
    words: [...tested, ...chosen.flatMap(([, { paths }]) => paths)],
    environment: {
      ESTUARY_CAMPAIGN: '1',
      ESTUARY_SEED: seed,
      FOUNDRY_FUZZ_RUNS: '512',
      FOUNDRY_FUZZ_SEED: `0x${Number(seed).toString(16)}`,
      FOUNDRY_INVARIANT_RUNS: '64',
      ...(hasLooks && { ESTUARY_PICTURES: takePicturesBefore() }),
    },
  })
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
