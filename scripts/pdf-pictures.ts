import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepShown, pictureFolder } from '../console/browser/pictures/picture-folders.ts'
import { runService } from '../service/testing/running-service.ts'

/** The end of `npm run pictures`: a report of the sandbox on paper, drawn by pdftoppm (Debian's poppler-utils). */
const manyDebts = '00000001163'

/** What is pictured must not change with the day it is pictured on. */
const clock = { nowMs: () => Date.UTC(2026, 10, 15, 12) }

async function reportPdf(): Promise<Buffer> {
  const service = await runService({ clock })
  try {
    const answer = await service.call('/sandbox/relatorioBasico/v2/consulta', {
      as: await service.newSession(),
      headers: { Accept: 'application/pdf', 'X-Request-Id': 'consulta-de-exemplo' },
      body: { documento: manyDebts, features: ['MAIS_ANOTACOES', 'ENDERECOS_TELEFONES'] },
    })
    return answer.bytes
  } finally {
    await service.close()
  }
}

/** The first two pages, and of these the first for the README. */
function drawPages(pdf: Buffer): void {
  const directory = mkdtempSync(join(tmpdir(), 'lastro-pictures-'))
  try {
    const file = join(directory, 'report.pdf')
    writeFileSync(file, pdf)
    for (const page of ['1', '2']) {
      const target = join(pictureFolder, `report-pdf-${page}`)
      execFileSync('pdftoppm', ['-png', '-r', '90', '-f', page, '-l', page, '-singlefile', file, target])
    }
    keepShown('report-pdf-1', readFileSync(join(pictureFolder, 'report-pdf-1.png')))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

mkdirSync(pictureFolder, { recursive: true })
if (spawnSync('pdftoppm', ['-v']).error === undefined) drawPages(await reportPdf())
else process.stderr.write('The PDF was not drawn: install pdftoppm (poppler-utils) and run this again.\n')
