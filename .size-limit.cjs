/**
 * What is loaded, gzip: by a first visit (the welcome), by each page in addition (most of which pages share), and
 * what may be loaded on demand: dialogs, a language, the verifier of receipts, wallets (WalletConnect 118 kB, Solana wallets 96 kB).
 */
const { existsSync, readFileSync } = require('node:fs')
const { join, relative } = require('node:path')

const run = process.env.ESTUARY_RUN_FOLDER ?? '.cache/budget'
const groups = join(run, 'scripts.json')
if (!existsSync(groups)) throw new Error(`There is no ${groups}: run "npm run budget".`)
const { initial, pages, onDemand } = JSON.parse(readFileSync(groups, 'utf8'))

function limit(name, scripts, kilobytes) {
  const path = scripts.map((script) => relative(process.cwd(), join(run, 'dist', script)))
  return { name, path, limit: `${kilobytes} kB`, gzip: true }
}

module.exports = [
  limit('initial JavaScript', initial, 165),
  ...Object.entries(pages).map(([page, scripts]) => limit(`${page}, in addition`, scripts, 176)),
  limit('on demand', onDemand, 500),
]
