import type { Page } from 'playwright-core'

/** Escape in a dialog, once it has the focus: from then on it listens, and a slow machine is heard too. */
export async function pressEscape(page: Page, title = ''): Promise<void> {
  await page.waitForFunction(
    (text) => document.activeElement?.closest('[role="dialog"]')?.textContent?.includes(text) ?? false,
    title,
  )
  await page.keyboard.press('Escape')
}
