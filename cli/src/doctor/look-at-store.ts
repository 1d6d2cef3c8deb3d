import type { Text } from '@lastro/contract/text.ts'
import { type NotReady, readiness } from '@lastro/service/http/health/readiness.ts'
import type { Store } from '@lastro/service/store/store.ts'
import type { Finding } from './finding.ts'

/** Checks whether a query could be recorded now, as `/readyz` does, with the same time limit. */
export async function lookAtStore(store: Store): Promise<readonly Finding[]> {
  const reason = await readiness(store.checkRecording)()
  const engine = store.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  return [
    reason === undefined
      ? { of: 'store', state: 'well', text: { pt: `${engine} grava.`, en: `${engine} takes writes.` } }
      : {
          of: reason === 'disk_full' ? 'disk' : 'store',
          state: 'mend',
          reason,
          text: notReadyTexts[reason],
        },
    ...(store.isNewer ? [newer] : []),
    ...(await lookAtDisk(store)),
  ]
}

async function lookAtDisk({ figures }: Store): Promise<readonly Finding[]> {
  const free = await figures.diskFreeBytes?.()
  if (free === undefined) return []
  const gib = (free / 2 ** 30).toFixed(1)
  const text = { pt: `${gib} GiB livres onde ficam os dados.`, en: `${gib} GiB free where the data is kept.` }
  return [{ of: 'disk', state: free < scarceBytes ? 'look' : 'well', text }]
}

/** Long before the service stops answering. */
const scarceBytes = 5 * 2 ** 30

const newer: Finding = {
  of: 'store',
  state: 'look',
  text: {
    pt: 'Uma versão mais nova já trabalhou nestes dados. Instale a mesma, ou mais nova.',
    en: 'A newer release has worked on this data. Install that one, or a newer one.',
  },
}

export const notReadyTexts: Readonly<Record<NotReady, Text>> = {
  store_unavailable: {
    pt: 'O banco não responde. Confira DATABASE_URL e se ele está no ar.',
    en: 'The database does not answer. Check DATABASE_URL and whether it is up.',
  },
  connections_exhausted: {
    pt: 'O PostgreSQL não tem conexões livres. Aumente max_connections, ou encerre o que as ocupa (pg_stat_activity).',
    en: 'PostgreSQL has no free connection. Raise max_connections, or stop the clients that use them up (pg_stat_activity).',
  },
  disk_full: {
    pt: 'O disco dos dados está cheio ou tem menos espaço livre que LASTRO_DISK_FREE_MIN_MB: o serviço recusa requisições até que haja espaço. Libere espaço.',
    en: 'The data disk is full or has less free space than LASTRO_DISK_FREE_MIN_MB: the service refuses requests until there is space. Free some space.',
  },
  read_only: {
    pt: 'O banco só aceita leituras. Aponte DATABASE_URL para o primário; com SQLite, confira se é possível gravar no diretório de dados.',
    en: 'The store is read-only. Point DATABASE_URL at the primary; with SQLite, check that the data directory is writable.',
  },
  commits_stalled: {
    pt: 'As gravações estão paradas. Veja o que as bloqueia (no PostgreSQL, pg_stat_activity e pg_locks), o disco e a réplica síncrona.',
    en: 'Commits have stalled. Check what blocks them (in PostgreSQL, pg_stat_activity and pg_locks), the disk, and the synchronous standby.',
  },
  synchronous_commit_off: {
    pt: 'synchronous_commit=off perde consultas respondidas numa queda. Ligue-o no servidor.',
    en: 'synchronous_commit=off loses answered queries in a crash. Turn it on at the server.',
  },
}
