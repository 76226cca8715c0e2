import { campaigns, shortCampaign } from './campaigns.ts'
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
  await runTests(request, isShort ? {} : full)
}
