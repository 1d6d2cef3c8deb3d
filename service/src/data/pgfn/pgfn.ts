import { addDays, addMonths, type Day, parseDay } from '@lastro/rules/calendar/day.ts'
import type { DataSet, FileKind } from '../data-set.ts'
import { entryMerger, entryTables } from '../entries/entries.ts'
import { pgfnPublisher } from './pgfn-publisher.ts'
import type { PublicDebtRegister } from './public-debts.ts'
import { debtAmount, debtColumns, debtIdentity, publicDebtReader } from './read-public-debt.ts'
import { samplePgfn } from './sample-pgfn.ts'

/** The active debt of the Union, as the Procuradoria-Geral da Fazenda Nacional publishes it each quarter. */
export const pgfn: DataSet = {
  name: 'pgfn',
  tables: entryTables,
  files: [
    debts('SIDA', 'Dados_abertos_Nao_Previdenciario'),
    debts('PREV', 'Dados_abertos_Previdenciario'),
    debts('FGTS', 'Dados_abertos_FGTS'),
  ],
  periodOf: (date) => date.slice(0, 7),
  publisher: pgfnPublisher,
  merger: () => entryMerger(debtIdentity),
  sample: samplePgfn,
}

/** A zip has a file for each region; how many there are has changed. */
function debts(register: PublicDebtRegister, zip: string): FileKind {
  return {
    name: register,
    zipName: new RegExp(`^${zip}\\.zip$`, 'i'),
    innerName: new RegExp(`^(?:.*/)?arquivo_lai_${register}_-?\\d+_\\d{6}\\.csv$`, 'i'),
    countMin: 1,
    dateOf: lastDayOfName,
    columns: { kind: 'names', names: debtColumns },
    amount: debtAmount.name,
    reader: publicDebtReader(register),
  }
}

/** `…_202609.csv` is what stood inscribed at the end of September. */
export function lastDayOfName(innerName: string): Day | undefined {
  const [, year, month] = /_(\d{4})(\d{2})\.csv$/i.exec(innerName) ?? []
  const first = parseDay(`${year}-${month}-01`)
  return first === undefined ? undefined : addDays(addMonths(first, 1), -1)
}
