import { alreadyRunning } from '@lastro/service/data/import/import-faults.ts'
import { totalsOf } from '@lastro/service/features/public-data/accounting.ts'
import {
  type Chosen,
  removeSnapshots,
  useSnapshot,
} from '@lastro/service/features/public-data/choose-snapshot.ts'
import type { Snapshot } from '@lastro/service/features/public-data/data-catalogue.ts'
import type { Store } from '@lastro/service/store/store.ts'
import type { Command } from 'commander'
import { awaitReplicas } from '../bureau/await-replicas.ts'
import { type CommandAct, onRecord } from '../on-record.ts'
import { jsonOption } from '../options.ts'
import { clock, type Printing, print, refuse, say, table, tell, timeText, withStore } from '../terminal.ts'
import { dataFetchCommand } from './data-fetch-command.ts'
import { importCommand, knownSet } from './data-import-command.ts'
import { sampleCommand } from './data-sample-command.ts'
import { importDepsOf } from './import-deps.ts'

export function dataCommands(program: Command): void {
  const data = program
    .command('data')
    .description(
      say({ pt: 'Dados públicos: Receita Federal e outros', en: 'Public data: Receita Federal and others' }),
    )
  dataFetchCommand(data)
  importCommand(data)
  data
    .command('list')
    .description(
      say({
        pt: 'Mostra o que foi importado e o que é servido',
        en: 'Show what was imported and what is served',
      }),
    )
    .option(
      '--json',
      say({
        pt: 'Imprime como JSON, com a conta de cada arquivo',
        en: 'Print as JSON, with the account of each file',
      }),
    )
    .action(list)
  const using = data
    .command('use')
    .description(
      say({
        pt: 'Serve outro período, mais novo ou mais antigo',
        en: 'Serve another period, newer or older',
      }),
    )
    .argument('<set>', say({ pt: 'Qual conjunto', en: 'Which set' }))
    .argument('<period>', say(periodText))
    .option(...jsonOption)
  onRecord(using, { operation: 'operadorDadosUsa', target: snapshotNamed, work: use })
  const removing = data
    .command('remove')
    .description(say({ pt: 'Apaga um período que não é servido', en: 'Delete a period that is not served' }))
    .argument('<set>', say({ pt: 'Qual conjunto', en: 'Which set' }))
    .argument('<period>', say(periodText))
    .option(...jsonOption)
  onRecord(removing, { operation: 'comandoDadosRemove', target: snapshotNamed, work: remove })
  sampleCommand(data)
}

const periodText = {
  pt: 'O período, como 2026-10, ou o dia dos dados, como 2026-10-11',
  en: 'The period, such as 2026-10, or the day of the data, such as 2026-10-11',
}

const snapshotNamed = (dataSet: string): string => dataSet

async function list({ json }: { json?: true }): Promise<void> {
  const { found, running } = await withStore(async (store) => {
    const found = await store.dataCatalogue.list()
    return { found, running: json ? undefined : await runningImport(store, found) }
  })
  if (json) return print(JSON.stringify(found))
  if (found.length === 0) {
    return print(
      say({
        pt: 'Nada foi importado. Comece com: lastro data import receita DIRETORIO',
        en: 'Nothing was imported. Begin with: lastro data import receita DIRECTORY',
      }),
    )
  }
  const headings = say({
    pt: 'conjunto,período,data,estado,linhas,tamanho,importado em',
    en: 'set,period,date,state,rows,size,imported at',
  }).split(',')
  print(
    table(
      headings,
      found.map((one) => [
        one.dataSet,
        one.period,
        one.date,
        stateText(one, one === running),
        one.accounting === undefined ? '' : String(totalsOf(one.accounting).kept),
        one.sizeBytes === undefined ? '' : `${(one.sizeBytes / 2 ** 20).toFixed(1)} MiB`,
        timeText(one.importedAtMs),
      ]),
    ),
  )
}

/** Of those that are building the one that was seen last, while somebody imports; the lock dies with its process. */
async function runningImport(store: Store, found: readonly Snapshot[]): Promise<Snapshot | undefined> {
  const [last] = found.filter((one) => one.state === 'building').toSorted((a, b) => b.seenAtMs - a.seenAtMs)
  if (last === undefined) return undefined
  const { deps, close } = await importDepsOf(store)
  try {
    const unlock = await deps.snapshots.lock()
    await unlock?.()
    return unlock === undefined ? last : undefined
  } finally {
    await close()
  }
}

function stateText(snapshot: Snapshot, isRunning: boolean): string {
  if (snapshot.isServed) return say({ pt: 'servido', en: 'served' })
  if (snapshot.state === 'ready') return say({ pt: 'guardado', en: 'kept' })
  const percent = `${Math.floor(100 * (snapshot.progress?.share ?? 0))}%`
  return isRunning
    ? say({ pt: `importando, ${percent}`, en: `importing, ${percent}` })
    : say({
        pt: 'interrompido: importe de novo, ou com --resume',
        en: 'interrupted: import again, or with --resume',
      })
}

async function use({ store }: CommandAct, set: string, period: string, printing: Printing): Promise<void> {
  const dataSet = knownSet(set).name
  const { date } = chosen(await useSnapshot({ catalogue: store.dataCatalogue, clock }, { dataSet, period }))
  await awaitReplicas(store)
  tell(
    printing,
    { dataSet, date },
    {
      pt: `${dataSet} serve agora os dados de ${date}.`,
      en: `${dataSet} now serves the data of ${date}.`,
    },
  )
}

async function remove({ store }: CommandAct, set: string, period: string, printing: Printing): Promise<void> {
  const dataSet = knownSet(set).name
  const { deps, discard, close } = await importDepsOf(store)
  // An import of the same period would take up what is being removed.
  const unlock = await deps.snapshots.lock()
  try {
    if (unlock === undefined) return refuse(alreadyRunning.text)
    const { dataCatalogue: catalogue, dataComparisons: comparisons } = store
    chosen(await removeSnapshots({ catalogue, comparisons, discard }, { dataSet, period }))
  } finally {
    await unlock?.()
    await close()
  }
  const done = { pt: `${dataSet} ${period} foi apagado.`, en: `${dataSet} ${period} was deleted.` }
  tell(printing, { dataSet, period }, done)
}

function chosen(choice: Chosen): Snapshot {
  switch (choice.kind) {
    case 'chosen':
      return choice.snapshot
    case 'unknown':
      return refuse({
        pt: 'Este período não foi importado, ou já foi apagado. lastro data list mostra os que há.',
        en: 'This period was not imported, or was deleted. lastro data list shows those that there are.',
      })
    case 'served':
      return refuse({
        pt: 'Este período está sendo servido. Sirva outro com lastro data use, e depois apague este. Se há dois do mesmo período em lastro data list, indique o dia de um deles.',
        en: 'This period is being served. Serve another with lastro data use, then delete this one. Where lastro data list shows two of one period, name the day of one of them.',
      })
    case 'compared':
      return refuse({
        pt: 'Quem monitora empresas foi avisado por último deste período, ou está sendo: os próximos dados são comparados com ele. Importe dados mais novos, espere o serviço avisar deles, e depois apague este.',
        en: 'Those who watch companies were told of this period last, or are being told: the next data is compared with it. Import newer data, wait for the service to tell of it, then delete this one.',
      })
  }
}
