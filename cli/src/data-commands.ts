import { totalsOf } from '@lastro/service/features/public-data/accounting.ts'
import {
  type Chosen,
  removeSnapshots,
  useSnapshot,
} from '@lastro/service/features/public-data/choose-snapshot.ts'
import { type Snapshot, silentImportMs } from '@lastro/service/features/public-data/data-catalogue.ts'
import type { Command } from 'commander'
import { dataFetchCommand } from './data-fetch-command.ts'
import { importCommand } from './data-import-command.ts'
import { sampleCommand } from './data-sample-command.ts'
import { importDepsOf } from './import-deps.ts'
import { type Act, onRecord } from './on-record.ts'
import { clock, print, refuse, say, table, timeText, withStore } from './terminal.ts'

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
    .argument('<set>')
    .argument('<period>')
  onRecord(using, { operation: 'operadorDadosUsa', target: snapshotNamed, work: use })
  const removing = data
    .command('remove')
    .description(say({ pt: 'Apaga um período que não é servido', en: 'Delete a period that is not served' }))
    .argument('<set>')
    .argument('<period>')
  onRecord(removing, { operation: 'comandoDadosRemove', target: snapshotNamed, work: remove })
  sampleCommand(data)
}

const snapshotNamed = (dataSet: string): string => dataSet

async function list({ json }: { json?: true }): Promise<void> {
  const found = await withStore((store) => store.dataCatalogue.list())
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
        stateText(one),
        one.accounting === undefined ? '' : String(totalsOf(one.accounting).kept),
        one.sizeBytes === undefined ? '' : `${(one.sizeBytes / 2 ** 20).toFixed(1)} MiB`,
        timeText(one.importedAtMs),
      ]),
    ),
  )
}

function stateText(snapshot: Snapshot): string {
  if (snapshot.isServed) return say({ pt: 'servido', en: 'served' })
  if (snapshot.state === 'ready') return say({ pt: 'guardado', en: 'kept' })
  const percent = `${Math.floor(100 * (snapshot.progress?.share ?? 0))}%`
  return clock.nowMs() - snapshot.seenAtMs > silentImportMs
    ? say({ pt: `interrompido em ${percent}`, en: `stopped at ${percent}` })
    : say({ pt: `importando, ${percent}`, en: `importing, ${percent}` })
}

async function use({ store }: Act, dataSet: string, period: string): Promise<void> {
  const { date } = chosen(await useSnapshot({ catalogue: store.dataCatalogue, clock }, { dataSet, period }))
  print(
    say({
      pt: `${dataSet} serve agora os dados de ${date}.`,
      en: `${dataSet} now serves the data of ${date}.`,
    }),
  )
}

async function remove({ store }: Act, dataSet: string, period: string): Promise<void> {
  const { deps, discard, close } = await importDepsOf(store)
  try {
    chosen(await removeSnapshots({ catalogue: deps.catalogue, discard }, { dataSet, period }))
  } finally {
    await close()
  }
  print(say({ pt: `${dataSet} ${period} foi apagado.`, en: `${dataSet} ${period} was deleted.` }))
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
        pt: 'Este período está sendo servido. Sirva outro com lastro data use, e depois apague este.',
        en: 'This period is being served. Serve another with lastro data use, then delete this one.',
      })
  }
}
