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

/** 0, where it belongs to none, or is so old that it has been forgotten. */
const testOf = (id: number): number => (ids[id % slotCount] === id ? (tests[id % slotCount] ?? 0) : 0)

/** What begins one, besides a test: what reporters do is in no test. */
const scopes = new Set(['Test', 'TestReporterScope'])

const { createHook, executionAsyncId } = asyncHooks

asyncHooks.createHook = (callbacks) => {
  const cheap: HookCallbacks = {
    ...callbacks,
    init(id, type, triggerId, resource) {
      const isScope = scopes.has(type)
      if (isScope) callbacks.init?.(id, type, triggerId, resource)
      ids[id % slotCount] = id
      tests[id % slotCount] = isScope ? id : testOf(triggerId)
    },
  }
  delete cheap.destroy
  return createHook(cheap)
}

asyncHooks.executionAsyncId = () => {
  const id = executionAsyncId()
  return testOf(id) || id
}
