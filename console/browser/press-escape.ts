import type { Page } from 'playwright-core'

/** Escape in a dialog, once it listens: on a slow machine a key can come before. */
export async function pressEscape(page: Page, title = ''): Promise<void> {
  await listensToKeys(page, title)
  await page.keyboard.press('Escape')
}

/** A dialog hears keys, and clicks beside it, two renderings after it takes the focus. */
export async function listensToKeys(page: Page, title = ''): Promise<void> {
  await page.waitForFunction(
    (text) => document.activeElement?.closest('[role="dialog"]')?.textContent?.includes(text) ?? false,
    title,
  )
  await page.evaluate(async () => {
    for (let drawn = 0; drawn < 3; drawn++) {
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    }
  })
}
