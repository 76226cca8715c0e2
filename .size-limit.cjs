/**
 * What is loaded, gzip: by a first visit (the welcome), by each page in addition (most of which pages share), and
 * what may be loaded on demand: dialogs, a language, the verifier of receipts, wallets (WalletConnect 118 kB, Solana wallets 96 kB).
 */
const { existsSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const build = '.cache/budget'
const manifest = join(build, 'files.json')
if (!existsSync(manifest)) throw new Error(`There is no ${manifest}: run "npm run budget".`)
const chunks = JSON.parse(readFileSync(manifest, 'utf8'))

/** The scripts of an entry: its own and all that these import. */
function collect(entry, found = new Set()) {
  if (found.has(chunks[entry].file)) return found
  found.add(chunks[entry].file)
  for (const key of chunks[entry].imports ?? []) collect(key, found)
  return found
}

function limit(name, files, kilobytes) {
  return {
    name,
    path: [...files].map((file) => join(build, file)),
    limit: `${kilobytes} kB`,
    gzip: true,
  }
}

const page = readFileSync(join(build, 'index.html'), 'utf8')
const initial = new Set(
  [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file),
)
const pages = Object.keys(chunks).flatMap((key) => {
  const [, name] = /\/dashboard\/pages\/\w+\/(\w+Page)\.tsx$/.exec(key) ?? []
  return name ? [[name, [...collect(key)].filter((file) => !initial.has(file))]] : []
})
const loaded = new Set([...initial, ...pages.flatMap(([, files]) => [...files])])
const scripts = Object.values(chunks).map(({ file }) => file)
const onDemand = new Set(scripts.filter((file) => file.endsWith('.js') && !loaded.has(file)))

module.exports = [
  limit('initial JavaScript', initial, 165),
  ...pages.map(([name, files]) => limit(`${name}, in addition`, files, 176)),
  limit('on demand', onDemand, 500),
]
