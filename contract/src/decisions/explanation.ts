import { type Static, Type } from 'typebox'
import { described, leaf } from '../leaves.ts'
import { outcomes } from '../policies/policy.ts'
import { success } from '../reports/queries.ts'

/** A decision in plain words, for whoever it was made on. */
export const DecisionExplanation = Type.Object(
  {
    id: Type.String(described({ pt: 'A decisão.', en: 'The decision.' })),
    writtenAt: leaf.instant({ pt: 'Quando foi escrita.', en: 'When it was written.' }),
    outcome: Type.Enum(
      [...outcomes],
      described({ pt: 'O resultado que vale.', en: 'The outcome that stands.' }),
    ),
    title: Type.String(),
    sections: Type.Array(
      Type.Object({ heading: Type.String(), paragraphs: Type.Array(Type.String()) }),
      described({
        pt: 'A decisão, o motivo, o que foi olhado e os direitos da pessoa, no idioma pedido.',
        en: 'The decision, why, what was looked at, and the rights of the person, in the language asked for.',
      }),
    ),
    text: Type.String(
      described({
        pt: 'O mesmo num texto só, para uma mensagem.',
        en: 'The same as one text, for a message.',
      }),
    ),
  },
  { $id: 'DecisionExplanation' },
)
export type DecisionExplanation = Static<typeof DecisionExplanation>

export const DecisionExplanationAnswer = success(DecisionExplanation)
