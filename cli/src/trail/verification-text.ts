import type { Text } from '@lastro/contract/text.ts'
import type { Verification } from '@lastro/service/features/trail/seals/verify-trail.ts'
import type { VerifiedArchives } from '@lastro/service/store/archive/verify-archives.ts'
import { timeText } from '../terminal.ts'
import { countText } from './count-text.ts'
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
  const { head, archived } = found
  const [records, links] = [countText(found.records, 'records'), countText(found.links, 'links')]
  if (isWhole(found) && archived.months.length > 0)
    return {
      pt: `A cadeia está inteira a partir de onde os arquivos terminam: ${records.pt} em ${links.pt}. Para anotar: ${head}`,
      en: `The chain is whole from where the archives end: ${records.en} in ${links.en}. To write down: ${head}`,
    }
  return isWhole(found)
    ? {
        pt: `A cadeia está inteira: ${records.pt} em ${links.pt}. Para anotar: ${head}`,
        en: `The chain is whole: ${records.en} in ${links.en}. To write down: ${head}`,
      }
    : {
        pt: `O que há está encadeado: ${records.pt} em ${links.pt}. Mas difere:`,
        en: `What is there is chained: ${records.en} in ${links.en}. But it differs:`,
      }
}

const brokenText = ({ number, place }: { number: number; place: number }, records: number): Text => ({
  pt: `A cadeia está rompida no registro ${place} do elo ${number}; antes dele há ${countText(records, 'soundRecords').pt}.`,
  en: `The chain is broken at record ${place} of link ${number}; before it ${countText(records, 'soundRecords').en}.`,
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
  const { upTo, isHeld } = found.seals
  if (upTo === undefined)
    return {
      pt: 'Não há selo ainda: um fim cortado, ou tudo escrito de novo, não apareceria.',
      en: 'There is no seal yet: an end cut off, or all of it written anew, would not show.',
    }
  const count = countText(found.seals.count, 'seals')
  const after = countText(found.seals.recordsAfter, 'recordsAfter')
  const since = { number: upTo.number, at: timeText(upTo.atMs) }
  if (isHeld && !isWhole(found))
    return {
      pt: `${count.pt}. O que vem antes do selo ${since.number}, de ${since.at}, guardado fora do banco, não está provado: difere no que foi dito acima.`,
      en: `${count.en}. What lies before seal ${since.number}, of ${since.at}, held outside the database, is not proved: it differs in what was said above.`,
    }
  if (isHeld && unproved !== undefined)
    return {
      pt: `${count.pt}. Do que vem antes do selo ${since.number}, de ${since.at}, guardado fora do banco, está provado o que está aqui; o que foi para arquivos não está: ${unproved.pt}. ${after.pt} depois dele, e quem escreve no banco poderia ter cortado ou refeito isso.`,
      en: `${count.en}. Of what lies before seal ${since.number}, of ${since.at}, held outside the database, what is here is proved; what has left for archives is not: ${unproved.en}. ${after.en} after it, and whoever writes to the database could have cut off or remade that.`,
    }
  return isHeld
    ? {
        pt: `${count.pt}. O que vem antes do selo ${since.number}, de ${since.at}, guardado fora do banco, está provado; ${after.pt} depois dele, e quem escreve no banco poderia ter cortado ou refeito isso.`,
        en: `${count.en}. What lies before seal ${since.number}, of ${since.at}, held outside the database, is proved; ${after.en} after it, and whoever writes to the database could have cut off or remade that.`,
      }
    : {
        pt: `${count.pt}, o último o ${since.number}, de ${since.at}; ${after.pt} depois dele. Nenhum selo de fora foi dado (--seal): quem escreve no banco poderia ter refeito elos e selos.`,
        en: `${count.en}, the last one ${since.number}, of ${since.at}; ${after.en} after it. No seal from outside was given (--seal): whoever writes to the database could have remade links and seals.`,
      }
}

export const isWhole = ({ broken, holdsExpected, besides }: Verification): boolean =>
  broken === undefined && holdsExpected !== false && besides.length === 0
