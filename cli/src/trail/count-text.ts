import type { Text } from '@lastro/contract/text.ts'

/** So many of something, in the words that go with one or with more of it. */
export function countText(count: number, of: keyof typeof things): Text {
  const { pt, en } = things[of]
  const at = count === 1 ? 0 : 1
  return { pt: `${count} ${pt[at]}`, en: `${count} ${en[at]}` }
}

const things = {
  records: { pt: ['registro', 'registros'], en: ['record', 'records'] },
  soundRecords: {
    pt: ['registro íntegro', 'registros íntegros'],
    en: ['record is sound', 'records are sound'],
  },
  recordsAfter: { pt: ['registro vem', 'registros vêm'], en: ['record lies', 'records lie'] },
  recordsKept: {
    pt: ['registro deles fica', 'registros deles ficam'],
    en: ['record of them stays', 'records of them stay'],
  },
  links: { pt: ['elo', 'elos'], en: ['link', 'links'] },
  seals: { pt: ['selo inteiro', 'selos inteiros'], en: ['whole seal', 'whole seals'] },
  months: { pt: ['mês', 'meses'], en: ['month', 'months'] },
  monthsLeft: { pt: ['mês está em arquivo', 'meses estão em arquivos'], en: ['month is', 'months are'] },
  monthsUnsearched: {
    pt: ['mês que está em arquivo', 'meses que estão em arquivos'],
    en: ['month that is in archives was', 'months that are in archives were'],
  },
} as const
