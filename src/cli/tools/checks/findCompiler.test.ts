import { expect, test } from 'vitest'

import { findCompiler } from './findCompiler.ts'

/** A fake machine that has `clang-14` once a command has installed it. */
function machine({ there = [] as string[], has = false, ci = '', works = true }) {
  const ran: string[] = []
  return {
    ran,
    here: {
      environment: { PATH: '/bin', CI: ci },
      needsSudo: false,
      exists: (path: string) => there.includes(path),
      find: () => (has ? 'clang-14' : undefined),
      run(tool: string, args: readonly string[]) {
        if (!works) throw new Error('no network')
        ran.push([tool, ...args].join(' '))
        if (args.includes('clang-14')) has = true
      },
    },
  }
}

test("uses the system's compiler and installs nothing", () => {
  const { here, ran } = machine({ has: true, ci: 'true', there: ['/bin/apt-get'] })
  expect(findCompiler(here)).toEqual({ clang: 'clang-14', from: 'the system' })
  expect(ran).toEqual([])
})

test('in CI, installs it with the package manager that has it', () => {
  const { here, ran } = machine({ ci: 'true', there: ['/bin/apt-get'] })
  expect(findCompiler(here)).toEqual({ clang: 'clang-14', from: 'apt-get (installed now)' })
  expect(ran.at(-1)).toBe('apt-get install -y -q --no-install-recommends clang-14')
})

test('installs nothing outside CI', () => {
  const { here, ran } = machine({ there: ['/bin/apt-get'] })
  expect(findCompiler(here)).toEqual({ why: 'there is no clang 14 here' })
  expect(ran).toEqual([])
})

test.each([
  [['/bin/apk'], 'no package manager here has it'],
  [['/bin/apt-get'], 'apt-get update -q: Error: no network'],
])('in CI with %j, reports why it cannot be installed', (there, why) => {
  const { here } = machine({ ci: 'true', there, works: false })
  expect(findCompiler(here)).toEqual({
    why: `there is no clang 14 here and none could be installed (${why})`,
  })
})
