import { expect, test } from 'vitest'
import { build, type Plugin } from 'vite'

import { hintCompile } from './compileHints.ts'

/** Two chunks: the entry, and one that it loads later. */
const files: Readonly<Record<string, string>> = {
  'virtual:start': `import('virtual:later').then(({ later }) => later())`,
  'virtual:later': `export function later() { document.title = 'later' }`,
}
const asFiles: Plugin = {
  name: 'files',
  resolveId: (id) => (id in files ? id : undefined),
  load: (id) => files[id],
}

test('the hint stands before all else in the chunks that are named, and nowhere else', async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [asFiles, hintCompile(/^start$/)],
    build: {
      write: false,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { start: 'virtual:start' } },
    },
  })
  if (!('output' in built)) throw new Error('One output was expected.')
  const chunks = built.output.filter((file) => file.type === 'chunk')
  expect(chunks).toHaveLength(2)
  for (const { name, code } of chunks)
    expect([name, code.startsWith('//# allFunctionsCalledOnLoad\n')]).toEqual([
      name,
      name === 'start',
    ])
})
