import { readFileSync } from 'node:fs'

import { Window } from 'happy-dom'
import { expect, test } from 'vitest'

import { createLinkPreviews } from './linkPreviews.ts'

const home = readFileSync('index.html', 'utf8')
const getPage = createLinkPreviews(home)
const paths = [
  '/swap',
  '/send',
  '/call',
  '/history',
  '/settings',
  '/receipt',
  '/watch/0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  `/executions/0x${'12'.repeat(32)}`,
]

/** What the page of a path says of itself where its link is shared. */
function readPreview(path: string) {
  const { document } = new Window()
  document.write(getPage(path))
  function read(element: string): string {
    return document.querySelector(element)?.getAttribute('content') ?? ''
  }
  const title = document.title
  return {
    title,
    titles: [title, read('meta[property="og:title"]')],
    sentences: [read('meta[name="description"]'), read('meta[property="og:description"]')],
    elements: document.head.children.length,
  }
}

test('each kind of link has one title and one sentence of its own', () => {
  const seen = ['/', ...paths].map(readPreview)
  for (const { titles, sentences } of seen.slice(1)) {
    expect(titles).toEqual([expect.stringMatching(/^[A-Z][a-z ]+ · Estuary$/), titles[0]])
    expect(sentences).toEqual([expect.stringMatching(/^[A-Z].{20,150}\.$/), sentences[0]])
  }
  expect(new Set(seen.map(({ title }) => title)).size).toBe(seen.length)
  expect(new Set(seen.map(({ sentences }) => sentences[1])).size).toBe(seen.length)
  expect(new Set(seen.map(({ elements }) => elements)).size).toBe(1)
})

test('nothing that stands in a link gets into its preview', () => {
  expect(getPage('/send/<b>Free money')).toBe(getPage('/send'))
  expect(getPage('/executions/Free')).toBe(getPage('/executions'))
  for (const path of [
    '/',
    '/nowhere',
    '/sending',
    '/swap-now',
    '/receipt@paid',
    '/constructor',
    '/"><script>',
    '',
  ])
    expect(getPage(path), path).toBe(home)
})
