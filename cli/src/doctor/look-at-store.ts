import type { Text } from '@lastro/contract/text.ts'
import type { NotReady } from '@lastro/service/http/health/readiness.ts'
import type { Store } from '@lastro/service/store/store.ts'
import type { Finding } from './finding.ts'

/** Whether a query could be recorded now, by what `/readyz` goes by. */
export async function lookAtStore(store: Store): Promise<readonly Finding[]> {
  const reason = await store.checkRecording()
  const engine = store.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  return [
    reason === undefined
      ? { of: 'store', state: 'well', text: { pt: `${engine} grava.`, en: `${engine} takes writes.` } }
      : { of: reason === 'disk_full' ? 'disk' : 'store', state: 'mend', text: notReadyTexts[reason] },
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

const notReadyTexts: Readonly<Record<NotReady, Text>> = {
  store_unavailable: {
    pt: 'O banco não responde. Confira DATABASE_URL e se ele está no ar.',
    en: 'The database does not answer. Check DATABASE_URL and whether it is up.',
  },
  disk_full: {
    pt: 'O disco está quase cheio: o serviço não responde assim. Libere espaço.',
    en: 'The disk is nearly full: the service does not answer like this. Make room.',
  },
  read_only: {
    pt: 'O banco só aceita leituras. Aponte DATABASE_URL para o primário.',
    en: 'The database takes reads only. Point DATABASE_URL at the primary.',
  },
  commits_stalled: {
    pt: 'As gravações não andam. Veja no banco quem as segura (pg_stat_activity, pg_locks).',
    en: 'Commits do not move. See in the database who holds them up (pg_stat_activity, pg_locks).',
  },
  synchronous_commit_off: {
    pt: 'synchronous_commit=off perde consultas respondidas numa queda. Ligue-o no servidor.',
    en: 'synchronous_commit=off loses answered queries in a crash. Turn it on at the server.',
  },
}
