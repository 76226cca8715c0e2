import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, test } from 'vitest'

test('no package can run install scripts, with any version of npm', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'estuary-npmrc-'))
  const [parcel, project] = [path.join(folder, 'parcel'), path.join(folder, 'project')]
  const marker = path.join(folder, 'it-ran')
  const touch = `node -e "require('fs').writeFileSync(${JSON.stringify(marker).replaceAll('"', "'")}, '')"`
  try {
    writeManifest(parcel, { name: 'parcel', version: '1.0.0', scripts: { postinstall: touch } })
    // Without `allowScripts`, which only newer versions of npm read.
    writeManifest(project, { name: 'project', version: '1.0.0' })
    copyFileSync(path.join(import.meta.dirname, '../../../.npmrc'), path.join(project, '.npmrc'))
    npm(folder, 'pack', './parcel')
    npm(project, 'install', '--offline', '../parcel-1.0.0.tgz')
    expect(existsSync(path.join(project, 'node_modules/parcel'))).toBe(true)
    expect(existsSync(marker)).toBe(false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

function writeManifest(folder: string, manifest: object): void {
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest))
}

/** Runs npm as from a shell, without the `npm_*` variables of the npm that runs the tests. */
function npm(cwd: string, ...args: string[]): void {
  const entries = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  execFileSync('npm', args, { cwd, env: Object.fromEntries(entries), stdio: 'pipe' })
}
