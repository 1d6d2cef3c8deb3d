import type { Accounting, FileAccount } from '../../features/public-data/accounting.ts'
import { DataFault } from '../data-fault.ts'
import { sum } from './accounting-of.ts'

/** Of a set with fewer rows than this, a kind of file may well have none. */
const rowCountOfAny = 1_000

/**
 * Why what was read may not be served: with no rows, or hardly any that could be kept, every query would be told
 * "nothing on file", which is not so. Undefined where the rows can be believed.
 */
export function rowsFault({ files }: Accounting): DataFault | undefined {
  const readOf = (some: readonly FileAccount[]) => sum(some.map((one) => one.read))
  if (readOf(files) === 0) return withoutRows(files[0]?.kind ?? '')
  for (const [kind, ofKind] of Map.groupBy(files, (one) => one.kind)) {
    const read = readOf(ofKind)
    if (read === 0 && readOf(files) >= rowCountOfAny) return withoutRows(kind)
    const byRule = sum(ofKind.map(leftOut))
    const quarantined = sum(ofKind.map((one) => one.quarantined))
    if (2 * (quarantined - byRule) > read - byRule) return mostlyBad(kind)
  }
  return undefined
}

/** Rows that the set leaves out by rule say nothing about the file. */
const leftOut = ({ quarantinedBy }: FileAccount): number =>
  sum(
    Object.entries(quarantinedBy).flatMap(([reason, count]) => (reason.startsWith('left_out_') ? count : [])),
  )

const withoutRows = (kind: string): DataFault =>
  new DataFault({
    pt: `Não há linhas em ${kind}: servir isto seria dizer "nada consta" a todos. Baixe os arquivos de novo. O que era servido continua.`,
    en: `There are no rows in ${kind}: to serve that would tell everybody "nothing on file". Fetch the files again. What was served still is.`,
  })

const mostlyBad = (kind: string): DataFault =>
  new DataFault({
    pt: `Mais da metade das linhas de ${kind} não pôde ser lida: o formato mudou, ou o arquivo está estragado. Baixe os arquivos de novo; se não adiantar, avise quem mantém o Lastro. O que era servido continua.`,
    en: `More than half of the rows of ${kind} could not be read: the form has changed, or the file is broken. Fetch the files again; if that does not help, tell the maintainers of Lastro. What was served still is.`,
  })
