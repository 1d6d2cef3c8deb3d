import { addMonths, type Day } from '@lastro/rules/calendar/day.ts'
import { probeFile } from '../fetch/probe-file.ts'
import type { Publisher } from '../fetch/publisher.ts'

/** Three zips a quarter, at addresses that follow from it. The period is the last month of the quarter. */
export const pgfnPublisher: Publisher = {
  address: 'https://dadosabertos.pgfn.gov.br',
  period: { form: /^\d{4}-(03|06|09|12)$/, example: '2026-09' },
  periods: async (_site, today) => quartersUntil(today),
  offer: async (site, period) => {
    const [year = '', month = ''] = period.split('-')
    const folder = `${year}_trimestre_${String(Number(month) / 3).padStart(2, '0')}`
    const files = []
    // One at a time, as everything is asked of a publisher.
    for (const name of fileNames) {
      const found = await probeFile(site, { name, url: site.at(`${folder}/${name}`) })
      if (found !== undefined) files.push(found)
    }
    const names = new Set(files.map((one) => one.name))
    return { files, missing: fileNames.filter((name) => !names.has(name)) }
  },
}

const fileNames: readonly string[] = [
  'Dados_abertos_FGTS.zip',
  'Dados_abertos_Previdenciario.zip',
  'Dados_abertos_Nao_Previdenciario.zip',
]

/** A quarter is published weeks after its end; older ones than these are asked for by name. */
const quartersLooked = 6

function quartersUntil(today: Day): readonly string[] {
  const month = Number(today.slice(5, 7))
  const newest = addMonths(`${today.slice(0, 7)}-01` as Day, (3 - (month % 3)) % 3)
  return Array.from({ length: quartersLooked }, (_, at) => addMonths(newest, -3 * at).slice(0, 7))
}
