import type { Accounting, FileAccount } from '../../features/public-data/accounting.ts'
import { DataFault } from '../data-fault.ts'
import type { FileKind } from '../data-set.ts'
import { sum } from './accounting-of.ts'
import { leftOutCount } from './left-out.ts'

/** Of a set with fewer rows than this, a kind of file may well have none; so may a file beside others with fewer. */
const rowCountOfAny = 1_000

/**
 * Why what was read may not be served: with no rows, or hardly any that could be kept, every query would be told
 * "nothing on file", which is not so. Undefined where the rows can be believed.
 */
export function rowsFault({ files }: Accounting, kinds: readonly Kind[]): DataFault | undefined {
  const readOf = (some: readonly FileAccount[]) => sum(some.map((one) => one.read))
  if (readOf(files) === 0) return withoutRows(files[0]?.kind ?? '')
  for (const [kind, ofKind] of Map.groupBy(files, (one) => one.kind)) {
    const read = readOf(ofKind)
    if (read === 0 && readOf(files) >= rowCountOfAny) return withoutRows(kind)
    if (isMostlyBad(ofKind)) return mostlyBad(kind)
    const isEven = kinds.some((one) => one.name === kind && one.isCutEvenly === true)
    const fault = isEven ? fileFault(ofKind) : undefined
    if (fault !== undefined) return fault
  }
  return undefined
}

type Kind = Pick<FileKind, 'name' | 'isCutEvenly'>

/** Where one list is cut into files of like size, a file without rows beside thousands did not arrive whole. */
function fileFault(ofKind: readonly FileAccount[]): DataFault | undefined {
  if (!ofKind.some((one) => one.read >= rowCountOfAny)) return undefined
  for (const one of ofKind) {
    if (one.read === 0) return withoutRows(nameOf(one))
    if (isMostlyBad([one])) return mostlyBad(nameOf(one))
  }
  return undefined
}

const nameOf = ({ zip, file }: FileAccount): string => `${zip} (${file})`

function isMostlyBad(files: readonly FileAccount[]): boolean {
  // What is left out by rule says nothing about the file.
  const byRule = sum(files.map(leftOutCount))
  const quarantined = sum(files.map((one) => one.quarantined))
  return 2 * (quarantined - byRule) > sum(files.map((one) => one.read)) - byRule
}

const withoutRows = (where: string): DataFault =>
  new DataFault({
    pt: `Não há linhas em ${where}: servir isto seria dizer "nada consta" de quem devia estar lá. Baixe os arquivos de novo. O que era servido continua.`,
    en: `There are no rows in ${where}: to serve that would say "nothing on file" of all who belong there. Fetch the files again. What was served still is.`,
  })

const mostlyBad = (where: string): DataFault =>
  new DataFault({
    pt: `Mais da metade das linhas de ${where} não pôde ser lida: o formato mudou, ou o arquivo está estragado. Baixe os arquivos de novo; se não adiantar, avise quem mantém o Lastro. O que era servido continua.`,
    en: `More than half of the rows of ${where} could not be read: the form has changed, or the file is broken. Fetch the files again; if that does not help, tell the maintainers of Lastro. What was served still is.`,
  })

/** A kind of file of which most amounts cannot be read. */
export type UnreadableAmounts = {
  readonly kind: string
  readonly rows: number
  readonly unreadable: number
}

/**
 * The first kind of file with more than half of its amounts unreadable, over all files of that kind. Sums over such an
 * edition would be unknown nearly everywhere, so the operator decides whether it is served.
 */
export function unreadableAmounts(
  { files }: Accounting,
  kinds: readonly Pick<FileKind, 'name' | 'amount'>[],
): UnreadableAmounts | undefined {
  for (const { name: kind, amount } of kinds) {
    if (amount === undefined) continue
    const ofKind = files.filter((one) => one.kind === kind)
    const rows = sum(ofKind.map((one) => one.kept + one.merged))
    const unreadable = sum(
      ofKind.flatMap(({ fields }) => [fields[`${amount}_invalid`] ?? 0, fields[`${amount}_missing`] ?? 0]),
    )
    if (2 * unreadable > rows) return { kind, rows, unreadable }
  }
  return undefined
}
