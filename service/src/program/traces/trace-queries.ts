import { AsyncLocalStorage } from 'node:async_hooks'
import { problems } from '@lastro/contract/problems/problems.ts'
import { type Awaitable, isAtHand } from '../../awaitable.ts'
import { outcomeName } from '../../features/reports/query/record-query.ts'
import type { Question, SectionAnswers, Source } from '../../features/reports/source.ts'
import type { Recorder } from '../../features/trail/recorder.ts'
import { type Call, isRefusal, type Outcome, type Route } from '../../http/route.ts'
import { type BeginTrace, readTraceParent, type Span } from './span.ts'
import type { Traces } from './traces.ts'

/**
 * Wraps a query, its sources and its record in spans. What belongs to which query is known by the asynchronous context,
 * so that nothing on a query's way knows of traces, and nothing is there when they are off. What is asked outside of a
 * request (a line of a batch, a kept report) has no span.
 */
export function traceQueries(begin: BeginTrace): Omit<Traces, 'stop'> {
  const current = new AsyncLocalStorage<Span>()
  const ofSource = <One extends Source>(source: One): One => ({
    ...source,
    ask: (question: Question) => askedIn(current.getStore(), source, question),
  })
  return {
    ofRoutes: (routes) =>
      routes.map((route) => (isQuery(route) ? tracedRoute(begin, current, route) : route)),
    ofSource,
    ofEnabled: (enabled) => {
      let known: ReadonlyMap<string, Source> | undefined
      let traced: ReadonlyMap<string, Source> = new Map()
      return () => {
        const now = enabled()
        if (now !== known) {
          known = now
          traced = new Map([...now].map(([name, source]) => [name, ofSource(source)]))
        }
        return traced
      }
    },
    ofRecorder: (record) => (environment, draft) =>
      recordedIn(current.getStore(), () => record(environment, draft)),
  }
}

const isQuery = ({ method, path }: Route): boolean => method === 'POST' && path.endsWith('/consulta')

function tracedRoute(begin: BeginTrace, current: AsyncLocalStorage<Span>, route: Route): Route {
  const { method, path, refuse } = route
  const facts = { 'http.request.method': method, 'http.route': path }
  const traced = async (call: Call, work: () => Awaitable<Outcome>): Promise<Outcome> => {
    const span = begin(`${method} ${path}`, facts, readTraceParent(call.headers.traceParent))
    try {
      const outcome = await current.run(span, work)
      span.end(outcomeName(outcome), { 'http.response.status_code': statusOf(outcome) })
      return outcome
    } catch (error) {
      // What broke may quote what was asked: it is told to the log alone.
      span.end('internal_error', { 'http.response.status_code': 500 })
      throw error
    }
  }
  return {
    ...route,
    handle: (call) => traced(call, () => route.handle(call)),
    ...(refuse !== undefined && { refuse: (call, refusal) => traced(call, () => refuse(call, refusal)) }),
  }
}

const statusOf = (outcome: Outcome): number =>
  isRefusal(outcome) ? problems[outcome.code].status : outcome.status

/** A source that hangs is given up by its query: its span ends with the deadline. */
function askedIn(parent: Span | undefined, source: Source, question: Question): Awaitable<SectionAnswers> {
  if (parent === undefined) return source.ask(question)
  const span = parent.child(`source ${source.name}`, {
    'lastro.source': source.name,
    'lastro.sections': question.sections,
  })
  const ended = (answers: SectionAnswers): SectionAnswers => {
    span.end(faultIn(question, answers) ?? 'answered')
    return answers
  }
  const broken = (error: unknown): never => {
    span.end('source_unavailable')
    throw error
  }
  try {
    const answering = source.ask(question)
    if (isAtHand(answering)) return ended(answering)
    question.signal.addEventListener('abort', () => span.end('source_timeout'), { once: true })
    return answering.then(ended, broken)
  } catch (error) {
    return broken(error)
  }
}

function faultIn({ sections }: Question, answers: SectionAnswers): string | undefined {
  for (const section of sections) {
    const answer = answers[section]
    if (answer?.kind === 'failed') return answer.code
  }
  return undefined
}

async function recordedIn(
  parent: Span | undefined,
  record: () => ReturnType<Recorder>,
): ReturnType<Recorder> {
  const span = parent?.child('record', {})
  try {
    const billing = await record()
    span?.end(billing)
    return billing
  } catch (error) {
    span?.end('store_unavailable')
    throw error
  }
}
