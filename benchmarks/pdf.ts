import { reportOutline } from '@lastro/reading/report-outline.ts'
import { reportPage } from '../service/src/features/reports/document/report-page.ts'
import { reportPdf } from '../service/src/features/reports/document/report-pdf.ts'

/** Reports of so many debts: what most are, and a long one. */
const debtCounts = [5, 500]

/** Longer than this a person begins to wait. */
const targetMs = 30

const given = { atMs: Date.UTC(2026, 2, 10, 15), requestId: 'benchmark-0001', checkCode: 'ABCD-EFGH-JKMN' }

export type PdfFigures = {
  readonly debts: number
  readonly pdfMs: number
  readonly bestMs: number
  /** Of all threads; it does not grow when the machine is busy with something else. */
  readonly cpuMs: number
  readonly htmlMs: number
  readonly kilobytes: number
}

/** How long a report's JSON takes to become a document, from its text to its bytes. The first, which reads the fonts, is not counted. */
export async function benchPdf(rounds = 40): Promise<readonly PdfFigures[]> {
  const figures: PdfFigures[] = []
  for (const debts of debtCounts) figures.push(await measured(debts, rounds))
  const line = (cells: readonly (string | number)[]) => cells.map((cell) => String(cell).padStart(9)).join('')
  print(line(['debts', 'PDF ms', 'best ms', 'CPU ms', 'HTML ms', 'PDF kB']))
  for (const { debts, pdfMs, bestMs, cpuMs, htmlMs, kilobytes } of figures)
    print(
      line([
        debts,
        pdfMs.toFixed(1),
        bestMs.toFixed(1),
        cpuMs.toFixed(1),
        htmlMs.toFixed(1),
        kilobytes.toFixed(0),
      ]),
    )
  print(`PDF of ${debts(figures)} ms (target ${targetMs})`)
  return figures
}

/** What is wrong with the figures, in sentences. */
export const pdfFaults = (figures: readonly PdfFigures[]): string[] =>
  figures
    .filter(({ pdfMs }) => pdfMs > targetMs)
    .map((one) => `a PDF of ${one.debts} debts takes longer than ${targetMs} ms`)

const debts = (figures: readonly PdfFigures[]): string =>
  figures.map((one) => `${one.debts} debts ${one.pdfMs.toFixed(1)}`).join(' ms, of ')

const print = (text: string): void => void process.stdout.write(`${text}\n`)

async function measured(debtCount: number, rounds: number): Promise<PdfFigures> {
  const text = JSON.stringify(reportOf(debtCount))
  const outline = () =>
    reportOutline({
      product: 'relatorioBasico',
      result: JSON.parse(text),
      language: 'pt',
      meta: { environment: 'production', ...given },
    })
  const pdfTimes: number[] = []
  const htmlTimes: number[] = []
  let bytes = 0
  let cpuMicroseconds = 0
  for (let round = 0; round <= rounds; round += 1) {
    const cpuBefore = process.cpuUsage()
    const startedAt = performance.now()
    bytes = (await reportPdf(outline(), given)).length
    const drawnAt = performance.now()
    const cpu = process.cpuUsage(cpuBefore)
    reportPage(outline())
    if (round === 0) continue
    cpuMicroseconds += cpu.user + cpu.system
    pdfTimes.push(drawnAt - startedAt)
    htmlTimes.push(performance.now() - drawnAt)
  }
  const cpuMs = cpuMicroseconds / 1000 / rounds
  const bestMs = Math.min(...pdfTimes)
  return {
    debts: debtCount,
    pdfMs: median(pdfTimes),
    bestMs,
    cpuMs,
    htmlMs: median(htmlTimes),
    kilobytes: bytes / 1024,
  }
}

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

/** No two debts alike, so that nothing is cheaper than it would be. */
const reportOf = (debtCount: number) => ({
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
