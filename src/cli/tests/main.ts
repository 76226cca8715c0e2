import { runTests } from './runTests.ts'

// `npm test -- [STAGE or PART OF A PATH ...] [--changed[=REVISION]] [OPTIONS OF THE STAGE'S TOOL]`
const words = process.argv.slice(2)
const at = words.findIndex((word) => /^-(?!-changed)/.test(word))
const toolArguments = at < 0 ? [] : words.splice(at)
const option = words.find((word) => word.startsWith('--changed'))
await runTests({
  words: words.filter((word) => word !== option),
  changed: option && (option.split('=')[1] ?? 'HEAD'),
  toolArguments,
})
