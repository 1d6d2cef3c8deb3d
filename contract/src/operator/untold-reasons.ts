import type { Text } from '../text.ts'

/** Why somebody has to tell it by hand. */
export const untoldReasons = {
  no_channel: {
    pt: 'Não há por onde comunicar.',
    en: 'There is no channel to tell it by.',
  },
  client_revoked: { pt: 'O cliente foi revogado.', en: 'The client was revoked.' },
  undelivered: { pt: 'Nenhum envio foi aceito.', en: 'No delivery was taken.' },
  overdue: {
    pt: 'O prazo de cinco dias úteis passou, e o envio ainda espera.',
    en: 'The five business days are over, and its sending still waits.',
  },
} as const satisfies Record<string, Text>
export type UntoldReason = keyof typeof untoldReasons
