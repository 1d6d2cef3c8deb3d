import type { Text } from '../text.ts'

/** Where a batch of queries stands. */
export const queryBatchStates = {
  receiving: { pt: 'Recebendo', en: 'Receiving' },
  interrupted: { pt: 'Envio interrompido', en: 'Sending cut off' },
  running: { pt: 'Consultando', en: 'Asking' },
  waiting: { pt: 'Esperando', en: 'Waiting' },
  paused: { pt: 'Pausado', en: 'Paused' },
  cancelled: { pt: 'Cancelado', en: 'Cancelled' },
  done: { pt: 'Concluído', en: 'Done' },
} as const satisfies Record<string, Text>

/** Why a batch that could go on does not. */
export const queryBatchWaits = {
  quota_exceeded: {
    pt: 'A cota do mês acabou. Continua sozinho quando houver mais.',
    en: 'The quota of the month is used up. It goes on by itself when there is more.',
  },
  access_ended: {
    pt: 'Quem o enviou já não pode consultar. Continua sozinho quando puder de novo.',
    en: 'Whoever sent it may no longer ask. It goes on by itself once they may again.',
  },
} as const satisfies Record<string, Text>
export type QueryBatchWait = keyof typeof queryBatchWaits

/** What became of a line. */
export const queryLineStatuses = {
  waiting: { pt: 'Por consultar', en: 'To be asked' },
  asking: { pt: 'Em consulta', en: 'Being asked' },
  answered: { pt: 'Respondida', en: 'Answered' },
  refused: { pt: 'Recusada', en: 'Refused' },
  invalid: { pt: 'Não pôde ser lida', en: 'Could not be read' },
  repeated: { pt: 'Repete outra linha', en: 'Repeats another line' },
  unknown: { pt: 'Sem desfecho conhecido', en: 'Outcome unknown' },
} as const satisfies Record<string, Text>
export type QueryLineStatus = keyof typeof queryLineStatuses

/** The code of a line that was being asked when its process ended. */
export const outcomeUnknownCode = 'source_outcome_unknown'
