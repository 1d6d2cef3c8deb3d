import { type Static, Type } from 'typebox'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { sourceFaults } from '../reports/source-faults.ts'
import { DeclaredSource } from './declared-sources.ts'
import { environment } from './operator-parts.ts'

/** How a source has answered in the last minutes, as one process saw it. */
export const SourceHealth = Type.Object(
  {
    environment,
    name: Type.String(described({ pt: 'Nome da fonte.', en: 'Name of the source.' })),
    health: Type.Enum(['up', 'failing', 'unknown'], {
      ...described({
        pt: 'up responde; failing falha em metade das chamadas ou mais; unknown não foi perguntada.',
        en: 'up answers; failing fails half of the calls or more; unknown was not asked.',
      }),
    }),
    calls: Type.Integer(described({ pt: 'Chamadas no intervalo.', en: 'Calls in the window.' })),
    failures: Type.Integer(described({ pt: 'Das quais falharam.', en: 'Of which failed.' })),
    p50Ms: Type.Optional(
      Type.Number(described({ pt: 'Metade responde em até tanto.', en: 'Half answer within this.' })),
    ),
    p95Ms: Type.Optional(
      Type.Number(described({ pt: '95% respondem em até tanto.', en: '95% answer within this.' })),
    ),
    lastFailure: Type.Optional(
      Type.Object({
        at: leaf.instant({ pt: 'Quando.', en: 'When.' }),
        kind: Type.Enum(Object.keys(sourceFaults)),
      }),
    ),
  },
  { $id: 'SourceHealth' },
)
export type SourceHealth = Static<typeof SourceHealth>

export const SourcesAnswer = success(
  Type.Object({
    process: Type.Object(
      {
        host: Type.String(),
        pid: Type.Integer(),
        startedAt: leaf.instant({ pt: 'Desde quando conta.', en: 'Since when it counts.' }),
      },
      described({
        pt: 'De que processo são as medidas. Onde há vários, cada um mede o que ele mesmo responde.',
        en: 'Whose figures these are. Where there are several processes, each measures what it answers itself.',
      }),
    ),
    windowMinutes: Type.Integer(described({ pt: 'O intervalo medido.', en: 'The window measured.' })),
    sources: Type.Array(SourceHealth),
    declared: Type.Array(DeclaredSource),
  }),
)
