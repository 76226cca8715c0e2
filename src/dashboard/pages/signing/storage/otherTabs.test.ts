import { describe, expect, it } from 'vitest'

import { createTabRegistry, toFundKey, type TabChannel } from './otherTabs.ts'

/** Simulates the tabs of one browser: each receives the messages of the others. */
function createBrowser() {
  const tabs: ((event: MessageEvent) => void)[] = []
  return {
    openChannel(): TabChannel {
      let own: ((event: MessageEvent) => void) | undefined
      return {
        postMessage(data: unknown) {
          for (const tab of tabs) if (tab !== own) tab(new MessageEvent('message', { data }))
        },
        addEventListener(_: string, listener: unknown) {
          own = (event) => {
            if (typeof listener === 'function') Reflect.apply(listener, undefined, [event])
          }
          tabs.push(own)
        },
      }
    },
  }
}

const funds = [toFundKey({ account: '0xAb', assetType: 'eip155:1/erc20:0xCd' })]
const quoteId = `0x${'1'.repeat(64)}`

describe('tabs of one browser', () => {
  it('tell each other what they spend, also those that open later', () => {
    const browser = createBrowser()
    const one = createTabRegistry(browser.openChannel())
    const two = createTabRegistry(browser.openChannel())
    one.announce({ quoteId, funds, step: 'review' })
    expect(two.store.getState()).toEqual([{ quoteId, funds, step: 'review' }])
    expect(one.store.getState()).toEqual([])
    const three = createTabRegistry(browser.openChannel())
    expect(three.store.getState()).toEqual([{ quoteId, funds, step: 'review' }])
    one.announce({ quoteId, funds, step: 'signing' })
    expect(two.store.getState().map(({ step }) => step)).toEqual(['signing'])
    one.forget(quoteId)
    expect([two.store.getState(), three.store.getState()]).toEqual([[], []])
  })

  it('are still told of what was sent when its review is left, for two minutes', () => {
    const browser = createBrowser()
    let nowMs = 0
    const one = createTabRegistry(browser.openChannel())
    const two = createTabRegistry(browser.openChannel(), () => nowMs)
    one.announce({ quoteId, funds, step: 'sent' })
    one.forget(quoteId)
    nowMs = 119_000
    two.announce({ quoteId: '0x2', funds, step: 'review' })
    expect(two.store.getState().map(({ step }) => step)).toEqual(['sent'])
    nowMs = 121_000
    two.announce({ quoteId: '0x2', funds, step: 'review' })
    expect(two.store.getState()).toEqual([])
  })

  it('forget a tab that vanished without a word', () => {
    const browser = createBrowser()
    let nowMs = 0
    const one = createTabRegistry(browser.openChannel())
    const two = createTabRegistry(browser.openChannel(), () => nowMs)
    one.announce({ quoteId, funds, step: 'signing' })
    nowMs = 91_000
    two.announce({ quoteId: '0x2', funds, step: 'review' })
    expect(two.store.getState()).toEqual([])
  })
})
