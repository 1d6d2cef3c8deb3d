import { mkdirSync, rmSync } from 'node:fs'
import { type ConsoleInBrowser, startConsole, type Visit } from '../console-in-browser.ts'
import { drawPicture, drawShown } from './draw-picture.ts'
import { type Furnished, furnish, movableClock, picturedAtMs } from './furnish.ts'
import { drawPersonPages } from './person-pictures.ts'
import { pictureFolder } from './picture-folders.ts'
import { drawReportPage } from './report-pictures.ts'
import { type Scene, type Seer, scenes } from './scenes.ts'

/**
 * `npm run pictures` draws every page in light and dark, on a desk and on a phone, into `pictures/`, for somebody to
 * look at; and from them those that the guide shows, into `docs/pictures`. Words after it draw only the scenes whose
 * names have one of them, and nothing for the guide.
 */
const wanted = process.argv.slice(2)

const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((one) => name.includes(one))

async function drawAll(): Promise<void> {
  if (wanted.length === 0) rmSync(pictureFolder, { recursive: true, force: true })
  mkdirSync(pictureFolder, { recursive: true })
  const clock = movableClock()
  const inBrowser = await startConsole({ clock })
  try {
    const furnished = await furnish(inBrowser, clock)
    const drawn = scenes.filter(({ name }) => isWanted(name))
    for (const [as, of] of Map.groupBy(drawn, (one) => one.as)) await drawAs(inBrowser, furnished, as, of)
    if (isWanted('report-page')) await drawReportPage(inBrowser)
  } finally {
    await inBrowser.close()
  }
  if (isWanted('titular')) await drawPersonPages()
}

/** All that one person sees, in one window: a sign-in for each picture would take longer than the pictures. */
async function drawAs(
  { service, visit }: ConsoleInBrowser,
  { people, named }: Furnished,
  as: Seer,
  seen: readonly Scene[],
): Promise<void> {
  const visited = await visit(people[as])
  // A program of ours may not run in the frame that the landing shows a report in.
  if (as !== 'nobody') await visited.page.clock.setFixedTime(picturedAtMs)
  for (const scene of seen) {
    const { name, route, isBeside, act, isScreen, shownAs } = scene
    await visited.page.setViewportSize({ width: 1280, height: 860 })
    if (isBeside) await visited.page.goto(`${service.url}${route}`)
    else await visited.open(named(route))
    await act?.(visited.page)
    if (!isBeside) await settled(visited)
    // What earlier scenes did is on it too, so that a part of them would make another picture.
    if (shownAs !== undefined && wanted.length === 0) await drawShown(visited.page, shownAs)
    await drawPicture(visited.page, name, { isScreen })
    // Whatever was left half done on a page would stop the way to the next.
    await visited.page.goto('about:blank')
  }
  await visited.close()
}

const settled = ({ page }: Visit) =>
  page.waitForFunction(
    () => document.querySelector('.loading') === null && document.fonts.status === 'loaded',
  )

await drawAll()
