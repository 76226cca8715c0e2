import { describe, expect, test } from 'vitest'
import { completeLock, findLockErrors, type LockFile } from './lockFile.ts'

const lock: LockFile = {
  packages: {
    '': { dependencies: { a: '^1.0.0' } },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a', dependencies: { b: '^2.0.0' } },
    'node_modules/a/node_modules/b': {
      version: '2.0.0',
      integrity: 'sha512-b',
      dependencies: { a: '^1.0.0' },
      optionalDependencies: { 'b-linux-arm64-musl': '~2.0.1', 'b-wasm32-wasi': '2.0.1' },
    },
  },
}

describe('findLockProblems', () => {
  test('names each optional package that has no entry', () => {
    expect(findLockErrors(lock)).toEqual([
      'b-linux-arm64-musl@~2.0.1 of node_modules/a/node_modules/b has no entry',
      'b-wasm32-wasi@2.0.1 of node_modules/a/node_modules/b has no entry',
    ])
  })

  test('names a package without a version, without the hash of its archive, and a download address', () => {
    const packages = {
      'node_modules/a': { integrity: 'sha512-a' },
      'node_modules/b': { version: '1.0.0', optional: true },
      'node_modules/c': {
        version: '1.0.0',
        integrity: 'sha512-c',
        resolved: 'https://registry.example/c.tgz',
      },
    }
    expect(findLockErrors({ packages })).toEqual([
      'node_modules/a has no version',
      'node_modules/b has no integrity',
      'node_modules/c records a download address',
    ])
  })
})

describe('completeLock', () => {
  test('adds platform packages that npm skips elsewhere, and nothing is missing afterwards', () => {
    const complete = completeLock(lock, (name, version) => `sha512-${name}@${version}`)
    expect(complete.packages['node_modules/b-linux-arm64-musl']).toEqual({
      version: '2.0.1',
      integrity: 'sha512-b-linux-arm64-musl@2.0.1',
      cpu: ['arm64'],
      optional: true,
      os: ['linux'],
      libc: ['musl'],
    })
    expect(complete.packages['node_modules/b-wasm32-wasi']).toEqual({
      version: '2.0.1',
      integrity: 'sha512-b-wasm32-wasi@2.0.1',
      cpu: ['wasm32'],
      optional: true,
    })
    expect(findLockErrors(complete)).toEqual([])
  })

  test('leaves a missing package, and a hash that the registry does not have, as problems', () => {
    const broken: LockFile = {
      packages: {
        '': { dependencies: { gone: '1.0.0' } },
        'node_modules/a': { version: '1.0.0', optional: true },
      },
    }
    expect(findLockErrors(completeLock(broken, () => undefined))).toEqual([
      'gone@1.0.0 of the project has no entry',
      'node_modules/a has no integrity',
    ])
  })
})
