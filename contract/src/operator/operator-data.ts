import { type Static, Type } from 'typebox'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'

const count = (pt: string, en: string) => Type.Integer({ minimum: 0, ...described({ pt, en }) })

const reasons = (pt: string, en: string) =>
  Type.Record(Type.String(), Type.Integer({ minimum: 0 }), described({ pt, en }))

const rowCounts = {
  read: count('Linhas lidas: a soma das três seguintes.', 'Rows read: the sum of the next three.'),
  kept: count('Linhas guardadas.', 'Rows kept.'),
  merged: count('Linhas que repetem outra.', 'Rows that repeat another.'),
  quarantined: count('Linhas postas de lado.', 'Rows put aside.'),
}

/** What became of the rows of one file. */
export const DataFileAccount = Type.Object(
  {
    zip: Type.String(described({ pt: 'O zip.', en: 'The zip.' })),
    file: Type.String(described({ pt: 'O arquivo dentro dele.', en: 'The file in it.' })),
    kind: Type.String(described({ pt: 'O que o arquivo traz.', en: 'What the file holds.' })),
    ...rowCounts,
    quarantinedBy: reasons('Por que linhas foram postas de lado.', 'Why rows were put aside.'),
    fields: reasons('Campos corrigidos ou omitidos, por motivo.', 'Fields repaired or left out, by reason.'),
  },
  { $id: 'DataFileAccount' },
)
export type DataFileAccount = Static<typeof DataFileAccount>

export const dataStates = ['served', 'kept', 'importing', 'stopped'] as const

/** A period of a set of public data that was imported, or is being. */
export const DataSnapshot = Type.Object(
  {
    id: Type.String(described({ pt: 'Identifica a importação.', en: 'Identifies the import.' })),
    dataSet: Type.String({
      examples: ['receita'],
      ...described({ pt: 'O conjunto.', en: 'The set.' }),
    }),
    period: Type.String({ examples: ['2026-10'], ...described({ pt: 'O período.', en: 'The period.' }) }),
    date: leaf.date({ pt: 'A data dos dados.', en: 'The day of the data.' }),
    ageDays: count('Há quantos dias é essa data.', 'How many days ago that is.'),
    late: Type.Boolean(
      described({
        pt: 'Se há dados mais novos publicados que ninguém importou; só do que é servido.',
        en: 'Whether newer data was published that nobody has imported; of what is served alone.',
      }),
    ),
    state: Type.Enum([...dataStates], {
      ...described({
        pt: 'served responde consultas; kept está guardado; importing está sendo importado; stopped parou no meio.',
        en: 'served answers queries; kept is at hand; importing is being imported; stopped half way.',
      }),
    }),
    startedAt: leaf.instant({ pt: 'Quando a importação começou.', en: 'When its import began.' }),
    importedAt: Type.Optional(leaf.instant({ pt: 'Quando terminou.', en: 'When it ended.' })),
    progress: Type.Optional(
      Type.Object({
        step: Type.Enum(['reading', 'writing'], described({ pt: 'O que faz.', en: 'What it does.' })),
        rows: count('Linhas lidas até agora.', 'Rows read so far.'),
        percent: count('Quanto do todo.', 'How much of the whole.'),
      }),
    ),
    sizeBytes: Type.Optional(count('O que ocupa no disco.', 'What it takes on disk.')),
    totals: Type.Optional(Type.Object(rowCounts)),
    files: Type.Optional(
      Type.Array(
        DataFileAccount,
        described({ pt: 'A conta de cada arquivo.', en: 'The account of each file.' }),
      ),
    ),
  },
  { $id: 'DataSnapshot' },
)
export type DataSnapshot = Static<typeof DataSnapshot>

export const DataAnswer = success(
  Type.Object({
    snapshots: Type.Array(
      DataSnapshot,
      described({
        pt: 'Por conjunto, dos dados mais novos para os mais antigos.',
        en: 'By set, newest data first.',
      }),
    ),
  }),
)

export const DataSnapshotAnswer = success(DataSnapshot)
