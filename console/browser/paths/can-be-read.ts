import assert from 'node:assert/strict'
import { isLong } from '../../../service/testing/matrix.ts'
import { phone, type Visit } from '../console-in-browser.ts'

/** A page at twice its size has half the room: a browser lays it out as on a screen of half the width and height. */
export const enlarged = { width: 640, height: 400 }

const looks = [
  { colorScheme: 'light', viewport: enlarged },
  { colorScheme: 'dark', viewport: phone },
] as const

let lookedAtCount = 0

/**
 * By everyone: in light and dark, on a phone, and at twice the size, where nothing is out of reach or in the way. A
 * sample takes one look at a page, and the other at the next.
 */
export async function canBeRead(visited: Visit, what: string): Promise<void> {
  const { page, faultsForSome, scrollsSideways } = visited
  const taken = isLong ? looks : looks.filter((_, at) => at === lookedAtCount % looks.length)
  lookedAtCount++
  for (const { colorScheme } of taken) {
    await page.emulateMedia({ colorScheme })
    assert.deepEqual(await faultsForSome(), [], `${what} ${colorScheme}`)
  }
  for (const { viewport } of taken) {
    await page.setViewportSize(viewport)
    assert.equal(await scrollsSideways(), false, `${what} scrolls sideways at ${viewport.width}`)
    await leavesRoom(visited, `${what} at ${viewport.width}`)
    assert.deepEqual(await squeezed(visited), [], `${what} at ${viewport.width}`)
    if (isLong) assert.deepEqual(await faultsForSome(), [], `${what} at ${viewport.width}`)
  }
}

/** Values that have so little room that their words are broken letter by letter. */
const squeezed = ({ page }: Visit): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('dd, td')]
      .filter((one) => one.textContent.trim().length > 4 && one.checkVisibility())
      .filter(
        (one) => one.getBoundingClientRect().width < 3 * Number.parseFloat(getComputedStyle(one).fontSize),
      )
      .map((one) => one.textContent),
  )

/** What stays in sight while one reads must leave most of the screen to what is read. */
const stayingShareMax = 0.5

async function leavesRoom({ page }: Visit, what: string): Promise<void> {
  const share = await page.evaluate(() => {
    // A question in front of the page is what is read.
    if (document.querySelector('dialog[open], [role="dialog"]') !== null) return 0
    window.scrollTo(0, document.body.scrollHeight / 2)
    const staying = [...document.querySelectorAll('body *')].filter((one) =>
      ['sticky', 'fixed'].includes(getComputedStyle(one).position),
    )
    const rows = new Set<number>()
    for (const one of staying) {
      const { top, bottom, width } = one.getBoundingClientRect()
      // What is no wider than a column of a table is in nobody's way.
      if (width < window.innerWidth / 2) continue
      for (let y = Math.max(0, Math.round(top)); y < Math.min(window.innerHeight, bottom); y++) rows.add(y)
    }
    window.scrollTo(0, 0)
    return rows.size / window.innerHeight
  })
  assert.ok(share <= stayingShareMax, `${what}: ${Math.round(share * 100)} % of the screen never moves`)
}
