import { type Static, Type } from 'typebox'
import { codesOf } from '../codes-of.ts'
import { described } from '../leaves.ts'
import type { Language, Text } from '../text.ts'
import { alertProblems } from './alert-problems.ts'
import { companyProblems } from './company-problems.ts'
import { credentialProblems } from './credential-problems.ts'
import { listingProblems } from './listing-problems.ts'
import { operatorProblems } from './operator-problems.ts'
import { personProblems } from './person-problems.ts'
import { policyProblems } from './policy-problems.ts'
import { queryProblems } from './query-problems.ts'
import { rehearsalProblems } from './rehearsal-problems.ts'
import { requestProblems } from './request-problems.ts'
import { sandboxProblems } from './sandbox-problems.ts'
import { sessionProblems } from './session-problems.ts'

/**
 * Every failure the service can answer, in both languages, area by area. `{name}` is filled by the operation that
 * fails; what fills it never holds a document number, a secret or an internal detail.
 */
export const problems = {
  ...requestProblems,
  ...credentialProblems,
  ...sessionProblems,
  ...queryProblems,
  ...companyProblems,
  ...sandboxProblems,
  ...listingProblems,
  ...alertProblems,
  ...operatorProblems,
  ...personProblems,
  ...policyProblems,
  ...rehearsalProblems,
} as const

export type ProblemCode = keyof typeof problems

type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The names in the detail of a problem, each of which needs a value. */
export type ProblemValueName<Code extends ProblemCode> = NamesIn<(typeof problems)[Code]['detail'][Language]>

/** What a field can have wrong, named in `errors[].code`. */
export const fieldErrors = {
  required: { pt: 'É obrigatório.', en: 'It is required.' },
  type: { pt: 'Deve ser {expected}.', en: 'It must be {expected}.' },
  month: { pt: 'Deve ser um mês, como 2026-03.', en: 'It must be a month, such as 2026-03.' },
  unknown_member: {
    pt: 'Não existe neste corpo. Confira a grafia.',
    en: 'It does not exist in this body. Check the spelling.',
  },
  sent_twice: { pt: 'Vem mais de uma vez. Envie um só.', en: 'It comes more than once. Send one.' },
  too_many: { pt: 'Passa do limite de {limit} itens.', en: 'It is over the limit of {limit} items.' },
  too_long: { pt: 'Passa de {limit} caracteres.', en: 'It is over {limit} characters.' },
  too_short: { pt: 'Não pode ser vazio.', en: 'It must not be empty.' },
  too_high: { pt: 'Deve ser no máximo {limit}.', en: 'It must be at most {limit}.' },
  too_low: { pt: 'Deve ser ao menos {limit}.', en: 'It must be at least {limit}.' },
  too_few: { pt: 'Deve ter ao menos um membro.', en: 'It must have at least one member.' },
  day: { pt: 'Deve ser um dia, como 2026-03-10.', en: 'It must be a day, such as 2026-03-10.' },
  duration: {
    pt: 'Deve ser uma duração ISO 8601, como P11D ou PT2H.',
    en: 'It must be an ISO 8601 duration, such as P11D or PT2H.',
  },
  instant: {
    pt: 'Deve ser um instante com fuso, como 2031-01-31T12:00:00-03:00.',
    en: 'It must be an instant with its offset, such as 2031-01-31T12:00:00-03:00.',
  },
  cursor: {
    pt: 'Deve ser o cursor de uma resposta anterior.',
    en: 'It must be the cursor of an earlier answer.',
  },
  city: {
    pt: 'Não há município com este nome. Confira a grafia, sem a UF.',
    en: 'There is no municipality of this name. Check the spelling; leave the state out.',
  },
  limit: { pt: 'Deve ser de 1 a {limit}.', en: 'It must be from 1 to {limit}.' },
  choice: { pt: 'Deve ser um de: {choices}.', en: 'It must be one of: {choices}.' },
  half_character: {
    pt: 'Tem metade de um caractere: um \\ud800 a \\udfff sem o seu par. Envie o caractere inteiro.',
    en: 'It holds half of a character: one of \\ud800 to \\udfff without its pair. Send the whole character.',
  },
  period: {
    pt: 'O período passa de {limit} dias. Peça menos de cada vez.',
    en: 'The period is over {limit} days. Ask for less at a time.',
  },
  period_reversed: {
    pt: 'Vem antes do começo do período.',
    en: 'It comes before the beginning of the period.',
  },
  document_inside: {
    pt: 'Há um CPF ou CNPJ aqui. Tire o número: a decisão já diz de quem é.',
    en: 'There is a CPF or CNPJ in here. Take the number out: the decision says whose it is.',
  },
  format: { pt: 'Não tem o formato esperado.', en: 'It does not have the expected format.' },
  feature_unknown: {
    pt: 'Este produto não tem o adicional "{sent}". O mais parecido é {nearest}.',
    en: 'This product has no feature "{sent}". The nearest is {nearest}.',
  },
} as const satisfies Record<string, Text>

/** What can be wrong with a document number. */
export const documentFaults = {
  length: {
    pt: 'um CPF tem 11 caracteres e um CNPJ tem 14, sem contar a máscara.',
    en: 'a CPF has 11 characters and a CNPJ has 14, not counting the mask.',
  },
  characters: {
    pt: 'um CPF tem só dígitos; um CNPJ tem dígitos ou letras de A a Z e termina em dois dígitos.',
    en: 'a CPF has digits only; a CNPJ has digits or letters A to Z and ends in two digits.',
  },
  check_digits: {
    pt: 'os dígitos verificadores não conferem.',
    en: 'the check digits do not match.',
  },
  repeated: {
    pt: 'uma sequência repetida não é um documento.',
    en: 'a repeated sequence is not a document.',
  },
} as const satisfies Record<string, Text>

export type DocumentFault = keyof typeof documentFaults

/** Why a new password is not taken. */
export const passwordFaults = {
  short: { pt: 'ela deve ter ao menos {limit} caracteres.', en: 'it must have at least {limit} characters.' },
  same: { pt: 'ela é a mesma de agora.', en: 'it is the same as now.' },
  personal: {
    pt: 'ela contém o seu nome ou e-mail.',
    en: 'it holds your name or e-mail address.',
  },
  simple: {
    pt: 'ela repete poucos caracteres, ou os conta em ordem. Algumas palavras sem relação servem bem.',
    en: 'it repeats a few characters, or counts them off. A few unrelated words do well.',
  },
} as const satisfies Record<string, Text>

export type PasswordFault = keyof typeof passwordFaults

/** The body of every failure: RFC 9457 with the envelope's own `error: true`. */
export const Problem = Type.Object(
  {
    error: Type.Literal(true, described({ pt: 'Sempre true em falhas.', en: 'Always true in failures.' })),
    type: Type.String(described({ pt: 'Página que explica o código.', en: 'Page that explains the code.' })),
    title: Type.String(described({ pt: 'Título curto.', en: 'Short title.' })),
    status: Type.Integer(described({ pt: 'O status HTTP.', en: 'The HTTP status.' })),
    detail: Type.String(described({ pt: 'O que mudar na chamada.', en: 'What to change in the call.' })),
    code: Type.Enum(codesOf(problems), described({ pt: 'Código estável.', en: 'Stable code.' })),
    requestId: Type.String(
      described({ pt: 'O X-Request-Id da resposta.', en: 'The X-Request-Id of the answer.' }),
    ),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String(described({ pt: 'O campo.', en: 'The field.' })),
          code: Type.String(described({ pt: 'O que há com ele.', en: 'What is wrong with it.' })),
          message: Type.String(described({ pt: 'O que mudar.', en: 'What to change.' })),
        }),
      ),
    ),
    existingId: Type.Optional(
      Type.String(
        described({ pt: 'O cadastro que já existe.', en: 'The registration that exists already.' }),
      ),
    ),
    refusal: Type.Optional(
      Type.Object(
        {
          code: Type.String(described({ pt: 'Código da recusa.', en: 'Code of the refusal.' })),
          reason: Type.String(described({ pt: 'O motivo.', en: 'The reason.' })),
          id: Type.Optional(
            Type.String(described({ pt: 'O registro da recusa.', en: 'The record of the refusal.' })),
          ),
          earlierListingId: Type.Optional(
            Type.String(
              described({
                pt: 'A sua anotação anterior, que é o motivo.',
                en: 'Your earlier listing, which is the reason.',
              }),
            ),
          ),
        },
        described({ pt: 'Por que a dívida não foi anotada.', en: 'Why the debt was not listed.' }),
      ),
    ),
  },
  { $id: 'Problem', ...described({ pt: 'Uma falha (RFC 9457).', en: 'A failure (RFC 9457).' }) },
)
export type Problem = Static<typeof Problem>

/** Puts the values into a text's `{names}`. Throws for a name without a value, which is a bug. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`No value for {${name}} in a catalogue text`)
    return value
  })
}
