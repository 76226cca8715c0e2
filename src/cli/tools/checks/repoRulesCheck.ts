import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { findPageFaults } from './configurationPage.ts'
import { findDeadCitations, findDeadTestNames } from './citations.ts'
import { findLanguageFaults } from './language/languageFaults.ts'
import { findViolations, type ProjectFile } from './repoRules.ts'

const readable = /\.(ts|tsx|cjs|mjs|json|css|html|sol|md|toml|sql|yml|sh)$|^\.[^/]+$|^\.ci\//

/** `npm run house`: prints violations of the house rules in tracked and untracked files. */
function main(): void {
  const files = projectFiles()
  const violations = [
    ...findViolations(files),
    ...findDeadCitations(files),
    ...findDeadTestNames(files),
    ...findPageFaults(files),
    ...findLanguageFaults(files),
  ]
  for (const violation of violations) console.error(violation)
  console.log(`${violations.length} violations of the house rules in ${files.length} files`)
  if (violations.length > 0) process.exitCode = 1
}

function projectFiles(): ProjectFile[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return listed
    .split('\0')
    .filter((path) => path !== '' && existsSync(path) && statSync(path).isFile())
    .map((path) => ({ path, text: readable.test(path) ? readFileSync(path, 'utf8') : '' }))
}

main()
