#!/usr/bin/env node
// Runs forge and exits with its code; npm's own launcher always exits with 0.
const { spawnSync } = require('node:child_process')

const platform = { linux: 'linux', darwin: 'darwin', win32: 'win32' }[process.platform]
const processor = { x64: 'amd64', arm64: 'arm64' }[process.arch]
const suffix = process.platform === 'win32' ? '.exe' : ''
const binary = require.resolve(`@foundry-rs/forge-${platform}-${processor}/bin/forge${suffix}`)
const { status } = spawnSync(binary, process.argv.slice(2), { stdio: 'inherit' })
process.exitCode = status ?? 1
