import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'

import { findPageFaults } from './configurationPage.ts'
import type { ProjectFile } from './language/collectTexts.ts'
import { findLanguageFaults } from './language/languageFaults.ts'

const readable = /\.(ts|tsx|cjs|mjs|json|css|html|sol|md|toml|sql|yml|sh)$|^\.[^/]+$|^\.ci\//

/** Lines that must not stand in a file, and that no linter knows. */
const lineRules: readonly { rule: string; in: RegExp; notIn?: RegExp; line: RegExp }[] = [
  {
    rule: 'a path of one machine',
    in: /^(?!package-lock\.json$)/,
    line: /(^|[^a-zA-Z0-9_.-])\/(work|farm|tmp\/lab|root)\//,
  },
  {
    rule: 'a method that only local nodes have',
    in: /^src\/(service|chains|dashboard|protocol|networks)\//,
    notIn: /\.test\.tsx?$/,
    line: /['"`](anvil|evm|hardhat|svm)_[a-zA-Z]+/,
  },
  {
    rule: 'a published key outside the devnet',
    in: /^src\//,
    notIn: /^src\/devnet\/|^src\/protocol\/accounts\/publishedKeys|\.test\.tsx?$/,
    // A letter in brackets keeps these patterns from matching their own line.
    line: /[t]est test test test test|[a]c0974bec39a17e36ba4a6b4d238ff94|[e]stuary devnet solana/,
  },
]

/** `npm run house`: prints what no linter checks, in tracked and untracked files. */
function main(): void {
  const files = listFiles()
  const faults = [
    ...files.flatMap(findLineFaults),
    ...findDeadTestNames(files),
    ...findPageFaults(files),
    ...findLanguageFaults(files),
  ]
  for (const fault of faults) console.error(fault)
  console.log(`${faults.length} violations of the house rules in ${files.length} files`)
  if (faults.length > 0) process.exitCode = 1
}

function findLineFaults({ path, text }: ProjectFile): string[] {
  const rules = lineRules.filter((rule) => rule.in.test(path) && rule.notIn?.test(path) !== true)
  return text
    .split('\n')
    .flatMap((line, index) =>
      rules
        .filter((rule) => rule.line.test(line))
        .map(({ rule }) => `${path}:${index + 1} ${rule}`),
    )
}

/** The tests that a document names, as the promises do, and that do not exist. */
function findDeadTestNames(files: readonly ProjectFile[]): string[] {
  const tests = new Set(files.map(({ path }) => path.replace(/^.*\/|\.tsx?$/g, '')))
  return files
    .filter(({ path }) => /^\.github\/.*\.md$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/`(\w+\.(?:test|spec|integration|campaign))`/g)].flatMap(([, name = '']) =>
        tests.has(name) || tests.has(`${name}.test`)
          ? []
          : [`${path} names ${name}, which does not exist`],
      ),
    )
}

function listFiles(): ProjectFile[] {
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], options)
    .split('\0')
    .filter((path) => path !== '' && existsSync(path) && statSync(path).isFile())
    .map((path) => ({ path, text: readable.test(path) ? readFileSync(path, 'utf8') : '' }))
}

main()
