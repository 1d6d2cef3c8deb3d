import { alertProblems } from '@lastro/contract/problems/alert-problems.ts'
import { companyProblems } from '@lastro/contract/problems/company-problems.ts'
import { credentialProblems } from '@lastro/contract/problems/credential-problems.ts'
import { listingProblems } from '@lastro/contract/problems/listing-problems.ts'
import { operatorProblems } from '@lastro/contract/problems/operator-problems.ts'
import { personProblems } from '@lastro/contract/problems/person-problems.ts'
import { policyProblems } from '@lastro/contract/problems/policy-problems.ts'
import type { ProblemText } from '@lastro/contract/problems/problem-text.ts'
import type { ProblemCode } from '@lastro/contract/problems/problems.ts'
import { queryProblems } from '@lastro/contract/problems/query-problems.ts'
import { rehearsalProblems } from '@lastro/contract/problems/rehearsal-problems.ts'
import { requestProblems } from '@lastro/contract/problems/request-problems.ts'
import { sandboxProblems } from '@lastro/contract/problems/sandbox-problems.ts'
import { sessionProblems } from '@lastro/contract/problems/session-problems.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { spokenProblems } from './spoken-problems.ts'

/** How something on record ended, in a few words and a tone. */
export type OutcomeText = { readonly text: string; readonly tone: 'good' | 'info' | 'warn' | 'bad' | 'quiet' }

type Outcome = { readonly text: Text; readonly tone: OutcomeText['tone'] }

const outcomes: Readonly<Record<string, Outcome>> = {
  answered: { text: { pt: 'respondida', en: 'answered' }, tone: 'good' },
  degraded: { text: { pt: 'incompleta', en: 'incomplete' }, tone: 'warn' },
  replayed: { text: { pt: 'repetida', en: 'repeated' }, tone: 'quiet' },
  alerted: { text: { pt: 'mostrada num alerta', en: 'shown in an alert' }, tone: 'info' },
  reopened: { text: { pt: 'reaberta', en: 'opened again' }, tone: 'quiet' },
  done: { text: { pt: 'feito', en: 'done' }, tone: 'good' },
  refused: { text: { pt: 'recusado', en: 'refused' }, tone: 'bad' },
}

/** Nobody said no: there was no answer in time, or none at all. */
const unanswered: ReadonlySet<string> = new Set<ProblemCode>([
  'request_timeout',
  'deadline_exceeded',
  'sources_unavailable',
  'internal_error',
  'overloaded',
  'store_unavailable',
])

const problems: Readonly<Record<ProblemCode, ProblemText>> = {
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
}

/** What a program got wrong is all one to whoever reads a record. */
const ofAProgram: Text = { pt: 'pedido malfeito', en: 'malformed request' }

/** Of programs too, but for whoever looks into who may ask. */
const toldApart: ReadonlySet<string> = new Set<ProblemCode>([
  'token_missing',
  'token_invalid',
  'token_expired',
  'api_key_missing',
  'api_key_invalid',
  'api_key_wrong_environment',
  'credentials_mismatch',
])

/** What became of a query or an act, by the word on record: an answer, or the code of a problem. */
export function outcomeText(outcome: string, language: Language): OutcomeText {
  const known = Object.hasOwn(outcomes, outcome) ? outcomes[outcome] : undefined
  if (known !== undefined) return { text: known.text[language], tone: known.tone }
  const isUnanswered = unanswered.has(outcome)
  const kind = {
    pt: isUnanswered ? 'sem resposta' : 'recusado',
    en: isUnanswered ? 'not answered' : 'refused',
  }[language]
  const title = titleOf(outcome)?.[language]
  return {
    text:
      title === undefined
        ? kind
        : `${kind}: ${title.replace(/^\p{Lu}(?!\p{Lu})/u, (first) => first.toLowerCase())}`,
    tone: isUnanswered ? 'warn' : 'bad',
  }
}

/** Undefined for what a later release may have on record. */
function titleOf(code: string): Text | undefined {
  if (!Object.hasOwn(problems, code)) return undefined
  const spoken = spokenProblems[code as ProblemCode]
  if (typeof spoken === 'object') return spoken.title
  return spoken === 'page' && !toldApart.has(code) ? ofAProgram : problems[code as ProblemCode].title
}
