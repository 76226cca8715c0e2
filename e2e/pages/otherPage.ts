import { expect } from '@playwright/test'
import type { OtherBrowser } from '../product/otherBrowsers.ts'

const selectors = {
  button: 'button:enabled',
  link: 'a[href]',
  option: '[role=option]',
  textbox: 'input:enabled, textarea:enabled',
}

/**
 * Presses the first element of this role whose name begins so, once it is there, uncovered and at rest.
 * Presses again if it moved away meanwhile.
 */
export async function press(
  browser: OtherBrowser,
  role: keyof typeof selectors,
  name: string,
): Promise<void> {
  const script = `return (${locate.toString()})(${JSON.stringify([selectors[role], name])})`
  const parameters = { pointerType: 'mouse' }
  await expect(async () => {
    const place = await browser.evaluate(script)
    expect(place, `${role} ${name}`).not.toBeNull()
    expect(await browser.evaluate(script), 'place').toEqual(place)
    const actions = [
      { type: 'pointerMove', duration: 0, ...Object(place) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await browser.perform([{ type: 'pointer', id: 'mouse', parameters, actions }])
    expect(await browser.evaluate('return window.isPressed'), `${name} is pressed`).toBe(true)
  }).toPass({ intervals: [100], timeout: 120_000 })
}

/** Types into the field of this name. */
export async function type(browser: OtherBrowser, name: string, text: string): Promise<void> {
  await press(browser, 'textbox', name)
  const actions = Array.from(text, (value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]).flat()
  await browser.perform([{ type: 'key', id: 'keys', actions }])
}

/** Waits until elements of a selector have such a text. @returns Their whole text. */
export async function waitForText(
  browser: OtherBrowser,
  within: string,
  pattern: RegExp,
): Promise<string> {
  const elements = `[...document.querySelectorAll(${JSON.stringify(within)})]`
  let text = ''
  async function read(): Promise<string> {
    text = String(await browser.evaluate(`return ${elements}.map((it) => it.innerText).join(' ')`))
    return text
  }
  await expect.poll(read, { intervals: [200] }).toMatch(pattern)
  return text
}

/** Runs in the page. @returns The middle of the element, in the window. */
function locate([selector, name]: [string, string]): { x: number; y: number } | null {
  for (const element of document.querySelectorAll(selector)) {
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    const said = element.getAttribute('aria-label') ?? (label ?? element).textContent ?? ''
    if (element.getClientRects().length === 0 || !said.trim().startsWith(name)) continue
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
    const uppermost = document.elementFromPoint(x, y)
    const isMoving = element.closest('dialog')?.getAnimations().length
    if (isMoving || !element.contains(uppermost)) continue
    Reflect.set(window, 'isPressed', false)
    element.addEventListener('click', () => Reflect.set(window, 'isPressed', true), true)
    return { x, y }
  }
  return null
}
