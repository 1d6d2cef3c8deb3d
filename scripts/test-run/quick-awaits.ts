import asyncHooks, { type HookCallbacks } from 'node:async_hooks'

/*
 * Loaded before a test file. Node's test runner has a hook for everything asynchronous: at its beginning, to know to
 * which test it belongs, and at its end, to forget that again. To hear of the end, Node registers every promise with the
 * collector of garbage, which makes an `await` cost twice as much. Here what is old is forgotten, whether it has ended
 * or not; a test never is.
 */
const keptCount = 2 ** 20

const { createHook } = asyncHooks
asyncHooks.createHook = (callbacks) => {
  const tests = new Set<number>()
  const cheap: HookCallbacks = {
    ...callbacks,
    init(id, type, triggerId, resource) {
      callbacks.init?.(id, type, triggerId, resource)
      if (type === 'Test') tests.add(id)
      const old = id - keptCount
      if (old > 0 && !tests.has(old)) callbacks.destroy?.(old)
    },
  }
  delete cheap.destroy
  return createHook(cheap)
}
