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
