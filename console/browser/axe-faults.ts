import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What is seriously wrong with a page for whoever cannot see, or not well; by these rules alone where some are named. */
export async function axeFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  // Evaluated, not added to the page: its policy would not let it in.
  if (!isThere) await page.evaluate(axeSource)
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run({
      ...(only !== undefined && { runOnly: [...only] }),
      resultTypes: ['violations'],
      // What stands in a frame is a page of its own, and is looked at as one.
      iframes: false,
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  }, rules)
}
