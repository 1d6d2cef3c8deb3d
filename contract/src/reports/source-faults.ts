import type { Text } from '../text.ts'

/** The faults of a source, as the code of a section's `error`. */
export const sourceFaults = {
  source_timeout: {
    pt: 'A fonte não respondeu dentro do prazo.',
    en: 'The source did not answer within the deadline.',
  },
  source_unavailable: { pt: 'A fonte está fora do ar.', en: 'The source is down.' },
  source_refused: { pt: 'A fonte recusou a consulta.', en: 'The source refused the query.' },
  source_answer_invalid: {
    pt: 'A fonte respondeu algo que não pôde ser lido.',
    en: 'The source answered something that could not be read.',
  },
} as const satisfies Record<string, Text>

export type SourceFault = keyof typeof sourceFaults

/** The code of a section that shows what its sources have told, while there may be more of which they did not tell. */
export const sectionIncomplete = 'section_incomplete'

/** Every code that a section's `error` may have. */
export const sectionFaults = {
  ...sourceFaults,
  [sectionIncomplete]: {
    pt: 'Pode haver mais do que se mostra: uma fonte desta seção não respondeu, conta mais do que lista ou tem um valor que não pôde ser lido.',
    en: 'There may be more than is shown: a source of this section did not answer, counts more than it lists, or has an amount that could not be read.',
  },
} as const satisfies Record<string, Text>

/** Says which source it was, and what was wrong with it. */
export const incompleteText = (source: string, fault: SourceFault): Text => ({
  pt: `Uma das fontes desta seção não respondeu: pode haver mais do que se mostra. ${source}: ${sourceFaults[fault].pt}`,
  en: `One of the sources of this section did not answer: there may be more than is shown. ${source}: ${sourceFaults[fault].en}`,
})

/** Nothing of what may be among the rest: that somebody has a debt that is hidden here is told to nobody. */
export const unlistedText: Text = {
  pt: 'Uma fonte conta mais do que lista aqui: pode haver mais do que se mostra.',
  en: 'A source counts more than it lists here: there may be more than is shown.',
}

export const unreadableText: Text = {
  pt: 'Algum valor, quantidade ou data desta seção não pôde ser lido: pode haver mais do que se mostra.',
  en: 'An amount, count or date in this section could not be read: there may be more than is shown.',
}
