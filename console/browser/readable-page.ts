import assert from 'node:assert/strict'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { axeFaults } from './axe-faults.ts'
import { patienceMs } from './chromium.ts'

/** The narrowest phone that people still carry, and a screen on a desk. */
export const widths = [360, 1440]

export type ColorScheme = 'light' | 'dark'

const colorSchemes: readonly ColorScheme[] = ['light', 'dark']

/** Has no serious fault for people who see badly, in light and dark, and never scrolls sideways. */
export async function canBeRead(
  page: Page,
  what: string,
  schemes: readonly ColorScheme[] = colorSchemes,
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await axeFaults(page), [], `${what}, ${colorScheme}`)
  }
  const before = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    assert.equal(await scrollsSideways(page), false, `${what} scrolls sideways at ${width}`)
  }
  if (before !== null) await page.setViewportSize(before)
}

export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

/** As this user sees the service, or as nobody does. */
export async function signedInContext(
  browser: Browser,
  url: string,
  user: { readonly email: string; readonly password: string } | undefined,
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(patienceMs)
  if (user === undefined) return context
  const { email, password } = user
  const answer = await context.request.post(`${url}/console/v2/sessao`, { data: { email, password } })
  assert.equal(answer.status(), 201, await answer.text())
  return context
}

/** What goes wrong in a page: a fault of a program, something that its policy forbids, a request to anywhere else. */
export function onlyFrom(page: Page, url: string): readonly string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message.text())) faults.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) faults.push(`asked ${request.url()}`)
  })
  return faults
}

/** The browser's own line about an answer that a page expects and shows. */
const isRefusal = (text: string): boolean =>
  /^Failed to load resource: the server responded with a status of 4\d\d/.test(text)
