import { after, describe } from 'node:test'
import { startConsole } from './console-in-browser.ts'
import { everyRoute } from './every-route.ts'
import { crowdedPath } from './paths/crowded-path.ts'
import { spokenFailures } from './spoken-pages.ts'

/** What holds on every page. Apart from what people do on them, since both take long. */
describe('every page of the console, in a browser', async () => {
  const inBrowser = await startConsole()
  after(inBrowser.close)
  everyRoute(inBrowser)
  spokenFailures(inBrowser)
  crowdedPath(inBrowser)
})
