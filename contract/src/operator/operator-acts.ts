import { type Static, Type } from 'typebox'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { commandLineUserId } from './command-acts.ts'
import { cursor } from './operator-parts.ts'

/** Something an operator did. No secret and no document is ever in it. */
export const OperatorAct = Type.Object(
  {
    id: Type.String(),
    at: leaf.instant({ pt: 'Quando.', en: 'When.' }),
    userId: Type.String(
      described({
        pt: `Quem; ${commandLineUserId} quando foi um comando.`,
        en: `Who; ${commandLineUserId} where it was a command.`,
      }),
    ),
    userName: Type.String(
      described({
        pt: 'O nome que tinha; de um comando, o usuário do sistema.',
        en: 'The name it had; of a command, the system user.',
      }),
    ),
    operation: Type.String({
      examples: ['operadorClientesInclui'],
      ...described({
        pt: 'O quê: a operação, ou o comando, quando não há operação que faça o mesmo.',
        en: 'What: the operation, or the command, where no operation does the same.',
      }),
    }),
    target: Type.Optional(Type.String(described({ pt: 'Sobre quem: um id.', en: 'On whom: an id.' }))),
    outcome: Type.Optional(
      Type.String({
        examples: ['done'],
        ...described({
          pt: 'done, ou o código da recusa (refused, quando não tem um); ausente se o processo parou no meio.',
          en: 'done, or the code it was refused with (refused, where it has none); absent if the process stopped half way.',
        }),
      }),
    ),
    requestId: Type.String(),
  },
  { $id: 'OperatorAct' },
)
export type OperatorAct = Static<typeof OperatorAct>

export const OperatorActsAnswer = success(Type.Object({ acts: Type.Array(OperatorAct), cursor }))
