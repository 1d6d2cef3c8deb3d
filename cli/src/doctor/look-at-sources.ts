import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import type { Clock } from '@lastro/service/clock.ts'
import { dataSets } from '@lastro/service/data/data-sets.ts'
import { dataAge } from '@lastro/service/features/public-data/data-age.ts'
import type { Store } from '@lastro/service/store/store.ts'
import type { Finding } from './finding.ts'

/** What reports are answered from: the bureau's own data, and public data by its age. */
export async function lookAtSources(
  { subjects, dataCatalogue }: Pick<Store, 'subjects' | 'dataCatalogue'>,
  clock: Clock,
): Promise<readonly Finding[]> {
  const [count, served] = await Promise.all([subjects.countSubjects(), dataCatalogue.served()])
  const today = dayAt(clock.nowMs())
  const dates = new Map(served.map(({ dataSet, date }) => [dataSet, date]))
  return [bureau(count), ...dataSets.map(({ name }) => publicData(name, dates.get(name), today))]
}

const bureau = (count: number): Finding =>
  count > 0
    ? {
        of: 'sources',
        state: 'well',
        text: { pt: `Birô: ${count} sujeitos.`, en: `Bureau: ${count} subjects.` },
      }
    : {
        of: 'sources',
        state: 'look',
        text: {
          pt: 'Birô: vazio. Carregue os seus dados com: lastro bureau load',
          en: 'Bureau: empty. Load your own data with: lastro bureau load',
        },
      }

function publicData(name: string, date: Day | undefined, today: Day): Finding {
  if (date === undefined) {
    return {
      of: 'sources',
      state: 'look',
      text: {
        pt: `${name}: não importado. lastro data fetch ${name}, depois lastro data import ${name}`,
        en: `${name}: not imported. lastro data fetch ${name}, then lastro data import ${name}`,
      },
    }
  }
  const { days, isLate } = dataAge(name, { date, today })
  return isLate
    ? {
        of: 'sources',
        state: 'look',
        text: {
          pt: `${name}: de ${date}, há ${days} dias. Já deve haver mais novo: lastro data fetch ${name}`,
          en: `${name}: of ${date}, ${days} days ago. There should be newer: lastro data fetch ${name}`,
        },
      }
    : { of: 'sources', state: 'well', text: { pt: `${name}: de ${date}.`, en: `${name}: of ${date}.` } }
}
