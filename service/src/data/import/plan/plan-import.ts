import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { DataFault } from '../../data-fault.ts'
import type { DataSet, FileKind } from '../../data-set.ts'
import { rowSplitter } from '../../rows/row-splitter.ts'
import { firstBytes } from '../../zip/inflate-entry.ts'
import { type ZipEntry, zipEntries } from '../../zip/zip-entries.ts'
import type { PlannedFile } from '../read-file.ts'
import { textFault } from './text-fault.ts'

/** What an import is going to read. Everything that can be refused is refused before anything is kept. */
export type ImportPlan = {
  readonly date: Day
  readonly period: string
  readonly files: readonly PlannedFile[]
}

/** Enough rows to know a file by. */
const lookBytes = 1 << 18

type Found = { readonly kind: FileKind; readonly entry: ZipEntry }

export async function planImport(dataSet: DataSet, directory: string, today: Day): Promise<ImportPlan> {
  const found = await foundFiles(dataSet, directory)
  const date = dateOf(dataSet, found, today)
  const files: PlannedFile[] = []
  for (const one of found) files.push(await plannedFile(one, files.length))
  return { date, period: dataSet.periodOf(date), files }
}

async function foundFiles({ name, files }: DataSet, directory: string): Promise<readonly Found[]> {
  const names = await readdir(directory).catch(() => {
    throw new DataFault({
      pt: 'O diretório não pôde ser lido. Confira o caminho.',
      en: 'The directory could not be read. Check the path.',
    })
  })
  const found: Found[] = []
  for (const file of names.toSorted()) {
    const kinds = files.filter((one) => one.zipName.test(file))
    if (kinds.length === 0) continue
    for (const entry of await zipEntries(join(directory, file))) {
      const kind = kinds.find((one) => one.innerName.test(entry.name))
      if (kind !== undefined) found.push({ kind, entry })
    }
  }
  if (found.length === 0) {
    throw new DataFault({
      pt: `Não há arquivos de ${name} no diretório. Baixe-os com lastro data fetch ${name}, ou indique outro.`,
      en: `There are no files of ${name} in the directory. Download them with lastro data fetch ${name}, or name another.`,
    })
  }
  const missing = files.filter((kind) => found.filter((one) => one.kind === kind).length < kind.countMin)
  if (missing.length > 0) throw incomplete(missing, found)
  return found
}

function incomplete(missing: readonly FileKind[], found: readonly Found[]): DataFault {
  const list = missing.flatMap((kind) => missingNames(kind, found)).join(', ')
  return new DataFault({
    pt: `Faltam arquivos: ${list}. Baixe os que faltam e tente de novo.`,
    en: `Files are missing: ${list}. Download those and try again.`,
  })
}

function missingNames(kind: FileKind, found: readonly Found[]): readonly string[] {
  const ofKind = found.filter((one) => one.kind === kind)
  if (kind.zips === undefined) return [`${kind.name} (${ofKind.length}/${kind.countMin})`]
  const there = new Set(ofKind.map(({ entry }) => basename(entry.zip).toLowerCase()))
  return kind.zips.filter((zip) => !there.has(zip.toLowerCase()))
}

/** The newest day of the files, which all have to be of one period. */
function dateOf({ periodOf }: DataSet, found: readonly Found[], today: Day): Day {
  const dated = found.map(({ kind, entry }) => ({ entry, date: kind.dateOf(entry.name, today) }))
  const undated = dated.find((one) => one.date === undefined)
  if (undated !== undefined) {
    const { zip } = undated.entry
    throw new DataFault({
      pt: `O arquivo dentro de ${zip} não diz a data no nome. Baixe-o de novo, sem renomear.`,
      en: `The file inside ${zip} does not tell its date by its name. Download it again, and do not rename it.`,
    })
  }
  const [first, ...rest] = dated.map(({ entry, date }) => ({ zip: entry.zip, date: date as Day }))
  if (first === undefined) throw new Error('a plan has files')
  const other = rest.find((one) => periodOf(one.date) !== periodOf(first.date))
  if (other !== undefined) {
    const [one, two] = [first, other].map(({ zip, date }) => `${zip} (${periodOf(date)})`)
    throw new DataFault({
      pt: `${one} e ${two} são de períodos diferentes. Deixe no diretório os de um só.`,
      en: `${one} and ${two} are of different periods. Leave those of one in the directory.`,
    })
  }
  return rest.reduce((newest, { date }) => (date > newest ? date : newest), first.date)
}

async function plannedFile({ kind, entry }: Found, number: number): Promise<PlannedFile> {
  const bytes = await firstBytes(entry, lookBytes)
  const fault = textFault(bytes)
  if (fault !== undefined) throw fault(entry.zip)
  const { columnCount, places } = columnsOf(kind, bytes) ?? wrongColumns(entry.zip)
  return { number, kind: kind.name, entry, columnCount, places, hasHeader: kind.columns.kind === 'names' }
}

type FoundColumns = Pick<PlannedFile, 'columnCount' | 'places'>

/** By place: some row near the beginning has as many. By name: the header has all of them. */
function columnsOf({ columns }: FileKind, bytes: Buffer): FoundColumns | undefined {
  if (columns.kind === 'places') {
    return isOfColumns(bytes, columns.count) ? { columnCount: columns.count, places: [] } : undefined
  }
  const header = headerOf(bytes)
  const places = columns.names.map((names) =>
    header.findIndex((one) => names.some((name) => sameName(one, name))),
  )
  return places.includes(-1) ? undefined : { columnCount: header.length, places }
}

/** A file without any row is empty, and not wrong. */
function isOfColumns(bytes: Buffer, columnCount: number): boolean {
  let [rows, badLines] = [0, 0]
  const splitter = rowSplitter(columnCount, { onRow: () => rows++, onBadLine: () => badLines++ })
  splitter.push(bytes)
  if (bytes.length < lookBytes) splitter.end()
  return rows > 0 || badLines === 0
}

/** The first line; the names of columns hold neither quotes nor semicolons. */
function headerOf(bytes: Buffer): readonly string[] {
  const [line = ''] = bytes.toString('latin1').split(/\r?\n/, 1)
  return line.split(';').map((one) => one.replaceAll('"', '').trim())
}

const sameName = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase()

const wrongColumns = (zip: string): never => {
  throw new DataFault({
    pt: `${zip} tem outras colunas que não as esperadas. O publicador mudou o formato, ou o arquivo é outro: nada foi guardado.`,
    en: `${zip} has other columns than expected. The publisher has changed the layout, or it is another file: nothing was kept.`,
  })
}
