/** What a span says besides its name: never a document, a name, a key, or anything else that a caller wrote. */
export type SpanFacts = Readonly<Record<string, string | number | readonly string[]>>

/** A piece of work as a trace shows it. */
export type Span = {
  readonly child: (name: string, facts: SpanFacts) => Span
  /** How it ended: by a word of ours. Whatever is said after the first time counts for nothing. */
  readonly end: (outcome: string, facts?: SpanFacts) => void
}

/** Begins the trace of a request, or goes on with its caller's. */
export type BeginTrace = (name: string, facts: SpanFacts, parent: TraceParent | undefined) => Span

/** Where in its caller's trace a request stands. */
export type TraceParent = {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}

/**
 * Reads a `traceparent` of W3C Trace Context; undefined where it is none, which begins a trace of our own. What a later
 * version adds at its end is passed over.
 */
export function readTraceParent(text: string | undefined): TraceParent | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] = traceParent.exec(text ?? '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (isNothing.test(traceId) || isNothing.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

const traceParent = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-[^,]*)?$/
const isNothing = /^0+$/
