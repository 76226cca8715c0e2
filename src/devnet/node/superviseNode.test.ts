import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { isRunning } from './launchAnvil.ts'
import { type SupervisedNode, superviseNode } from './superviseNode.ts'

let folder: string
let children: ChildProcess[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'estuary-supervised-'))
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

test.each(['stop', 'pause'] as const)(
  'a %s while the node is being started again leaves no process behind',
  async (end) => {
    let finishStart: (() => void) | undefined
    const node = await supervise(async () => {
      if (children.length === 1) return
      await new Promise<void>((resolve) => {
        finishStart = resolve
      })
    })
    children[0]?.kill('SIGKILL')
    await expect.poll(() => children.length).toBe(2)
    const ended = node[end]()
    finishStart?.()
    await ended
    expect(children).toHaveLength(2)
    expect(children.filter(isRunning)).toEqual([])
    expect(node.pid()).toBeUndefined()
    expect(existsSync(join(folder, 'state.json.lock'))).toBe(end === 'pause')
  },
)

/** Supervises an idle program that counts as started once `untilStarted` resolves. */
async function supervise(untilStarted: () => Promise<void>): Promise<SupervisedNode> {
  return superviseNode({
    name: 'Firth',
    port: 1,
    stateFile: join(folder, 'state.json'),
    onWarning: vi.fn(),
    run: async (port) => {
      const child = spawn(process.execPath, ['--eval', 'setInterval(Date.now, 1_000)'])
      children.push(child)
      await untilStarted()
      return { child, port }
    },
  })
}
