import { after, describe } from 'node:test'
import { alertsPath } from './alerts-path.ts'
import { analystPath } from './analyst-path.ts'
import { batchPath } from './batch-path.ts'
import { startConsole } from './console-in-browser.ts'
import { creditorPath } from './creditor-path.ts'
import { decisionsPath } from './decisions-path.ts'
import { dialogsPath } from './dialogs-path.ts'
import { everyRoute } from './every-route.ts'
import { findPath } from './find-path.ts'
import { homePath } from './home-path.ts'
import { interruptions } from './interruptions.ts'
import { keptPath } from './kept-path.ts'
import { operatorPath } from './operator-path.ts'
import { queryBatchesPath } from './query-batches-path.ts'
import { reportPath } from './report-path.ts'
import { signInPath } from './sign-in-path.ts'
import { sourcesPath } from './sources-path.ts'
import { spokenPages } from './spoken-pages.ts'
import { crowdedPath } from './ways/crowded-path.ts'
import { keyboardPath } from './ways/keyboard-path.ts'

/** One browser and one service for all: each starts once. */
describe('the console, in a browser', async () => {
  const inBrowser = await startConsole()
  after(inBrowser.close)
  signInPath(inBrowser)
  homePath(inBrowser)
  analystPath(inBrowser)
  reportPath(inBrowser)
  keptPath(inBrowser)
  queryBatchesPath(inBrowser)
  decisionsPath(inBrowser)
  findPath(inBrowser)
  creditorPath(inBrowser)
  batchPath(inBrowser)
  alertsPath(inBrowser)
  operatorPath(inBrowser)
  sourcesPath(inBrowser)
  dialogsPath(inBrowser)
  everyRoute(inBrowser)
  spokenPages(inBrowser)
  keyboardPath(inBrowser)
  crowdedPath(inBrowser)
  interruptions(inBrowser)
})
