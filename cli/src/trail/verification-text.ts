import type { Text } from '@lastro/contract/text.ts'
import type { Verification } from '@lastro/service/features/trail/seals/verify-trail.ts'
import type { VerifiedArchives } from '@lastro/service/store/archive/verify-archives.ts'
import { timeText } from '../terminal.ts'
import { differenceText } from './difference-text.ts'

/** What a verification found, in sentences, and how much of it is proved with the archives that were given. */
export const verificationTexts = (found: Verification, archives?: VerifiedArchives): readonly Text[] => [
  ...(found.broken === undefined
    ? [chainedText(found)]
    : [found.broken, ...found.brokenElsewhere].map((one) => brokenText(one, found.records))),
  ...(found.holdsExpected === false ? [notHeld] : []),
  ...found.besides.map(differenceText),
  sealedText(found, unprovedLeft(found, archives)),
]

/** What differs is told after it: then nothing is called whole, and nothing is worth writing down. */
function chainedText(found: Verification): Text {
  const { records, links, head, archived } = found
  if (isWhole(found) && archived.months.length > 0)
    return {
      pt: `A cadeia está inteira a partir de onde os arquivos terminam: ${records} registros em ${links} elos. Para anotar: ${head}`,
      en: `The chain is whole from where the archives end: ${records} records in ${links} links. To write down: ${head}`,
    }
  return isWhole(found)
    ? {
        pt: `A cadeia está inteira: ${records} registros em ${links} elos. Para anotar: ${head}`,
        en: `The chain is whole: ${records} records in ${links} links. To write down: ${head}`,
      }
    : {
        pt: `O que há está encadeado: ${records} registros em ${links} elos. Mas difere:`,
        en: `What is there is chained: ${records} records in ${links} links. But it differs:`,
      }
}

const brokenText = ({ number, place }: { number: number; place: number }, records: number): Text => ({
  pt: `A cadeia está rompida no registro ${place} do elo ${number}; antes dele há ${records} registros íntegros.`,
  en: `The chain is broken at record ${place} of link ${number}; before it ${records} records are sound.`,
})

const notHeld: Text = {
  pt: 'O selo ou elo anotado não está na trilha: algo foi cortado ou trocado.',
  en: 'The seal or link written down is not in the trail: something was cut off or exchanged.',
}

/** Why what lies in archives is not proved; undefined where it is, or where nothing lies there. */
function unprovedLeft({ archived }: Verification, archives: VerifiedArchives | undefined): Text | undefined {
  if (archived.months.length === 0) return undefined
  if (archives === undefined)
    return { pt: 'isso pede --archive DIRETÓRIO', en: 'that needs --archive DIRECTORY' }
  if (archives.faults.length > 0)
    return { pt: 'difere no que se diz abaixo', en: 'it differs in what is said below' }
  return undefined
}

/** How far all this proves anything. */
function sealedText(found: Verification, unproved: Text | undefined): Text {
  const { count, upTo, isHeld, recordsAfter } = found.seals
  if (upTo === undefined)
    return {
      pt: 'Não há selo ainda: um fim cortado, ou tudo escrito de novo, não apareceria.',
      en: 'There is no seal yet: an end cut off, or all of it written anew, would not show.',
    }
  const since = { number: upTo.number, at: timeText(upTo.atMs) }
  if (isHeld && !isWhole(found))
    return {
      pt: `${count} selos inteiros. O que vem antes do selo ${since.number}, de ${since.at}, guardado fora do banco, não está provado: difere no que foi dito acima.`,
      en: `${count} whole seals. What lies before seal ${since.number}, of ${since.at}, held outside the database, is not proved: it differs in what was said above.`,
    }
  if (isHeld && unproved !== undefined)
    return {
      pt: `${count} selos inteiros. Do que vem antes do selo ${since.number}, de ${since.at}, guardado fora do banco, está provado o que está aqui; o que foi para arquivos não está: ${unproved.pt}. ${recordsAfter} registros vêm depois dele, e quem escreve no banco poderia ter cortado ou refeito esses.`,
      en: `${count} whole seals. Of what lies before seal ${since.number}, of ${since.at}, held outside the database, what is here is proved; what has left for archives is not: ${unproved.en}. ${recordsAfter} records lie after it, and whoever writes to the database could have cut off or remade those.`,
    }
  return isHeld
    ? {
        pt: `${count} selos inteiros. O que vem antes do selo ${since.number}, de ${since.at}, guardado fora do banco, está provado; ${recordsAfter} registros vêm depois dele, e quem escreve no banco poderia ter cortado ou refeito esses.`,
        en: `${count} whole seals. What lies before seal ${since.number}, of ${since.at}, held outside the database, is proved; ${recordsAfter} records lie after it, and whoever writes to the database could have cut off or remade those.`,
      }
    : {
        pt: `${count} selos inteiros, o último o ${since.number}, de ${since.at}; ${recordsAfter} registros vêm depois dele. Nenhum selo de fora foi dado (--seal): quem escreve no banco poderia ter refeito elos e selos.`,
        en: `${count} whole seals, the last one ${since.number}, of ${since.at}; ${recordsAfter} records lie after it. No seal from outside was given (--seal): whoever writes to the database could have remade links and seals.`,
      }
}

export const isWhole = ({ broken, holdsExpected, besides }: Verification): boolean =>
  broken === undefined && holdsExpected !== false && besides.length === 0
