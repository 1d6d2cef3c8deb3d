import { afterAll } from 'vitest'
import { startConsole } from './console-in-browser.ts'
import { describeInBrowser } from './in-browser.ts'
import { interruptions } from './interruptions.ts'
import { alertsPath } from './paths/alerts-path.ts'
import { analystPath } from './paths/analyst-path.ts'
import { batchPath } from './paths/batch-path.ts'
import { coveragePath } from './paths/coverage-path.ts'
import { creditorPath } from './paths/creditor-path.ts'
import { decisionsPath } from './paths/decisions-path.ts'
import { dialogsPath } from './paths/dialogs-path.ts'
import { findPath } from './paths/find-path.ts'
import { homePath } from './paths/home-path.ts'
import { keptPath } from './paths/kept-path.ts'
import { keyboardPath } from './paths/keyboard-path.ts'
import { operatorPath } from './paths/operator-path.ts'
import { queryBatchesPath } from './paths/query-batches-path.ts'
import { reportPath } from './paths/report-path.ts'
import { signInPath } from './paths/sign-in-path.ts'
import { sourcesPath } from './paths/sources-path.ts'

/** One browser and one service for all: each starts once. */
describeInBrowser('what people do in the console, in a browser', async () => {
  const inBrowser = await startConsole()
  afterAll(inBrowser.close)
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
  keyboardPath(inBrowser)
  interruptions(inBrowser)
  // Last, because it withdraws the coverage that other tests need.
  coveragePath(inBrowser)
})
