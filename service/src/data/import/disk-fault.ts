import { DataFault } from '../data-fault.ts'

/** What the system says when there is no room, in a sentence; undefined for anything else. */
export function diskFault(error: unknown): DataFault | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as NodeJS.ErrnoException
  const errcode = 'errcode' in error ? Number(error.errcode) & 0xff : 0
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || errcode === sqliteFull) return diskFull
  return undefined
}

const sqliteFull = 13

const diskFull = new DataFault({
  pt: 'O disco está cheio. Libere espaço, ou indique outro lugar com LASTRO_DATA, e importe de novo: nada ficou pela metade e o que era servido continua.',
  en: 'The disk is full. Make room, or name another place with LASTRO_DATA, and import again: nothing was half-kept, and what was served still is.',
})
