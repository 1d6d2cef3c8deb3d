import { reportPage } from '../service/src/features/reports/document/report-page.ts'
import { reportPdf } from '../service/src/features/reports/document/report-pdf.ts'
import { debtsOutline, debtsReportText, given } from '../service/testing/invented/invented-report.ts'

/** Reports of so many debts, what most are and a long one, and how long each may take before a person waits. */
const targets: readonly { readonly debts: number; readonly targetMs: number }[] = [
  { debts: 5, targetMs: 10 },
  { debts: 500, targetMs: 30 },
]

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
  for (const { debts } of targets) figures.push(await measured(debts, rounds))
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
  for (const [at, { debts, targetMs }] of targets.entries())
    print(`PDF of ${debts} debts ${figures[at]?.pdfMs.toFixed(1)} ms (target ${targetMs})`)
  return figures
}

/** What is wrong with the figures, in sentences. */
export const pdfFaults = (figures: readonly PdfFigures[]): string[] =>
  targets
    .filter(({ debts, targetMs }) => !figures.some((one) => one.debts === debts && one.pdfMs <= targetMs))
    .map(({ debts, targetMs }) => `a PDF of ${debts} debts takes longer than ${targetMs} ms`)

const print = (text: string): void => void process.stdout.write(`${text}\n`)

async function measured(debtCount: number, rounds: number): Promise<PdfFigures> {
  const text = debtsReportText(debtCount)
  const outline = () => debtsOutline(text)
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
