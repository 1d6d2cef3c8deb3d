import { randomUUID } from 'node:crypto'
import { productPath } from '@lastro/contract/reports/products.ts'
import type { DocumentType } from '@lastro/contract/reports/sections.ts'
import { documentType } from '@lastro/rules/documents/document-number.ts'
import { answerAll, type Question, type SectionAnswers, uncovered } from '../../features/reports/source.ts'
import { type Called, type ProviderAnswer, readAs } from '../outward/outward-request.ts'
import {
  type AccountDeps,
  type AskedOfProvider,
  type Provider,
  type ProviderReport,
  sectionsFailedBy,
} from '../outward/provider.ts'
import { sharedLogin, withSession } from '../outward/shared-login.ts'
import { type LastroToken, logIn } from './log-in.ts'
import { planQueries, reachable, type UpstreamQuery } from './plan-queries.ts'
import { readProblem } from './read-problem.ts'
import { readReport } from './read-report.ts'

/** Another Lastro, or any service that speaks the API of the source document: its two queries, and their features. */
export const lastroProvider: Provider = {
  covers: (type) => covered[type],
  openAccount: (deps) => {
    const login = sharedLogin<LastroToken>({ clock: deps.clock, logIn: (before) => logIn(deps, before) })
    return {
      ask: async (asked) => {
        const { question } = asked
        // Looked at first: what may be asked for is known once we are let in.
        const session = await login.current(question.signal)
        if (session.kind === 'failed') return sectionsFailedBy(question.sections, session.fault)
        const { queries, refused } = planQueries(
          {
            sections: question.sections,
            type: documentType(question.document),
            wholeLists: question.wholeLists || question.united.length > 0,
          },
          session.value.token.offered,
        )
        const answers = await Promise.all(
          queries.map(async (query) => {
            const called = await withSession(login, question.signal, ({ accessToken }) =>
              ask(deps, asked, query, accessToken),
            )
            return answersOf(query, called)
          }),
        )
        return Object.assign(sectionsFailedBy(refused, 'refused'), ...answers)
      },
    }
  },
}

const covered: Readonly<Record<DocumentType, ReturnType<typeof reachable>>> = {
  CPF: reachable('CPF'),
  CNPJ: reachable('CNPJ'),
}

const answersOf = ({ sections }: UpstreamQuery, called: Called<ProviderReport>): SectionAnswers =>
  called.kind === 'read' ? called.value.answers : sectionsFailedBy(sections, called.fault)

const ask = (
  { credentials }: AccountDeps,
  { question, query }: AskedOfProvider,
  { product, sections, features }: UpstreamQuery,
  accessToken: string,
): Promise<Called<ProviderReport>> =>
  query({
    method: 'POST',
    path: `${productPath(product)}/consulta`,
    headers: {
      authorization: `Bearer ${accessToken}`,
      'x-api-key': credentials.apiKey ?? '',
      // Under its key a repeated query is the same one, and is charged once.
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ documento: question.document, features }),
    isRepeatable: true,
    read: (answer) => readAnswer(answer, { ...question, sections }),
  })

/** 203 is a report too, with sections that failed or may be out of date. */
const readAnswer = (
  answer: ProviderAnswer,
  wanted: Parameters<typeof readReport>[1] & Pick<Question, 'document'>,
): Called<ProviderReport> =>
  answer.status === 200 || answer.status === 203
    ? readReport(answer, wanted)
    : isNotCovered(answer)
      ? readAs({ document: wanted.document, answers: answerAll(wanted.sections, uncovered) })
      : readProblem(answer)

/** The other service has no data for any of these sections, which is an answer, not a failure. */
const isNotCovered = ({ status, json }: ProviderAnswer): boolean =>
  status === 422 && (json as { readonly code?: unknown } | undefined)?.code === 'report_not_covered'
