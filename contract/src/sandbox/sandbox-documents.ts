import { type Static, Type } from 'typebox'
import { described } from '../leaves.ts'
import { success } from '../reports/queries.ts'

export const SandboxDocument = Type.Object(
  {
    documento: Type.String(),
    documentType: Type.Enum(['CPF', 'CNPJ']),
    name: Type.Optional(
      Type.String(
        described({
          pt: 'O nome inventado; ausente onde nenhum cadastro o diz.',
          en: 'The invented name; absent where no registration tells it.',
        }),
      ),
    ),
    title: Type.String(
      described({ pt: 'O cenário em poucas palavras.', en: 'The scenario in a few words.' }),
    ),
    shows: Type.String(described({ pt: 'O que a consulta mostra.', en: 'What a query shows.' })),
    status: Type.Record(Type.String(), Type.Integer(), {
      examples: [{ relatorioBasico: 203, cadastral: 200 }],
      ...described({
        pt: 'O status da resposta de cada produto, sem adicionais.',
        en: 'The status each product answers, without features.',
      }),
    }),
    products: Type.Array(Type.String(), {
      ...described({ pt: 'Produtos que o aceitam.', en: 'Products that accept it.' }),
    }),
  },
  { $id: 'SandboxDocument' },
)
export type SandboxDocument = Static<typeof SandboxDocument>

export const SandboxDocumentsAnswer = success(Type.Object({ documents: Type.Array(SandboxDocument) }))
