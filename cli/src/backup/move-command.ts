import { join } from 'node:path'
import { moveSnapshot } from '@lastro/service/data/snapshots/move-snapshot.ts'
import { openSnapshots, publicDataDirectory } from '@lastro/service/data/snapshots/open-snapshots.ts'
import { settingFault } from '@lastro/service/program/setting-fault.ts'
import { BackupFault } from '@lastro/service/store/backup/backup-fault.ts'
import { moveToPostgres } from '@lastro/service/store/move/move-to-postgres.ts'
import type { Store } from '@lastro/service/store/store.ts'
import type { Command } from 'commander'
import { type CommandAct, onRecord } from '../on-record.ts'
import { jsonOption } from '../options.ts'
import { CommandError, clock, config, type Printing, refuse, say, tell } from '../terminal.ts'
import { saidInWords } from './fault-text.ts'

export function moveCommand(program: Command): void {
  const moving = program
    .command('move')
    .description(
      say({
        pt: 'Leva tudo de SQLite para um PostgreSQL vazio, a trilha também; o serviço deve estar parado',
        en: 'Carry everything from SQLite to an empty PostgreSQL, the trail too; the service must be stopped',
      }),
    )
    .requiredOption('--to <url>', 'postgres://user:password@host:5432/database')
    .option(...jsonOption)
  onRecord(moving, { operation: 'comandoBancoMuda', isForKeptStore: true, work: move })
}

async function move({ store }: CommandAct, { to, json }: Printing & { to: string }): Promise<void> {
  const { databaseUrl, dataDirectory } = config
  if (databaseUrl !== undefined) {
    refuse({
      pt: 'DATABASE_URL está definida: os dados já estão num PostgreSQL. Para mudar de servidor, use lastro backup e lastro restore.',
      en: 'DATABASE_URL is set: the data is in a PostgreSQL already. To change servers, use lastro backup and lastro restore.',
    })
  }
  if (!/^postgres(ql)?:\/\//.test(to)) {
    refuse({
      pt: '--to deve ser um endereço como postgres://usuario:senha@servidor:5432/banco.',
      en: '--to must be an address such as postgres://user:password@host:5432/database.',
    })
  }
  if (store.isNewer) await saidInWords(() => Promise.reject(new BackupFault('newer_store', dataDirectory)))
  const { rows } = await aboutTarget(() =>
    saidInWords(() =>
      moveToPostgres({
        store,
        clock,
        dataDirectory,
        databaseUrl: to,
        carryFirst: () => carrySnapshots(store, to),
      }),
    ),
  )
  tell(
    { json },
    { rows },
    {
      pt: `Levadas ${rows} linhas; as duas trilhas terminam nos mesmos elos. Inicie o serviço com DATABASE_URL, e com a mesma chave dos segredos: LASTRO_DATA continua a guardar secrets.key. Não inicie mais o serviço sem DATABASE_URL.`,
      en: `Carried ${rows} rows; both trails end in the same links. Start the service with DATABASE_URL, and with the same key of the secrets: LASTRO_DATA goes on holding secrets.key. Do not start it without DATABASE_URL any more.`,
    },
  )
}

/** What a setting is told of is told of --to here: DATABASE_URL is not set. */
async function aboutTarget<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const fault = error instanceof CommandError ? undefined : settingFault(error)
    if (fault === undefined) throw error
    const told = (text: string) => text.replaceAll('DATABASE_URL', '--to')
    return refuse({ pt: told(fault.pt), en: told(fault.en) })
  }
}

/** Each is whole or not there; those that a move that was cut off has left are made anew. */
async function carrySnapshots({ dataCatalogue }: Store, databaseUrl: string): Promise<void> {
  const { dataDirectory } = config
  const directory = publicDataDirectory(dataDirectory)
  const target = await openSnapshots({ databaseUrl, dataDirectory })
  try {
    for (const { id, state } of await dataCatalogue.list())
      if (state === 'ready') await moveSnapshot(join(directory, `${id}.sqlite`), id, target)
  } finally {
    await target.close()
  }
}
