/** What a first visit loads, and everything the dashboard may ever load (gzip; goals of the project). */
const { existsSync, readFileSync } = require('node:fs')

const page = 'dist/index.html'

/** Scripts that dist/index.html names: the entry and every chunk that it imports statically. */
function initialScripts() {
  if (!existsSync(page)) return ['dist/assets/*.js']
  const html = readFileSync(page, 'utf8')
  const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? []
  return tags
    .filter((tag) => tag.startsWith('<script') || /rel="modulepreload"/.test(tag))
    .map((tag) => /(?:src|href)="\/?([^"]+\.js)"/.exec(tag)?.[1])
    .filter((path) => path !== undefined)
    .map((path) => `dist/${path}`)
}

module.exports = [
  { name: 'initial JavaScript', path: initialScripts(), limit: '150 kB', gzip: true },
  { name: 'all JavaScript', path: 'dist/assets/*.js', limit: '420 kB', gzip: true },
]
