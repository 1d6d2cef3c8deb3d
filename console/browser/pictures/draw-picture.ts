import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { keepShown, pictureFolder } from './picture-folders.ts'

/** A list of hundreds of rows is no better known by its last. */
const heightMax = 3_000

const desk = { width: 1280, height: 860 }
const phone = { width: 360, height: 740 }

/** In an order in which each look differs from the one before in one thing. */
const looks = [
  { name: 'desk-light', viewport: desk, colorScheme: 'light' },
  { name: 'desk-dark', viewport: desk, colorScheme: 'dark' },
  { name: 'phone-dark', viewport: phone, colorScheme: 'dark' },
  { name: 'phone-light', viewport: phone, colorScheme: 'light' },
] as const

type How = { readonly isScreen?: boolean | undefined }

/** A page as it stands, in every look. */
export async function drawPicture(page: Page, name: string, { isScreen = false }: How = {}): Promise<void> {
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look.colorScheme })
    await page.setViewportSize(look.viewport)
    const path = join(pictureFolder, `${name}-${look.name}.png`)
    // What stays in sight is drawn where it is: at the head, only from the head of the page.
    if (!isScreen) await page.evaluate(() => window.scrollTo(0, 0))
    const height = isScreen ? look.viewport.height : await heightOf(page)
    await page.screenshot({
      path,
      fullPage: !isScreen,
      clip: { x: 0, y: 0, width: look.viewport.width, height },
    })
  }
}

const heightOf = async (page: Page): Promise<number> =>
  Math.min(heightMax, await page.evaluate(() => Math.max(document.documentElement.scrollHeight, innerHeight)))

/** One screen of it by day, small enough to be kept. */
export async function drawShown(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  keepShown(name, await page.screenshot())
}
