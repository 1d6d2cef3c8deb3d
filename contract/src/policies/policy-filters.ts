import type { Text } from '../text.ts'

/** What narrows a value down, as members of `of`. */
export const policyFilters = {
  kinds: {
    pt: 'As seções que contam: `listingP`, `listingR`, `collectionRecords`, `check`, `notary`. Todas, quando ausente.',
    en: 'The sections that count: `listingP`, `listingR`, `collectionRecords`, `check`, `notary`. All of them when absent.',
  },
  withinDays: {
    pt: 'Só o que aconteceu nos últimos tantos dias, o primeiro incluído. Obrigatório nas consultas, de 1 a 365.',
    en: 'Only what happened in the last so many days, the first included. Required of consultations, from 1 to 365.',
  },
  olderThanDays: {
    pt: 'Só o que aconteceu há mais de tantos dias.',
    en: 'Only what happened more than so many days ago.',
  },
  amountFrom: { pt: 'Só o que tem este valor ou mais.', en: 'Only what has this amount or more.' },
  creditors: {
    pt: 'Só o destes credores, pelo nome inteiro; acentos, maiúsculas e espaços repetidos não importam.',
    en: 'Only what is owed to these creditors, by their whole name; accents, capitals and repeated blanks do not matter.',
  },
  exceptCreditors: { pt: 'Só o que não é destes credores.', en: 'Only what is not owed to these creditors.' },
} as const satisfies Record<string, Text>

export type FilterName = keyof typeof policyFilters
