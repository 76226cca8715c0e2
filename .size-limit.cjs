/**
 * What is loaded, gzip: by a first visit, by each page in addition (most of which pages share), and what
 * may be loaded on demand: dialogs, also those of the forms, a language, the verifier of receipts, wallets
 * (the client of WalletConnect alone is 115 kB, wallet apps of a phone 7 kB), the rules of names (27 kB, with
 * the first name typed).
 * The largest page is Send's: it asks two services for names, and says in words why one cannot be paid; what each page with a review says
 * of a quote that was sent without an answer is 0.5 kB of it, how pasted addresses are read and which names
 * look alike 3 kB.
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
  limit('initial JavaScript', initial, 148),
  ...Object.entries(pages).map(([page, scripts]) => limit(`${page}, in addition`, scripts, 124)),
  limit('on demand', onDemand, 360),
]
