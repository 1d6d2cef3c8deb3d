import { isProblem, LastroProblem, LastroUnreachable, type UnreachableReason } from '../problem.ts'
import { type Clock, systemClock, wait } from './clock.ts'
import {
  addressOf,
  baseOf,
  type Call,
  type CallOptions,
  type Connection,
  callOf,
  headersOf,
  languageOf,
  type OperationCall,
} from './connection.ts'
import { type Deadline, deadline } from './deadline.ts'
import { failureOf } from './failure.ts'
import { linesOf } from './lines.ts'
import { pauseBeforeRetry, retryCountMaxDefault } from './retry.ts'

/** Who asks: a client by token and key, or a person by the cookie of a session. */
export type Credentials = {
  readonly mode: 'omit' | 'same-origin'
  /** Has tries and time of its own: what it fails with is not tried again. */
  readonly headers: (asked: OperationCall) => Promise<SentHeaders>
  /** These were refused. True when the next ones will be others. */
  readonly refused: (sent: SentHeaders) => boolean
}

export type SentHeaders = Readonly<Record<string, string>>

export type Transport = {
  /** Asks, and asks again as the policy allows. `read` takes what it wants of the answer, within the try. */
  readonly send: <Value>(
    asked: OperationCall,
    read: (answer: Response, call: Call) => Promise<Value>,
  ) => Promise<Value>
  /** The `result` of an answer in JSON. */
  readonly result: <Result>(asked: OperationCall) => Promise<Result>
  /** The same of what is only read. */
  readonly get: <Result>(
    path: string,
    options?: CallOptions,
    more?: Partial<OperationCall>,
  ) => Promise<Result>
  /** An answer in lines of JSON, as they come. A new try goes on after the last line that came. */
  readonly lines: <Line extends Numbered, End>(
    asked: OperationCall,
    endMember: EndMember,
  ) => AsyncGenerator<Line, End, undefined>
}

/** What holds the sum of all lines, in the last. */
export type EndMember = 'batch' | 'end'

export type Numbered = { readonly line: number }

/** Longer than the service takes for any answer. */
const timeoutMsDefault = 30_000

/** Browsers read no line before the last byte is sent, and a hundred thousand debts take a while on a slow line. */
const silenceMsDefault = 300_000

export function transport(connection: Connection, credentials: Credentials): Transport {
  const clock: Clock = connection.clock ?? systemClock
  // A wrong address is noticed when the client is made, not at its first call.
  baseOf(connection)

  const unreachable = (call: Call, reason: UnreachableReason, cause?: unknown) =>
    new LastroUnreachable({
      reason,
      cause,
      language: languageOf(connection, call),
      idempotencyKey: call.key,
    })

  const exchange = async (call: Call, sent: SentHeaders, signal: AbortSignal): Promise<Response> => {
    const body = call.content?.open() ?? JSON.stringify(call.body)
    const ask = call.options?.fetch ?? connection.fetch ?? fetch
    const answer = await ask(addressOf(connection, call), {
      method: call.method,
      headers: { ...headersOf(connection, call), ...sent },
      credentials: credentials.mode,
      // The key of a client would go along to wherever a redirect leads.
      redirect: 'manual',
      signal,
      ...(body !== undefined && { body }),
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    })
    if (answer.ok) return answer
    throw await failureOf(answer, { clock, language: languageOf(connection, call), call })
  }

  const headersOfCaller = async (call: Call) => (call.isOpen ? {} : credentials.headers(call))

  /** A token that the service no longer takes is replaced once. */
  const open = async (call: Call, sent: SentHeaders, { signal }: Deadline): Promise<Response> => {
    try {
      return await exchange(call, sent, signal)
    } catch (error) {
      const isStale = isProblem(error, 'token_expired', 'token_invalid') && !call.content?.isOneShot
      if (!isStale || !credentials.refused(sent)) throw error
      return exchange(call, await credentials.headers(call), signal)
    }
  }

  /** Waits before the next try, or throws what this one failed with; whoever gave up gets their own reason. */
  const beforeNext = async (call: Call, { error, attempt, until }: Tried): Promise<void> => {
    const { signal, retries } = call.options ?? {}
    until.end()
    if (signal?.aborted) throw signal.reason
    const isNamed = error instanceof LastroProblem || error instanceof LastroUnreachable
    const failure = isNamed ? error : unreachable(call, reasonOf(error, until), error)
    const mayRepeat = call.repeats !== 'never' && !call.content?.isOneShot
    const retryCountMax = mayRepeat ? (retries ?? connection.retries ?? retryCountMaxDefault) : 0
    const pauseMs = pauseBeforeRetry({ failure, attempt, retryCountMax, random: Math.random })
    if (pauseMs === undefined) throw failure
    await wait(pauseMs, signal)
  }

  const send: Transport['send'] = async (asked, read) => {
    const call = callOf(asked)
    const { signal, timeoutMs = connection.timeoutMs ?? timeoutMsDefault } = asked.options ?? {}
    for (let attempt = 0; ; attempt++) {
      const sent = await headersOfCaller(call)
      const until = deadline(timeoutMs, signal)
      try {
        return await read(await open(call, sent, until), call)
      } catch (error) {
        await beforeNext(call, { error, attempt, until })
      } finally {
        until.end()
      }
    }
  }

  const result = <Result>(asked: OperationCall) => send<Result>(asked, resultOf)
  const get = <Result>(path: string, options?: CallOptions, more?: Partial<OperationCall>) =>
    result<Result>({ method: 'GET', path, repeats: 'freely', options, ...more })

  async function* lines<Line extends Numbered, End>(
    asked: OperationCall,
    endMember: EndMember,
  ): AsyncGenerator<Line, End, undefined> {
    const call = callOf(asked)
    const { signal, timeoutMs = silenceMsDefault } = asked.options ?? {}
    let lastLine = 0
    for (let attempt = 0; ; attempt++) {
      const sent = await headersOfCaller(call)
      const until = deadline(timeoutMs, signal)
      try {
        const answer = await open(call, sent, until)
        for await (const line of linesOf<Line & { readonly [Name in EndMember]?: End }>(answer, until)) {
          const end = line[endMember]
          if (end !== undefined) return end
          if (line.line <= lastLine) continue
          lastLine = line.line
          attempt = 0
          yield line
        }
        throw unreachable(call, 'cut')
      } catch (error) {
        await beforeNext(call, { error, attempt, until })
      } finally {
        until.end()
      }
    }
  }

  return { send, result, get, lines }
}

type Tried = { readonly error: unknown; readonly attempt: number; readonly until: Deadline }

/** The envelope's content. What is not in an envelope of ours is nothing that can be read. */
export async function resultOf<Result>(answer: Response): Promise<Result> {
  const body: unknown = await answer.json()
  if (typeof body !== 'object' || body === null || !('result' in body)) throw new SyntaxError('No result')
  return body.result as Result
}

function reasonOf(error: unknown, until: Deadline): UnreachableReason {
  if (until.hasPassed()) return 'timeout'
  return error instanceof SyntaxError ? 'cut' : 'network'
}
