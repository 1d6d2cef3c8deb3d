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

/** The code of a section that shows what some of its sources have told, while another did not answer. */
export const sectionIncomplete = 'section_incomplete'

/** Every code that a section's `error` may have. */
export const sectionFaults = {
  ...sourceFaults,
  [sectionIncomplete]: {
    pt: 'Uma das fontes desta seção não respondeu: pode haver mais do que se mostra.',
    en: 'One of the sources of this section did not answer: there may be more than is shown.',
  },
} as const satisfies Record<string, Text>

/** Says which source it was, and what was wrong with it. */
export const incompleteText = (source: string, fault: SourceFault): Text => ({
  pt: `${sectionFaults[sectionIncomplete].pt} ${source}: ${sourceFaults[fault].pt}`,
  en: `${sectionFaults[sectionIncomplete].en} ${source}: ${sourceFaults[fault].en}`,
})
