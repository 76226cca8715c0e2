import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseAbi } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { buildArtifacts } from './artifacts.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

describe('the generated files', () => {
  test('are byte for byte what the sources compile to now', async () => {
    const built = await buildArtifacts()
    const committed = ['abi', 'bytecode'].flatMap((folder) =>
      readdirSync(here + folder).map((name) => `${folder}/${name}`),
    )
    expect(committed.toSorted()).toEqual([...built.keys()].toSorted())
    const outdated = [...built].filter(([path, text]) => readFileSync(here + path, 'utf8') !== text)
    expect(outdated.map(([path]) => path)).toEqual([])
  })

  test.each(readdirSync(`${here}abi`))('%s says the same in its docstring', async (file) => {
    const [, lines = ''] =
      /```solidity\n(.*) \* ```/s.exec(readFileSync(`${here}abi/${file}`, 'utf8')) ?? []
    const abi: object = await import(`${here}abi/${file}`)
    const readable = lines.trimEnd().split('\n')
    expect(Object.values(abi)).toEqual([parseAbi(readable.map((line) => line.replace(' * ', '')))])
  })
})

describe('the settings of foundry.toml', () => {
  test('are those of the build, so that what is tested is what is deployed', () => {
    const settings = readFileSync(`${here}foundry.toml`, 'utf8')
    const build = readFileSync(`${here}compile.ts`, 'utf8')
    for (const [here_, there] of [
      ['evm_version = "prague"', "evmVersion: 'prague'"],
      ['optimizer_runs = 200', 'runs: 200'],
      ['bytecode_hash = "none"', "bytecodeHash: 'none'"],
      ['cbor_metadata = false', 'appendCBOR: false'],
    ] as const) {
      expect(settings).toContain(here_)
      expect(build).toContain(there)
    }
  })
})
