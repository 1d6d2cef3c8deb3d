import {
  type Span as ApiSpan,
  type Context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Log } from '../../http/health/log.ts'
import type { BeginTrace, Span, SpanFacts, TraceParent } from './span.ts'
import { traceQueries } from './trace-queries.ts'
import type { TraceSettings, Traces } from './traces.ts'

/** Some two megabytes; what does not fit is dropped, and no query waits for room. */
const waitingSpansMax = 2_048

/** A collector stands near. One that is slower is as good as gone. */
const exportTimeoutMs = 5_000

/** So long a stop waits for what has not been sent yet. */
const stopWaitsMs = 2_000

/**
 * Tells of queries by OpenTelemetry. This file alone imports its packages, and is imported only where an exporter is
 * configured. Credentials, compression and certificates of the exporter are read by it, from its standard variables.
 */
export function openTraces({ url, serviceName, share }: TraceSettings, log: Log): Traces {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs })
  const processor = new BatchSpanProcessor({
    exporter: toldOnce(exporter, log),
    maxQueueSize: waitingSpansMax,
    scheduledDelayMillis: 1_000,
    exportTimeoutMillis: exportTimeoutMs,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [processor],
  })
  return {
    ...traceQueries(beginBy(provider.getTracer('lastro'))),
    stop: () =>
      Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise<void>((resolve) => setTimeout(resolve, stopWaitsMs).unref()),
      ]),
  }
}

const beginBy =
  (tracer: Tracer): BeginTrace =>
  (name, facts, parent) =>
    spanOf(tracer, { name, facts, kind: SpanKind.SERVER, within: contextOf(parent) })

const contextOf = (parent: TraceParent | undefined): Context =>
  parent === undefined
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, {
        traceId: parent.traceId,
        spanId: parent.spanId,
        traceFlags: parent.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
        isRemote: true,
      })

type NewSpan = {
  readonly name: string
  readonly facts: SpanFacts
  readonly kind: SpanKind
  readonly within: Context
}

function spanOf(tracer: Tracer, { name, facts, kind, within }: NewSpan): Span {
  const span: ApiSpan = tracer.startSpan(name, { kind, attributes: attributesOf(facts) }, within)
  const inside = trace.setSpan(within, span)
  return {
    child: (childName, childFacts) =>
      spanOf(tracer, { name: childName, facts: childFacts, kind: SpanKind.INTERNAL, within: inside }),
    end: (outcome, more = {}) => {
      if (!span.isRecording()) return
      span.setAttributes({ ...attributesOf(more), 'lastro.outcome': outcome })
      if (isFailure(outcome, more)) span.setStatus({ code: SpanStatusCode.ERROR, message: outcome })
      span.end()
    },
  }
}

const attributesOf = (facts: SpanFacts) =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, Array.isArray(value) ? [...value] : value]),
  )

/** Ours is the fault, or a source's; a request that was refused is none. */
const isFailure = (outcome: string, { 'http.response.status_code': status = 0 }: SpanFacts): boolean =>
  Number(status) >= 500 || outcome.startsWith('source_') || outcome === 'store_unavailable'

/** An exporter that cannot be reached is told once, and once that it is there again. */
function toldOnce(exporter: SpanExporter, log: Log): SpanExporter {
  let isGone = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const isFailed = result.code !== 0
        if (isFailed && !isGone)
          log.warn(
            { err: result.error },
            'traces cannot be sent; queries go on, and what does not fit is dropped',
          )
        if (!isFailed && isGone) log.info('traces are sent again')
        isGone = isFailed
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
