#!/usr/bin/env node
// Presents npm's solc as the native executable that forge drives (--version, --standard-json).
// Forge leaves files outside its folder (node_modules) for the compiler to read.
const { readFileSync } = require('node:fs')
const solc = require('solc')

if (process.argv.includes('--version')) {
  const version = solc.version().replace('Emscripten.clang', 'Linux.g++')
  console.log(`solc, the solidity compiler commandline interface\nVersion: ${version}`)
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8'), { import: readImport }))
}

function readImport(path) {
  try {
    return { contents: readFileSync(path, 'utf8') }
  } catch (cause) {
    return { error: String(cause) }
  }
}
