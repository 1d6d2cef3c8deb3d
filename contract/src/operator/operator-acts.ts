import { type Static, Type } from 'typebox'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { cursor } from './operator-parts.ts'

/** Something an operator did. No secret and no document is ever in it. */
export const OperatorAct = Type.Object(
  {
    id: Type.String(),
    at: leaf.instant({ pt: 'Quando.', en: 'When.' }),
    userId: Type.String(described({ pt: 'Quem.', en: 'Who.' })),
    userName: Type.String(described({ pt: 'O nome que tinha.', en: 'The name it had.' })),
    operation: Type.String({
      examples: ['operadorClientesInclui'],
      ...described({ pt: 'O quê: a operação.', en: 'What: the operation.' }),
    }),
    target: Type.Optional(Type.String(described({ pt: 'Sobre quem: um id.', en: 'On whom: an id.' }))),
    outcome: Type.Optional(
      Type.String({
        examples: ['done'],
        ...described({
          pt: 'done, ou o código da recusa; ausente se o processo parou no meio.',
          en: 'done, or the code it was refused with; absent if the process stopped half way.',
        }),
      }),
    ),
    requestId: Type.String(),
  },
  { $id: 'OperatorAct' },
)
export type OperatorAct = Static<typeof OperatorAct>

export const OperatorActsAnswer = success(Type.Object({ acts: Type.Array(OperatorAct), cursor }))
