import type { ConsultationItem, ConsultationsAnswer } from '@lastro/contract/clients/consultations.ts'
import type { Statement } from '@lastro/contract/clients/statement.ts'
import type { Usage } from '@lastro/contract/clients/usage.ts'
import type { ResultOf } from '@lastro/contract/reports/queries.ts'
import type { CallOptions } from './connection.ts'
import { type Paged, paged } from './pages.ts'
import type { Transport } from './transport.ts'

export type Account = {
  /** A month's queries by day, product and features; `2026-03`, or the current month when absent. */
  readonly usage: (month?: string, options?: CallOptions) => Promise<Usage>
  /** What you owe for a month: lines, tiers, minimum, credits and corrections; the current month when absent. */
  readonly statement: (month?: string, options?: CallOptions) => Promise<Statement>
  /** The same as a PDF, in the language of the client. */
  readonly statementPdf: (month?: string, options?: CallOptions) => Promise<Blob>
  /** Your own queries, newest first. `mine`: only those of whoever is signed in. */
  readonly consultations: Paged<ConsultationItem, { readonly mine?: boolean | undefined }>
}

export const account = (transport: Transport): Account => ({
  usage: (month, options) => {
    const path = '/conta/v2/consumo'
    return transport.result({ method: 'GET', path, query: { month }, repeats: 'freely', options })
  },
  statement: (month, options) => {
    const path = '/conta/v2/extrato'
    return transport.result({ method: 'GET', path, query: { month }, repeats: 'freely', options })
  },
  statementPdf: (month, options) =>
    transport.send(
      {
        method: 'GET',
        path: '/conta/v2/extrato',
        query: { month },
        accept: 'application/pdf',
        repeats: 'freely',
        options,
      },
      (answer) => answer.blob(),
    ),
  consultations: paged(
    transport,
    '/conta/v2/consultas',
    (result: ResultOf<typeof ConsultationsAnswer>) => result.consultations,
  ),
})
