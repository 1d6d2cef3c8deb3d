import { type Static, type TSchema, Type } from 'typebox'
import { codesOf } from '../codes-of.ts'
import { described } from '../leaves.ts'
import { coverages, SectionCoverage } from './coverage.ts'
import { type FeatureCode, features, type Product } from './products.ts'
import { purposes } from './purposes.ts'
import { type SectionId, sectionIds, sections } from './sections.ts'

export const featureCountMax = 50

/** Section 2.1 of the source document. Any other member is refused: a typing error would cost money. */
export const QueryRequest = Type.Object(
  {
    documento: Type.String({
      minLength: 1,
      maxLength: 64,
      examples: ['52998224725'],
      ...described({ pt: 'CPF ou CNPJ, com ou sem máscara.', en: 'CPF or CNPJ, with or without its mask.' }),
    }),
    features: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: featureCountMax,
        examples: [['MAIS_ANOTACOES']],
        ...described({
          pt: 'Códigos dos adicionais; repetidos são ignorados.',
          en: 'Feature codes; repeats are ignored.',
        }),
      }),
    ),
  },
  { additionalProperties: false, $id: 'QueryRequest' },
)
export type QueryRequest = Static<typeof QueryRequest>

/** What the demonstration takes: one of the sandbox's test documents. */
export const DemonstrationRequest = Type.Object(
  { documento: QueryRequest.properties.documento },
  { additionalProperties: false, $id: 'DemonstrationRequest' },
)
export type DemonstrationRequest = Static<typeof DemonstrationRequest>

export const AdditionalsRequest = Type.Object(
  {
    documento: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        ...described({
          pt: 'Para listar só o que serve a este documento.',
          en: 'To list only what fits this document.',
        }),
      }),
    ),
  },
  { additionalProperties: false, $id: 'AdditionalsRequest' },
)
export type AdditionalsRequest = Static<typeof AdditionalsRequest>

export const Additional = Type.Object(
  {
    code: Type.Enum(codesOf(features)),
    name: Type.String(),
    description: Type.String(),
    documentTypes: Type.Array(Type.Enum(['CPF', 'CNPJ'])),
    sections: Type.Array(Type.String(), {
      ...described({ pt: 'Seções que acrescenta.', en: 'Sections it adds.' }),
    }),
    contracted: Type.Boolean(
      described({ pt: 'Se o seu contrato inclui.', en: 'Whether your contract includes it.' }),
    ),
    coverage: Type.Enum([...coverages], {
      ...described({
        pt: 'A cobertura das fontes deste ambiente, para o documento enviado ou para os tipos de documento aceitos: complete, partial ou none. Com none, as seções ficam ausentes e não são cobradas.',
        en: 'The coverage by the sources of this environment, for the document sent or for the accepted document types: complete, partial or none. With none, the sections are absent and not billed.',
      }),
    }),
    coverageFor: Type.Partial(
      Type.Object({ CPF: Type.Enum([...coverages]), CNPJ: Type.Enum([...coverages]) }),
      described({
        pt: 'O mesmo, por tipo de documento.',
        en: 'The same, by document type.',
      }),
    ),
    price: Type.Optional(
      Type.String(
        described({ pt: 'Preço, quando o contrato fixa.', en: 'Price, where the contract sets one.' }),
      ),
    ),
  },
  { $id: 'Additional' },
)
export type Additional = Static<typeof Additional>

/** The envelope of every success (section 2.2 of the source document). */
export const success = <Result extends TSchema>(result: Result) =>
  Type.Object({ error: Type.Literal(false), result })

/** What the envelope of an answer holds. */
export type ResultOf<Answer extends TSchema> =
  Static<Answer> extends { readonly result: infer Result } ? Result : never

export const AdditionalsAnswer = success(
  Type.Object({
    features: Type.Array(Additional),
    coverage: Type.Array(
      SectionCoverage,
      described({
        pt: 'A cobertura de cada seção da consulta sem adicionais, por tipo de documento.',
        en: 'The coverage of each section of the query without features, by document type.',
      }),
    ),
    price: Type.Optional(
      Type.String(
        described({
          pt: 'Preço da consulta sem adicionais, quando o contrato fixa.',
          en: 'Price of the query without features, where the contract sets one.',
        }),
      ),
    ),
    purposes: Type.Array(
      Type.Enum(codesOf(purposes)),
      described({ pt: 'Finalidades que o contrato permite.', en: 'Purposes that the contract allows.' }),
    ),
    defaultPurpose: Type.Optional(
      Type.Enum(
        codesOf(purposes),
        described({ pt: 'A finalidade sem x-finalidade.', en: 'The purpose without x-finalidade.' }),
      ),
    ),
  }),
)

/** Every section a product can show, base and by feature, in report order. */
export function sectionsOf(product: Product): readonly SectionId[] {
  const added = (Object.keys(product.features) as FeatureCode[]).flatMap((code) => features[code].adds)
  const wanted = new Set<SectionId>([...product.sections, ...added])
  return sectionIds.filter((id) => wanted.has(id))
}

/** The answer of a product's query, composed from the sections it declares. */
export function queryAnswer(product: Product): TSchema {
  const blocks: Record<string, TSchema> = {}
  const inner: Record<string, Record<string, TSchema>> = {}
  for (const id of sectionsOf(product)) {
    const { path, schema } = sections[id]
    const [outer, step] = path
    if (step === undefined) blocks[outer] = schema
    else if (blocks[outer] === undefined || inner[outer] !== undefined) {
      inner[outer] = { ...inner[outer], [step]: schema }
      blocks[outer] = Type.Partial(Type.Object(inner[outer]))
    }
  }
  return success(
    Type.Object({
      document: Type.String(
        described({ pt: 'O documento consultado, sem máscara.', en: 'The document queried, bare.' }),
      ),
      report: Type.Partial(Type.Object(blocks)),
    }),
  )
}
