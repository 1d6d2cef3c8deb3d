import assert from 'node:assert/strict'
import { cleanUp } from '../../service/testing/clean-up.ts'
import { runService } from '../../service/testing/running-service.ts'
import { startChromium } from './chromium.ts'
import { onlyFrom, signedInContext } from './readable-page.ts'

/** A service and a browser for the tests of a file. Whatever goes wrong in one of its pages fails them at the end. */
export async function browsedService() {
  const [service, browser] = await Promise.all([runService(), startChromium()])
  cleanUp(async () => {
    await browser.close()
    await service.close()
  })
  return {
    service,
    browser,
    newPage: async (user?: { readonly email: string; readonly password: string }) => {
      const context = await signedInContext(browser, service.url, user)
      const page = await context.newPage()
      const faults = onlyFrom(page, service.url)
      cleanUp(() => assert.deepEqual(faults, []))
      return page
    },
  }
}
