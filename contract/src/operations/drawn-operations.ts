import { type TSchema, Type } from 'typebox'
import type { ProblemCode } from '../problems/problems.ts'
import type { Text } from '../text.ts'
import type { Role } from '../users/sessions.ts'
import type { Answer, Header, Operation } from './operations.ts'

/** What every operation shares, handed in by the table of operations. */
export type SharedParts = {
  readonly problems: Readonly<
    Record<'everywhere' | 'withBody' | 'withCredentials' | 'withSession', readonly ProblemCode[]>
  >
  readonly headers: Readonly<
    Record<'languageHeader' | 'requestIdHeader' | 'idempotencyHeader' | 'replayedHeader', Header>
  >
}

/** An operation before it is given what all of them share. */
export type Drawn = {
  readonly id: string
  readonly method: Operation['method']
  readonly path: string
  readonly summary: Text
  readonly description: Text
  readonly headers?: readonly Header[]
  readonly query?: readonly Header[]
  readonly request?: TSchema
  readonly answer: TSchema
  /** Answers 201. */
  readonly creates?: true
  readonly problems?: readonly ProblemCode[]
}

/** How the operations of one feature differ from those of another. */
export type Manner<Of extends Drawn> = {
  readonly tag: Text
  readonly credentials: Operation['credentials']
  /** Of a `query` operation: the roles whose sessions open it. */
  readonly roles?: readonly Role[]
  readonly environments: (of: Of) => Operation['environments']
  readonly isKeyed: (of: Of) => boolean
  readonly parameterTexts: Readonly<Record<string, Text>>
  readonly answer: (of: Of, replayed: readonly Header[]) => Answer
  /** What any operation of the feature may be refused with, besides its own. */
  readonly problems: (of: Of) => readonly ProblemCode[]
}

const keyProblems: readonly ProblemCode[] = [
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'idempotency_key_in_flight',
]

/** What a caller may be refused with before a feature is asked. */
export const callerProblems = (
  { problems }: Pick<SharedParts, 'problems'>,
  credentials: Operation['credentials'] = 'query',
): readonly ProblemCode[] => {
  if (credentials === 'query') {
    return [...problems.everywhere, ...problems.withCredentials, 'product_not_contracted']
  }
  const isSession = credentials === 'session' || credentials === 'operator'
  return [...problems.everywhere, ...(isSession ? problems.withSession : [])]
}

/** Draws the operations of a feature out: with its credentials, in its manner. */
export const drawnOut =
  <Of extends Drawn>({ problems, headers }: SharedParts, manner: Manner<Of>) =>
  (of: Of): Operation => {
    const isKeyed = manner.isKeyed(of)
    return {
      id: of.id,
      method: of.method,
      path: of.path,
      tag: manner.tag,
      summary: of.summary,
      description: of.description,
      credentials: manner.credentials,
      ...(manner.roles !== undefined && { roles: manner.roles }),
      environments: manner.environments(of),
      headers: [
        ...(of.headers ?? []),
        ...(isKeyed ? [headers.idempotencyHeader] : []),
        headers.languageHeader,
        headers.requestIdHeader,
      ],
      ...(of.query !== undefined && { query: of.query }),
      pathParameters: parametersOf(of.path, manner.parameterTexts),
      ...(of.request !== undefined && {
        request: { schema: of.request, required: true, mediaTypes: ['application/json'] },
      }),
      answers: { [of.creates ? 201 : 200]: manner.answer(of, isKeyed ? [headers.replayedHeader] : []) },
      problems: [
        ...callerProblems({ problems }, manner.credentials),
        ...(of.request === undefined ? [] : problems.withBody),
        ...(isKeyed ? keyProblems : []),
        ...manner.problems(of),
        ...(of.problems ?? []),
      ],
    }
  }

export const parametersOf = (path: string, texts: Readonly<Record<string, Text>>): readonly Header[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    text: texts[name] ?? { pt: name, en: name },
    schema: Type.String(),
  }))
