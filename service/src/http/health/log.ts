import { hideDocuments } from '@lastro/rules/documents/document-number.ts'
import pino, { type Logger } from 'pino'

/** What the service says about itself, one JSON object a line. It is never handed a document or a secret. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'isLevelEnabled'>

export function openLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorText },
  }
  return pino(options, destination ?? pino.destination({ dest: 2, sync: true }))
}

/** An engine's error may quote the values it choked on, so its words go through a filter. */
function errorText(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error ? { code: String(error.code) } : {}
  return { type: error.name, ...code, stack: hideDocuments(error.stack ?? error.message) }
}
