/**
 * What a first visit loads, and everything the dashboard may ever load, gzip. Pages load when they are
 * opened, so that only the first of the two is waited for: each of sending, receipts, moving in, the
 * history's filters and reading call data added some 10 kB to the second.
 */
const { existsSync, readFileSync } = require('node:fs')
const { join, relative } = require('node:path')

const run = process.env.ESTUARY_RUN_FOLDER
const built = run === undefined ? 'dist' : relative(process.cwd(), join(run, 'dist'))
const page = `${built}/index.html`

/** Scripts that index.html names: the entry and every chunk that it imports statically. */
function initialScripts() {
  if (!existsSync(page)) return [`${built}/assets/*.js`]
  const html = readFileSync(page, 'utf8')
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? []
  return tags
    .filter((tag) => tag.startsWith('<script') || /rel="modulepreload"/.test(tag))
    .map((tag) => /(?:src|href)="\/?([^"]+\.js)"/.exec(tag)?.[1])
    .filter((path) => path !== undefined)
    .map((path) => `${built}/${path}`)
}

module.exports = [
  { name: 'initial JavaScript', path: initialScripts(), limit: '150 kB', gzip: true },
  { name: 'all JavaScript', path: `${built}/assets/*.js`, limit: '490 kB', gzip: true },
]
