/** As many answers as all the lines of a good body have; a body of faults is read no faster than its answers are. */
const aheadLengthMax = 8 * 1024 * 1024

/**
 * The same texts in the same order, made ahead of who reads them, up to a limit: many callers send everything before
 * they read anything, and would wait for us as we for them.
 */
export async function* aheadOfReader(
  texts: AsyncIterable<string>,
  onEnd: () => void,
): AsyncGenerator<string> {
  const made: string[] = []
  let aheadLength = 0
  let moved = Promise.withResolvers<void>()
  let isOver = false
  let isLeft = false
  const ring = () => {
    moved.resolve()
    moved = Promise.withResolvers<void>()
  }
  const making = (async () => {
    for await (const text of texts) {
      made.push(text)
      aheadLength += text.length
      ring()
      while (aheadLength > aheadLengthMax && !isLeft) await moved.promise
      if (isLeft) return
    }
  })().finally(() => {
    isOver = true
    onEnd()
    ring()
  })
  // It is told to whoever awaits it below, and nobody may be awaiting it yet.
  making.catch(() => undefined)
  try {
    for (;;) {
      const text = made.shift()
      if (text !== undefined) {
        aheadLength -= text.length
        ring()
        yield text
      } else if (isOver) break
      else await moved.promise
    }
    await making
  } finally {
    isLeft = true
    ring()
  }
}
