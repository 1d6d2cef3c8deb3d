import type { Text } from '../text.ts'

/** Everything that a client can be told of a document it watches. */
export const alertEvents = {
  'listing.published': { pt: 'Uma dívida foi publicada.', en: 'A debt was published.' },
  'listing.changed': { pt: 'Uma dívida publicada mudou.', en: 'A published debt changed.' },
  'listing.released': { pt: 'Uma dívida foi baixada.', en: 'A debt was released.' },
  'listing.expired': {
    pt: 'O prazo de exibição de uma dívida terminou.',
    en: 'The time for showing a debt is over.',
  },
  'listing.corrected': {
    pt: 'Uma dívida que foi mostrada estava errada.',
    en: 'A debt that was shown was wrong.',
  },
  'registration.changed': { pt: 'O cadastro mudou.', en: 'The registration changed.' },
  'partners.changed': { pt: 'O quadro de sócios mudou.', en: 'The partners changed.' },
  'status.changed': { pt: 'A situação cadastral mudou.', en: 'The status changed.' },
  'public_debt.changed': { pt: 'A dívida ativa mudou.', en: 'The public debt changed.' },
  'sanction.added': { pt: 'Há uma sanção nova.', en: 'There is a new sanction.' },
  'sanction.removed': { pt: 'Uma sanção não vale mais.', en: 'A sanction is no longer in force.' },
  'negative.added': {
    pt: 'Há anotação negativa de outra fonte.',
    en: 'There is negative data from another source.',
  },
  'negative.removed': {
    pt: 'Saiu anotação negativa de outra fonte.',
    en: 'Negative data from another source is gone.',
  },
  'decision.changed': {
    pt: 'A decisão da sua política mudou.',
    en: 'The decision of your policy changed.',
  },
} as const satisfies Record<string, Text>

/** What a policy says of a watched document is no longer what it said. It follows from another event. */
export const decisionEvent = 'decision.changed' satisfies AlertEvent

export type AlertEvent = keyof typeof alertEvents
export const alertEventNames = Object.keys(alertEvents) as readonly AlertEvent[]
