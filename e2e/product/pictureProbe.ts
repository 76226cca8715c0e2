import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium, type FullConfig } from '@playwright/test'

/** The SHA-256 of the probe where the pictures were approved. */
const approvedFile = join(import.meta.dirname, '../pictures/probe.txt')
const fonts = ['hanken-grotesk/files/hanken-grotesk', 'red-hat-mono/files/red-hat-mono']

/**
 * Draws a known text and shapes in the dashboard's fonts and compares them with the same drawing where the
 * pictures were approved. Where it differs, so would every picture: it says so in one line, and the flows
 * compare none. A run that approves pictures approves its drawing too.
 */
export async function probePictures({ projects, updateSnapshots }: FullConfig): Promise<void> {
  const browser = await chromium.launch(projects[0]?.use.launchOptions ?? {})
  const page = await browser.newPage({
    viewport: { width: 400, height: 200 },
    deviceScaleFactor: 0.5,
  })
  await page.setContent(drawProbe())
  await page.evaluate(() => document.fonts.ready)
  const drawn = createHash('sha256')
    .update(await page.screenshot())
    .digest('hex')
  const version = browser.version()
  await browser.close()
  if (updateSnapshots === 'all' || updateSnapshots === 'changed')
    writeFileSync(approvedFile, `${drawn}\n`)
  const isEqual = existsSync(approvedFile) && drawn === readFileSync(approvedFile, 'utf8').trim()
  process.env['ESTUARY_PICTURES_EQUAL'] = isEqual ? '1' : '0'
  if (!isEqual)
    console.log(
      `Pictures are not compared: Chromium ${version} draws letters or edges otherwise here than where they were approved.`,
    )
}

function drawProbe(): string {
  const { resolve } = createRequire(import.meta.url)
  const faces = fonts.map((font) => {
    const file = resolve(`@fontsource-variable/${font}-latin-wght-normal.woff2`)
    return `@font-face { font-family: probe${fonts.indexOf(font)}; font-weight: 300 700;
      src: url(data:font/woff2;base64,${readFileSync(file, 'base64')}) }`
  })
  const lines = [13, 15, 22].map(
    (size, index) =>
      `<p style="font: ${400 + 100 * index} ${size}px probe${index % 2}">Reviewing 1,249.99 USDC; fjÄß “quoted”</p>`,
  )
  return `<style>${faces.join('\n')} p { margin: 6px }</style>${lines.join('')}
    <div style="width: 90px; height: 40px; border: 1px solid #357; border-radius: 9px;
      background: linear-gradient(120deg, #eef, #58a); box-shadow: 0 2px 8px rgb(0 0 0 / 30%)"></div>`
}
