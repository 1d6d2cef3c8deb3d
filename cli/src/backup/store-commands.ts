import type { Text } from '@lastro/contract/text.ts'
import {
  DistributionFault,
  type DistributionFaultKind,
  type Layout,
} from '@lastro/service/store/engine/distributed/distribute-store.ts'
import type { Command } from 'commander'
import { type CommandAct, onRecord } from '../on-record.ts'
import { jsonOption } from '../options.ts'
import { type Printing, print, refuse, say } from '../terminal.ts'

/** Past this nobody gains: each statement goes to every shard that it concerns. */
const shardCountMax = 1_024

export function storeCommands(program: Command): void {
  const store = program.command('store').description(
    say({
      pt: 'Onde os dados estão',
      en: 'Where the data lies',
    }),
  )
  const distributing = store
    .command('distribute')
    .description(
      say({
        pt: 'Distribui os dados, por documento, entre os servidores de um Citus; o serviço deve estar parado',
        en: 'Spread the data, by document, over the servers of a Citus; the service must be stopped',
      }),
    )
    .option(
      '--shards <count>',
      say({
        pt: 'Em quantas partes (duas para cada servidor se não se diz; fica como foi da primeira vez)',
        en: 'Into how many parts (two for each worker unless said; it stays as it was the first time)',
      }),
    )
    .option(...jsonOption)
  onRecord(distributing, { operation: 'comandoBancoDistribui', isForKeptStore: true, work: distribute })
}

async function distribute(
  { store }: CommandAct,
  { shards, json }: Printing & { shards?: string },
): Promise<void> {
  if (store.distribute === undefined) return refuse(notPostgres)
  const count = shards === undefined ? undefined : Number(shards)
  if (count !== undefined && (!Number.isInteger(count) || count < 1 || count > shardCountMax)) {
    refuse({
      pt: `--shards deve ser um número inteiro de 1 a ${shardCountMax}.`,
      en: `--shards must be a whole number from 1 to ${shardCountMax}.`,
    })
  }
  try {
    const { before, after } = await store.distribute(count)
    if (json) return print(JSON.stringify({ before, after }))
    tellLayout({ pt: 'Antes:', en: 'Before:' }, before)
    tellLayout({ pt: 'Agora:', en: 'Now:' }, after)
    print(say(isSame(before, after) ? nothingToDo : done))
  } catch (error) {
    if (!(error instanceof DistributionFault)) throw error
    refuse(texts[error.kind])
  }
}

function tellLayout(title: Text, { spread, reference, onCoordinator, shards, workers }: Layout): void {
  const list = (names: readonly string[]) => (names.length === 0 ? '-' : names.join(', '))
  print(say(title))
  print(
    say({
      pt: `  distribuídas (${shards} partes em ${workers} servidores): ${list(spread)}`,
      en: `  spread (${shards} parts on ${workers} workers): ${list(spread)}`,
    }),
  )
  print(
    say({
      pt: `  inteiras em cada servidor: ${list(reference)}`,
      en: `  whole on every server: ${list(reference)}`,
    }),
  )
  print(
    say({
      pt: `  só no coordenador: ${list(onCoordinator)}`,
      en: `  on the coordinator alone: ${list(onCoordinator)}`,
    }),
  )
}

const isSame = (before: Layout, after: Layout): boolean => JSON.stringify(before) === JSON.stringify(after)

const done: Text = {
  pt: 'Distribuído. Inicie o serviço de novo; lastro backup não copia dados distribuídos (veja o guia).',
  en: 'Spread. Start the service again; lastro backup does not copy data that is spread (see the guide).',
}

const nothingToDo: Text = {
  pt: 'Já estava tudo distribuído. Nada mudou.',
  en: 'All of it was spread already. Nothing changed.',
}

const notPostgres: Text = {
  pt: 'Os dados estão em SQLite, num só arquivo. Leve-os antes a um PostgreSQL com lastro move --to.',
  en: 'The data is in SQLite, in one file. Take it to a PostgreSQL first with lastro move --to.',
}

const texts: Readonly<Record<DistributionFaultKind, Text>> = {
  no_extension: {
    pt: "O banco não tem o Citus. Instale-o em cada servidor, ponha shared_preload_libraries = 'citus' e max_prepared_transactions acima de 0, reinicie, e rode create extension citus neste banco e no banco de mesmo nome de cada servidor.",
    en: "The database does not have Citus. Install it on each server, set shared_preload_libraries = 'citus' and max_prepared_transactions above 0, restart, and run create extension citus in this database and in that of the same name on each server.",
  },
  no_coordinator: {
    pt: "O coordenador não sabe o seu endereço. Rode neste banco: select citus_set_coordinator_host('ENDEREÇO', PORTA).",
    en: "The coordinator does not know its own address. Run in this database: select citus_set_coordinator_host('ADDRESS', PORT).",
  },
  no_workers: {
    pt: "Não há servidores para distribuir. Rode neste banco, para cada um: select citus_add_node('ENDEREÇO', PORTA).",
    en: "There are no workers to spread over. Run in this database, for each: select citus_add_node('ADDRESS', PORT).",
  },
  no_prepared_transactions: {
    pt: 'Um dos servidores tem max_prepared_transactions = 0, e sem ele um registro poderia ficar pela metade. Ponha 200 em todos e reinicie-os.',
    en: 'One of the servers has max_prepared_transactions = 0, and without it a record could be left half written. Set it to 200 on all of them and restart them.',
  },
  in_use: {
    pt: 'Um Lastro está ligado a este banco. Encerre os serviços e os outros comandos antes. Nada mudou.',
    en: 'A Lastro is connected to this database. Stop services and other commands first. Nothing changed.',
  },
}
