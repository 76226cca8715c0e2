import { UsageError, readRequest } from './select/readRequest.ts'
import { runTests } from './runTests.ts'
import { testStages } from './stages.ts'

// `npm test`; see `readRequest.ts` for its arguments.
try {
  const stages = ['check', ...testStages.map(({ name }) => name)]
  await runTests(readRequest(process.argv.slice(2), stages), {})
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
