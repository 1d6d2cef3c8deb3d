import type { Deadline } from './deadline.ts'

/** An answer in lines of JSON. Only silence of the sender counts against the deadline, not that of the reader. */
export async function* linesOf<Line>(
  answer: Response,
  until: Deadline,
): AsyncGenerator<Line, void, undefined> {
  if (answer.body === null) return
  const reader = answer.body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      until.restart()
      const { done, value } = await reader.read()
      until.pause()
      if (done) return
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      // What has no end yet may be half a line.
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') yield JSON.parse(line)
    }
  } finally {
    // A reader that stops early wants nothing more sent.
    reader.cancel().catch(() => undefined)
  }
}
