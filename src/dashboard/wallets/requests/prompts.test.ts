import { describe, expect, it } from 'vitest'

import { createPrompts, type Prompt } from './prompts.ts'

const question = {
  from: 'page',
  address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  request: { kind: 'message', bytes: '0x68690a' },
} as const satisfies Omit<Prompt, 'id'>

function create(isGenuine = true) {
  const clock = { nowMs: -10_000 }
  return { clock, prompts: createPrompts({ isGenuine: () => isGenuine, nowMs: () => clock.nowMs }) }
}

describe('the questions of the local wallet', () => {
  it('come one after the other, each with its own answer', async () => {
    const { prompts } = create()
    const first = prompts.ask(question)
    const second = prompts.ask(question)
    expect(prompts.store.getState().pending.map(({ id }) => id)).toEqual([1, 2])
    prompts.approve(new Event('click'))
    await first
    expect(prompts.store.getState().pending.map(({ id }) => id)).toEqual([2])
    prompts.reject()
    await expect(second).rejects.toMatchObject({ code: 4001 })
  })

  it('are three at most: the fourth is refused at once', async () => {
    const { prompts } = create()
    const asked = [1, 2, 3].map(() => prompts.ask(question))
    await expect(prompts.ask(question)).rejects.toMatchObject({ code: -32005 })
    prompts.mute()
    for (const each of asked) await expect(each).rejects.toMatchObject({ code: 4001 })
  })

  it('are not answered by a click that came before they could be read', async () => {
    const { prompts, clock } = create()
    clock.nowMs = performance.now()
    const asked = prompts.ask(question)
    expect(prompts.approve(new Event('click'))).toBe(false)
    prompts.reject()
    await expect(asked).rejects.toMatchObject({ code: 4001 })
  })

  it('are not answered by a click that a script made', async () => {
    const { prompts } = create(false)
    const asked = prompts.ask(question)
    expect(prompts.approve(new Event('click'))).toBe(false)
    prompts.reject()
    await expect(asked).rejects.toMatchObject({ code: 4001 })
  })

  it('offer to stop after a no, and then refuse the page but not the app', async () => {
    const { prompts } = create()
    const first = prompts.ask(question)
    prompts.reject()
    await expect(first).rejects.toMatchObject({ code: 4001 })
    expect(prompts.store.getState().canMute).toBe(true)
    prompts.mute()
    await expect(prompts.ask(question)).rejects.toMatchObject({ code: 4001 })
    const own = prompts.ask({ ...question, from: 'app' })
    expect(prompts.store.getState().pending).toHaveLength(1)
    prompts.approve(new Event('click'))
    await own
  })
})
