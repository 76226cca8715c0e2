import { mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openFolder } from '#testing/harness/openFolder.ts'
import { waitForOtherBuild } from './dashboardBuild.ts'

const { signal } = new AbortController()
let folder: string
let unfinished: string
beforeEach(async () => {
  folder = path.join(await openFolder(), 'page')
  unfinished = `${folder}.${process.pid}`
})
afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }))

/** Whether the wait has ended, after time for several looks. */
async function hasEnded(waiting: Promise<void>): Promise<boolean> {
  return Promise.race([waiting.then(() => true), wait(1_000, false)])
}

test('waits for the build of a living process, until it is in place', async () => {
  mkdirSync(unfinished)
  const waiting = waitForOtherBuild(folder, signal)
  expect(await hasEnded(waiting)).toBe(false)
  renameSync(unfinished, folder)
  await waiting
})

test('waits no longer once the other build has failed', async () => {
  mkdirSync(unfinished)
  const waiting = waitForOtherBuild(folder, signal)
  rmSync(unfinished, { recursive: true })
  expect(await hasEnded(waiting)).toBe(true)
})

test('waits neither for a process that is gone nor for one that began long ago', async () => {
  mkdirSync(`${folder}.99999999`)
  mkdirSync(unfinished)
  utimesSync(unfinished, 0, 0)
  expect(await hasEnded(waitForOtherBuild(folder, signal))).toBe(true)
})

test('ends when it is called off', async () => {
  mkdirSync(unfinished)
  const calledOff = new AbortController()
  const waiting = waitForOtherBuild(folder, calledOff.signal)
  calledOff.abort()
  await expect(waiting).rejects.toThrow('aborted')
})
