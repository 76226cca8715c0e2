import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { completeLock, findLockErrors, type LockFile } from './lockFile.ts'

const path = 'package-lock.json'

/** `npm run lock` checks package-lock.json; `npm run lock -- --complete` adds what is missing first. */
function main(): void {
  const asWritten: LockFile = JSON.parse(readFileSync(path, 'utf8'))
  const lock = process.argv.includes('--complete')
    ? completeLock(asWritten, findIntegrity)
    : asWritten
  if (lock !== asWritten) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
  const problems = findLockErrors(lock)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) {
    console.error(`${problems.length} problems in ${path}; see \`npm run lock -- --complete\``)
    process.exitCode = 1
    return
  }
  console.log(`${path} is complete: ${Object.keys(lock.packages).length} packages`)
}

function findIntegrity(name: string, version: string): string | undefined {
  try {
    const args = ['view', `${name}@${version}`, 'dist.integrity']
    return execFileSync('npm', args, { encoding: 'utf8', stdio: 'pipe' }).trim() || undefined
  } catch {
    // The check names every entry that the registry could not complete.
    return undefined
  }
}

main()
