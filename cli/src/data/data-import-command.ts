import { availableParallelism, constants, setPriority } from 'node:os'
import { resolve } from 'node:path'
import { dataFileName } from '@lastro/contract/operator/data-file-name.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { DataFault } from '@lastro/service/data/data-fault.ts'
import type { DataSet } from '@lastro/service/data/data-set.ts'
import { dataSetNamed, dataSets } from '@lastro/service/data/data-sets.ts'
import { type Imported, importDataSet } from '@lastro/service/data/import/import-data-set.ts'
import { leftOutCount } from '@lastro/service/data/import/left-out.ts'
import { totalsOf } from '@lastro/service/features/public-data/accounting.ts'
import type { DataCatalogue } from '@lastro/service/features/public-data/data-catalogue.ts'
import type { Command } from 'commander'
import { importProgress } from '../bars/import-progress.ts'
import { awaitReplicas } from '../bureau/await-replicas.ts'
import { type CommandAct, onRecord } from '../on-record.ts'
import { config, print, refuse, say, table } from '../terminal.ts'
import { importDepsOf } from './import-deps.ts'

/** More than any machine that this runs on has; each takes memory. */
const threadCountMax = 64

export function importCommand(data: Command): void {
  const importing = data
    .command('import')
    .description(
      say({
        pt: 'Importa os zips de um conjunto, como o publicador os escreve, e passa a servi-los, se não são servidos mais novos',
        en: 'Import the zips of a set, as the publisher writes them, and serve what they say unless newer data is served',
      }),
    )
    .argument('<set>', dataSets.map(({ name }) => name).join(', '))
    .argument('<directory>')
    .option(
      '--threads <number>',
      say({
        pt: 'Quantas linhas de execução; sem isto, uma por núcleo. Com menos, cede a vez a outros programas',
        en: 'How many threads; one for each core without it. With fewer, it gives way to other programs',
      }),
    )
    .option(
      '--resume',
      say({ pt: 'Continua uma importação interrompida', en: 'Go on with an import that was stopped' }),
    )
    .option(
      '--search',
      say({
        pt: 'Cria também o índice da busca de empresas pelo nome (receita)',
        en: 'Make the index to find companies by name, too (receita)',
      }),
    )
    .option(
      '--json',
      say({ pt: 'Imprime a conta e o andamento como JSON', en: 'Print account and progress as JSON' }),
    )
  onRecord(importing, { operation: 'comandoDadosImporta', target: (set: string) => set, work: importSet })
}

type ImportOptions = { threads?: string; resume?: true; search?: true; json?: true }

async function importSet(
  { store }: CommandAct,
  set: string,
  from: string,
  options: ImportOptions,
): Promise<void> {
  const dataSet = knownSet(set)
  const threads = threadCount(options.threads)
  giveWay(threads)
  const { deps, close } = await importDepsOf(store)
  const progress = importProgress(options.json === true)
  const stopping = stopOnSignal()
  try {
    const imported = await importDataSet(deps, {
      dataSet,
      from: resolve(config.callerDirectory, from),
      threads,
      isResumed: options.resume === true,
      isSearchable: isSearchable(dataSet, options),
      signal: stopping.signal,
      onProgress: progress.tell,
    })
    progress.end()
    await awaitReplicas(store)
    const newer = imported.isServed ? undefined : await servedDate(deps.catalogue, set)
    print(options.json ? JSON.stringify(imported) : account(imported, newer))
  } catch (error) {
    progress.end()
    if (error instanceof DataFault) refuse(error.text)
    throw error
  } finally {
    stopping.release()
    await close()
  }
}

function isSearchable(dataSet: DataSet, { search }: ImportOptions): boolean {
  if (search && !dataSet.isSearchable) {
    refuse({
      pt: `${dataSet.name} não se busca pelo nome. Importe sem --search.`,
      en: `${dataSet.name} is not searched by name. Import it without --search.`,
    })
  }
  return search === true
}

export function knownSet(name: string): DataSet {
  const known = dataSets.map((one) => one.name).join(', ')
  return (
    dataSetNamed(name) ??
    refuse({
      pt: `Não há este conjunto de dados. Há: ${known}.`,
      en: `There is no such data set. There are: ${known}.`,
    })
  )
}

function threadCount(text: string | undefined): number {
  if (text === undefined) return Math.min(threadCountMax, availableParallelism())
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > threadCountMax) {
    refuse({
      pt: `--threads é um número inteiro de 1 a ${threadCountMax}.`,
      en: `--threads is a whole number from 1 to ${threadCountMax}.`,
    })
  }
  return count
}

/**
 * Whoever asks for fewer threads than there are cores has something else to run beside the import: that goes first
 * wherever both want the same core. Threads are given the priority of the one that starts them.
 */
function giveWay(threads: number): void {
  if (threads < availableParallelism()) setPriority(constants.priority.PRIORITY_LOW)
}

/** The first signal asks for a clean stop; a second one ends the process as it always would. */
function stopOnSignal() {
  const stop = new AbortController()
  const onSignal = () => {
    stop.abort()
    release()
  }
  const release = () => {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return { signal: stop.signal, release }
}

async function servedDate(catalogue: DataCatalogue, set: string): Promise<Day | undefined> {
  return (await catalogue.served()).find((one) => one.dataSet === set)?.date
}

function account(imported: Imported, newer: Day | undefined): string {
  const { accounting, quarantinePath, removed } = imported
  const headings = say({
    pt: 'arquivo,lidas,guardadas,repetidas,de lado,campos corrigidos ou omitidos',
    en: 'file,read,kept,merged,quarantined,fields repaired or left out',
  }).split(',')
  const rows = accounting.files.map((one) => [
    dataFileName(one, accounting.files),
    ...[one.read, one.kept, one.merged, one.quarantined].map(String),
    Object.entries({ ...one.quarantinedBy, ...one.fields })
      .map(([reason, count]) => `${reason} ${count}`)
      .join(', '),
  ])
  const { read, kept, merged, quarantined } = totalsOf(accounting)
  const lines = [
    table(headings, rows),
    say({
      pt: `${read} lidas = ${kept} guardadas + ${merged} repetidas + ${quarantined} de lado`,
      en: `${read} read = ${kept} kept + ${merged} merged + ${quarantined} quarantined`,
    }),
    outcome(imported, newer),
  ]
  const people = accounting.files.reduce((sum, one) => sum + leftOutCount(one), 0)
  if (people > 0) {
    lines.push(
      say({
        pt: `Das linhas de lado, ${people} são de pessoas: são contadas, e não se escrevem em arquivo algum.`,
        en: `Of the quarantined rows ${people} are of people: they are counted, and written to no file.`,
      }),
    )
  }
  if (quarantinePath !== undefined) {
    lines.push(
      say({
        pt: `As ${people > 0 ? 'outras ' : ''}linhas postas de lado estão em ${quarantinePath}.`,
        en: `${people > 0 ? 'The other quarantined' : 'Quarantined'} rows are in ${quarantinePath}.`,
      }),
    )
  }
  if (removed.length > 0) {
    lines.push(
      say({
        pt: `Importações anteriores, que nada mais usa, foram apagadas: ${removed.join(', ')}.`,
        en: `Earlier imports that nothing uses any more were deleted: ${removed.join(', ')}.`,
      }),
    )
  }
  return lines.join('\n')
}

/** Older data, or data whose amounts cannot be read, is never served without the operator's decision. */
function outcome({ snapshot, sizeBytes, isServed, unreadable }: Imported, newer: Day | undefined): string {
  const { dataSet, period, date } = snapshot
  const size = `${(sizeBytes / 2 ** 20).toFixed(1)} MiB`
  if (isServed) {
    return say({
      pt: `${dataSet} serve agora os dados de ${date} (${size}).`,
      en: `${dataSet} now serves the data of ${date} (${size}).`,
    })
  }
  if (unreadable !== undefined) {
    const { kind, rows, unreadable: count } = unreadable
    return say({
      pt: `Os dados de ${date} (${size}) foram importados, mas não são servidos: em ${kind}, ${count} de ${rows} linhas têm um valor que não pôde ser lido, e as somas seriam desconhecidas. Confira os arquivos do publicador ou atualize o Lastro e importe de novo. Para servir mesmo assim: lastro data use ${dataSet} ${period}`,
      en: `The data of ${date} (${size}) was imported but is not served: in ${kind}, ${count} of ${rows} rows have an amount that could not be read, so sums would be unknown. Check the publisher's files or update Lastro, then import again. To serve it anyway: lastro data use ${dataSet} ${period}`,
    })
  }
  return say({
    pt: `Os dados de ${date} (${size}) são mais antigos: ficam guardados, e ${dataSet} continua servindo os de ${newer}. Para servi-los: lastro data use ${dataSet} ${period}`,
    en: `The data of ${date} (${size}) is older: it is kept, and ${dataSet} still serves that of ${newer}. To serve it: lastro data use ${dataSet} ${period}`,
  })
}
