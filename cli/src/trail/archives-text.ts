import type { Text } from '@lastro/contract/text.ts'
import { type Day, startOfDayMs } from '@lastro/rules/calendar/day.ts'
import { endOfMonthMs } from '@lastro/rules/calendar/month.ts'
import type { ArchivesFound } from '@lastro/service/features/trail/seals/verify-trail.ts'
import type { SearchRange, TrailStore } from '@lastro/service/features/trail/trail-store.ts'
import type { VerifiedArchives } from '@lastro/service/store/archive/verify-archives.ts'
import type { MonthFault } from '@lastro/service/store/archive/verify-month.ts'
import { countText } from './count-text.ts'
import { differenceText } from './difference-text.ts'

/** What was found in archives, in words. */
export function archivesTexts(found: VerifiedArchives): readonly Text[] {
  const { months, sum = '' } = found
  const [records, links] = [countText(found.records, 'records'), countText(found.links, 'links')]
  const count = countText(months.length, 'months')
  const span = `${months[0]} – ${months.at(-1)}`
  const whole: Text = {
    pt: `Os arquivos estão inteiros: ${count.pt} (${span}), ${records.pt} em ${links.pt}. Para anotar: ${sum}`,
    en: `The archives are whole: ${count.en} (${span}), ${records.en} in ${links.en}. To write down: ${sum}`,
  }
  const faults = found.faults.map((one) => (one.kind === 'usage' ? differenceText(one) : faultText(one)))
  return [
    ...(found.faults.length === 0 ? [whole] : faults),
    ...(found.isFromStart ? [] : [laterStart]),
    ...(found.isWithStore ? [] : [alone]),
  ]
}

const laterStart: Text = {
  pt: 'O primeiro deles não começa onde a trilha começou: há arquivos anteriores.',
  en: 'The first of them does not begin where the trail began: there are earlier archives.',
}

const alone: Text = {
  pt: 'Foram conferidos por si: se são os desta trilha, e se não falta o último, diz a conferência com a trilha.',
  en: 'They were verified by themselves: whether they are those of this trail, and whether the last is missing, is told with the trail.',
}

function faultText(of: MonthFault): Text {
  switch (of.kind) {
    case 'archive_missing':
      return {
        pt: `Falta o arquivo de ${of.month}, ou um entre ele e o anterior.`,
        en: `The archive of ${of.month} is missing, or one between it and the one before.`,
      }
    case 'archive_swapped':
      return {
        pt: `O arquivo de ${of.month} não é o que foi feito desta trilha.`,
        en: `The archive of ${of.month} is not the one that was made of this trail.`,
      }
    case 'archive_damaged':
      return {
        pt: `O arquivo de ${of.month} está danificado: ${of.file} falta, foi cortado ou mudado.`,
        en: `The archive of ${of.month} is damaged: ${of.file} is missing, was cut or changed.`,
      }
    case 'archive_broken':
      return {
        pt: `No arquivo de ${of.month} (${of.environment}) o elo ${of.number} não é o que foi encadeado ou selado.`,
        en: `In the archive of ${of.month} (${of.environment}) link ${of.number} is not what was chained or sealed.`,
      }
    case 'archive_seal':
      return {
        pt: `No arquivo de ${of.month} o selo ${of.number} não é o que foi escrito.`,
        en: `In the archive of ${of.month} seal ${of.number} is not what was written.`,
      }
  }
}

/** What the store alone says of its archives. */
export function leftTexts({ months, leaving, recordsKept }: ArchivesFound): readonly Text[] {
  if (months.length === 0) return []
  const span = `${months[0]} – ${months.at(-1)}`
  const [left, kept] = [countText(months.length, 'monthsLeft'), countText(recordsKept, 'recordsKept')]
  const texts: Text[] = [
    {
      pt: `${left.pt} (${span}), diz a trilha; ${kept.pt} aqui por quinze anos. Que os arquivos existem e têm o resto só se confere com --archive.`,
      en: `${left.en} in archives (${span}), says the trail; ${kept.en} here for fifteen years. That the archives exist and have the rest is verified with --archive only.`,
    },
  ]
  if (leaving !== undefined)
    texts.push({
      pt: `${leaving} ainda está saindo: repita trail archive, com o mesmo --to.`,
      en: `${leaving} is still leaving: give trail archive again, with the same --to.`,
    })
  return texts
}

const startOfMonthMs = (month: string): number => startOfDayMs(`${month}-01` as Day)

/** Said where a search looked for a time of which something is in archives. */
export async function monthsLeft(
  trail: Pick<TrailStore, 'archived'>,
  { fromMs, untilMs }: SearchRange,
): Promise<Text | undefined> {
  const months = (await trail.archived()).map(({ month }) => month)
  const asked = months.filter((month) => endOfMonthMs(month) > fromMs && startOfMonthMs(month) <= untilMs)
  if (asked.length === 0) return undefined
  const count = countText(asked.length, 'monthsUnsearched')
  return {
    pt: `Não se procurou em ${count.pt} (${asked[0]} – ${asked.at(-1)}): indique onde com --archive.`,
    en: `${count.en} not searched (${asked[0]} – ${asked.at(-1)}): say where with --archive.`,
  }
}
