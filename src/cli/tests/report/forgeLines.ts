import type { EndedTest } from './runEvent.ts'

/** Parses forge's test output; see {@link createForgeReader}. */
export type ForgeReader = { read: (line: string) => readonly EndedTest[] }

const suite = /^Ran \d+ tests? for (test\/[^:]+):\w+/
const result = /^\[(PASS|FAIL|SKIP)(?:[:.] ?(.*?))?\] ?(\w+(?:\([^)]*\))?)/

/**
 * Creates a parser for forge's lines, which name a file and then its tests.
 *
 * @param folder - Folder of the files, from the project's.
 */
export function createForgeReader(folder: string): ForgeReader {
  let file = folder
  return {
    read(line) {
      // Failures are listed again at the end.
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
