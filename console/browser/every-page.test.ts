import { afterAll } from 'vitest'
import { startConsole } from './console-in-browser.ts'
import { everyRoute } from './every-route.ts'
import { describeInBrowser } from './in-browser.ts'
import { crowdedPath } from './paths/crowded-path.ts'
import { spokenFailures } from './spoken-pages.ts'

/** What holds on every page. Apart from what people do on them, since both take long. */
describeInBrowser('every page of the console, in a browser', async () => {
  const inBrowser = await startConsole()
  afterAll(inBrowser.close)
  everyRoute(inBrowser)
  spokenFailures(inBrowser)
  crowdedPath(inBrowser)
})
