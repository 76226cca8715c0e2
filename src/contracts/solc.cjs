#!/usr/bin/env node
// Presents npm's solc as the native executable that forge runs (--version, --standard-json). Forge
// leaves it to the compiler to read files outside its folder (node_modules).
//
// Only deployed contracts are optimized: the tests are four times as much code and would take three
// times as long to optimize as to run. They deploy contracts by file name (`dynamic_test_linking`),
// so no contract is compiled into a test.
const { readFileSync } = require('node:fs')
const solc = require('solc')

if (process.argv.includes('--version')) {
  const version = solc.version().replace('Emscripten.clang', 'Linux.g++')
  console.log(`solc, the solidity compiler commandline interface\nVersion: ${version}`)
} else {
  process.stdout.write(JSON.stringify(compile(JSON.parse(readFileSync(0, 'utf8')))))
}

/** Compiles tests and contracts separately; both parts number the files alike. */
function compile(input) {
  const deployed = compilePart(input, { isTest: false })
  const tests = compilePart(input, { isTest: true })
  return {
    ...deployed,
    errors: unlike([...(deployed.errors ?? []), ...(tests.errors ?? [])]),
    contracts: { ...deployed.contracts, ...tests.contracts },
  }
}

function compilePart({ settings, ...input }, { isTest }) {
  const wanted = Object.entries(settings.outputSelection).filter(
    ([file]) => file.startsWith('test/') === isTest,
  )
  const optimizer = { ...settings.optimizer, enabled: settings.optimizer.enabled && !isTest }
  const own = { ...settings, optimizer, outputSelection: Object.fromEntries(wanted) }
  return JSON.parse(
    solc.compile(JSON.stringify({ ...input, settings: own }), { import: readImport }),
  )
}

/** Drops duplicates: both parts report errors in files that both read. */
function unlike(errors) {
  return [...new Map(errors.map((one) => [one.formattedMessage, one])).values()]
}

function readImport(path) {
  try {
    return { contents: readFileSync(path, 'utf8') }
  } catch (cause) {
    return { error: String(cause) }
  }
}
