import type { CallOptions, KeyedOptions, OperationCall } from './connection.ts'
import type { EndMember, Numbered, Transport } from './transport.ts'

/**
 * Many lines to be sent: a text, a file, or a stream. What is open already can be sent once;
 * a function that opens it lets a broken sending go on where it stopped.
 */
export type LineBody = string | Blob | ReadableStream<Uint8Array> | (() => ReadableStream<Uint8Array>)

export type LineOptions = CallOptions & { readonly type: 'csv' | 'ndjson' }
export type KeyedLineOptions = KeyedOptions & LineOptions

/** A body of lines, answered line by line. */
export type Lines<Line, End, Options extends LineOptions> = {
  /** Tells of each line as it is answered, and ends with the sum of them. */
  readonly send: (
    body: LineBody,
    options: Options & { readonly onLine?: ((line: Line) => void) | undefined },
  ) => Promise<End>
  /** The same for `for await`; the generator returns the sum. */
  readonly lines: (body: LineBody, options: Options) => AsyncGenerator<Line, End, undefined>
}

type Way = Pick<OperationCall, 'path' | 'repeats'> & { readonly endMember: EndMember }

export const mediaTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

export const contentOf = (body: LineBody, type: LineOptions['type']) => ({
  type: mediaTypes[type],
  open: typeof body === 'function' ? body : () => body,
  isOneShot: body instanceof ReadableStream,
})

export function linesOfBody<Line extends Numbered, End>(
  transport: Transport,
  { path, repeats, endMember }: Way,
): Lines<Line, End, KeyedLineOptions> {
  const lines = (body: LineBody, { type, ...options }: KeyedLineOptions) => {
    const content = contentOf(body, type)
    const asked = { method: 'POST', path, content, accept: mediaTypes.ndjson, repeats, options } as const
    return transport.lines<Line, End>(asked, endMember)
  }
  return { lines, send: (body, { onLine, ...options }) => drained(lines(body, options), onLine) }
}

async function drained<Line, End>(
  lines: AsyncGenerator<Line, End, undefined>,
  onLine: ((line: Line) => void) | undefined,
): Promise<End> {
  try {
    for (;;) {
      const next = await lines.next()
      if (next.done) return next.value
      onLine?.(next.value)
    }
  } finally {
    // Where the listener throws, nothing more is sent. After the end this does nothing.
    await lines.return(undefined as End)
  }
}
