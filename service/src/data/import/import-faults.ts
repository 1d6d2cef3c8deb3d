import { DataFault } from '../data-fault.ts'

/** What the system says when there is no room, in a sentence; undefined for anything else. */
export function diskFault(error: unknown): DataFault | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as NodeJS.ErrnoException
  const errcode = 'errcode' in error ? Number(error.errcode) & 0xff : 0
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || errcode === sqliteFull) return diskFull
  return code === postgresFull ? databaseDiskFull : undefined
}

const sqliteFull = 13
const postgresFull = '53100'

const diskFull = new DataFault({
  pt: 'O disco está cheio. Libere espaço, ou indique outro lugar com LASTRO_DATA, e importe de novo: nada ficou pela metade e o que era servido continua.',
  en: 'The disk is full. Make room, or name another place with LASTRO_DATA, and import again: nothing was half-kept, and what was served still is.',
})

const databaseDiskFull = new DataFault({
  pt: 'O disco do PostgreSQL está cheio. Libere espaço nele e importe de novo: o que era servido continua.',
  en: 'The disk of PostgreSQL is full. Make room there and import again: what was served still is.',
})

/** By a signal; what was read and written so far is kept for `--resume`. */
export const stopped = new DataFault({
  pt: 'Importação interrompida. Continue com o mesmo comando e --resume; sem ele, começa do início. O que era servido continua.',
  en: 'The import was stopped. Go on with the same command and --resume; without it, it begins anew. What was served still is.',
})

export const alreadyRunning = new DataFault({
  pt: 'Outra importação está em curso. Espere que termine; lastro data list mostra até onde foi.',
  en: 'Another import is under way. Wait for it to end; lastro data list shows how far it is.',
})
