import asyncHooks, { type HookCallbacks } from 'node:async_hooks'

/*
 * Loaded before a test file. Node's test runner notes of everything asynchronous to which test it belongs, and asks to
 * hear when it ends, to forget that again. For the second, Node registers every promise with the collector of garbage,
 * which makes an `await` cost several times as much. Here the runner hears of tests alone; to which of them anything else
 * belongs stands in a ring of numbers, where the newest takes the place of the oldest.
 */
const slotCount = 2 ** 22
const ids = new Uint32Array(slotCount)
const tests = new Uint32Array(slotCount)

/** Few, and of any age: one that begins late is made with all others, when its file is loaded. */
const testIds = new Set<number>()

/** 0, where it belongs to none, or is so old that it has been forgotten. */
const testOf = (id: number): number =>
  ids[id % slotCount] === id ? (tests[id % slotCount] ?? 0) : testIds.has(id) ? id : 0

const { createHook, executionAsyncId } = asyncHooks

asyncHooks.createHook = (callbacks) => {
  const cheap: HookCallbacks = {
    ...callbacks,
    init(id, type, triggerId, resource) {
      const isTest = type === 'Test'
      if (isTest) {
        callbacks.init?.(id, type, triggerId, resource)
        testIds.add(id)
      }
      ids[id % slotCount] = id
      tests[id % slotCount] = isTest ? id : testOf(triggerId)
    },
  }
  delete cheap.destroy
  return createHook(cheap)
}

asyncHooks.executionAsyncId = () => {
  const id = executionAsyncId()
  return testOf(id) || id
}
