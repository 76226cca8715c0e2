import type { EndedTest } from './runEvent.ts'

/** Reads what forge prints of its tests; see {@link createForgeReader}. */
export type ForgeReader = { read: (line: string) => readonly EndedTest[] }

const suite = /^Ran \d+ tests? for (test\/[^:]+):\w+/
const result = /^\[(PASS|FAIL|SKIP)(?:[:.] ?(.*?))?\] ?(\w+(?:\([^)]*\))?)/

/**
 * Makes a reader of forge's lines, one after the other: it names a file, then its tests.
 *
 * @param folder - Folder of the files, from the project's.
 */
export function createForgeReader(folder: string): ForgeReader {
  let file = folder
  return {
    read(line) {
      // What failed is listed a second time at the end.
      if (line.startsWith('Failing tests:')) file = ''
      const named = suite.exec(line)?.[1]
      if (named !== undefined) file = `${folder}/${named}`
      const [, word, reason, name = ''] = result.exec(line) ?? []
      if (word === undefined || file === '') return []
      const ended = { file, name, ms: 0 }
      if (word === 'FAIL') return [{ ...ended, outcome: 'failed', error: reason || 'It failed.' }]
      return [{ ...ended, outcome: word === 'PASS' ? 'passed' : 'skipped' }]
    },
  }
}
