import { type ReportOutline, reportOutline } from '@lastro/reading/report-outline.ts'
import type { Given } from '../../src/http/reply.ts'

export const given: Given = {
  atMs: Date.UTC(2026, 2, 10, 15),
  requestId: 'consulta-inventada-1',
  checkCode: 'ABCD-EFGH-JKMN',
}

/** An invented person's report with so many debts, no two of them alike, as the text of an answer. */
export const debtsReportText = (debtCount: number): string => JSON.stringify(debtsReport(debtCount))

/** What a document says of such an answer. */
export const debtsOutline = (text: string): ReportOutline =>
  reportOutline({
    product: 'relatorioBasico',
    result: JSON.parse(text),
    language: 'pt',
    meta: { environment: 'production', ...given },
  })

const debtsReport = (debtCount: number) => ({
  document: '52998224725',
  report: {
    registration: {
      documentNumber: '52998224725',
      consumerName: 'TERESA INVENTADA DE SOUZA',
      birthDate: '1979-09-23',
      statusRegistration: 'REGULAR',
    },
    negativeData: {
      listingP: {
        listingPResponse: Array.from({ length: debtCount }, (_, at) => ({
          occurrenceDate: `202${at % 6}-0${1 + (at % 9)}-1${at % 10}`,
          legalNature: 'CREDIARIO',
          contractId: `CTR-${at}`,
          creditorName: `LOJA INVENTADA ${at} DE MÓVEIS LTDA`,
          amount: `${100 + at}.${10 + (at % 90)}`,
          legalSquare: 'CAMPINAS',
          principal: at % 2 === 0 ? 'true' : 'false',
          flagSubJudice: 'false',
        })),
        summary: { count: String(debtCount), balance: '1000.00', firstOccurrence: '2020-01-10' },
      },
      check: { checkResponse: [], summary: { count: '0', balance: '0.00' } },
      notary: { notaryResponse: [], summary: { count: '0', balance: '0.00' } },
    },
  },
})
