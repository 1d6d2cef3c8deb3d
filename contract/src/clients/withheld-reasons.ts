import type { Text } from '../text.ts'

/** Why something of a kept report is left out. It is never said what, where or how much. */
export const withheldReasons = {
  no_longer_shown: {
    pt: 'Algo deste relatório já não pode ser lido (pago, baixado, suspenso, corrigido ou com o prazo encerrado) e não é mostrado.',
    en: 'Something of this report may no longer be read (paid, released, suspended, corrected or past its time) and is not shown.',
  },
  unconfirmed: {
    pt: 'Algo deste relatório não pôde ser confirmado agora e não é mostrado. Tente de novo mais tarde.',
    en: 'Something of this report could not be confirmed now and is not shown. Try again later.',
  },
  contact_data: {
    pt: 'Os dados de contato já não fazem parte do contrato e não são mostrados.',
    en: 'Contact data is no longer part of the contract and is not shown.',
  },
  not_contracted: {
    pt: 'Um adicional deste relatório já não faz parte do contrato, e o que ele mostrava não é mostrado.',
    en: 'An additional of this report is no longer part of the contract, and what it showed is not shown.',
  },
} as const satisfies Record<string, Text>

export type WithheldReason = keyof typeof withheldReasons
