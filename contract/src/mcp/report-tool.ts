import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { codesOf } from '../codes-of.ts'
import { described, leaf } from '../leaves.ts'
import { parameter } from '../parameters.ts'
import type { Product } from '../reports/products.ts'
import { purposes } from '../reports/purposes.ts'
import { Additional, QueryRequest, queryAnswer } from '../reports/queries.ts'
import type { Text } from '../text.ts'

/** What the query of a report takes, with what stands beside it over HTTP: the product, the purpose, the key. */
export const reportToolRequest = (products: readonly Product[]) =>
  Type.Object(
    {
      produto: productArgument(products),
      ...QueryRequest.properties,
      finalidade: Type.Enum(codesOf(purposes), described(purposeText())),
      precoAceito: Type.Optional(
        leaf.money({
          pt: 'O preço que quem decide aceitou, igual ao de quote.price; sem ele nada é consultado.',
          en: 'The price that whoever decides has accepted, equal to quote.price; without it nothing is queried.',
        }),
      ),
      chave: Type.Optional(
        Type.String({
          ...parameter.key(),
          ...described({
            pt: 'A de quote.key. A mesma chave repete a mesma resposta por 24 horas, sem cobrar de novo.',
            en: 'That of quote.key. The same key repeats the same answer for 24 hours, without billing again.',
          }),
        }),
      ),
    },
    { additionalProperties: false },
  )
export type ReportToolRequest = Static<ReturnType<typeof reportToolRequest>>

export const productArgument = (products: readonly Product[]) =>
  Type.Enum(
    products.map(({ code }) => code),
    described(worded(products.map(({ code, name }) => [code, name]))),
  )

const purposeText = (): Text => {
  const each = worded(Object.entries(purposes))
  return {
    pt: `Por que o relatório é pedido; obrigatória, e fica registrada. ${each.pt}`,
    en: `Why the report is asked for; required, and put on record. ${each.en}`,
  }
}

const worded = (codes: readonly (readonly [code: string, name: Text])[]): Text => ({
  pt: `${codes.map(([code, name]) => `${code}: ${name.pt}`).join('; ')}.`,
  en: `${codes.map(([code, name]) => `${code}: ${name.en}`).join('; ')}.`,
})

/** What a query would cost. Nothing was queried, recorded or billed. */
export const ReportQuote = Type.Object(
  {
    price: leaf.money({
      pt: 'O preço da consulta com estes adicionais; 0.00 quando o contrato não fixa preço. Adicional sem resposta não é cobrado.',
      en: 'The price of the query with these additionals; 0.00 where the contract sets none. An additional without an answer is not billed.',
    }),
    features: Type.Array(
      Additional,
      described({
        pt: 'Os adicionais pedidos que o produto tem.',
        en: 'The additionals asked for that the product has.',
      }),
    ),
    key: Type.String(
      described({
        pt: 'Envie em chave: a consulta repetida com ela não é cobrada outra vez.',
        en: 'Send it as chave: a query repeated with it is not billed again.',
      }),
    ),
  },
  described({
    pt: 'O preço a aceitar; nada foi consultado.',
    en: 'The price to accept; nothing was queried.',
  }),
)
export type ReportQuote = Static<typeof ReportQuote>

/** What was told beside a report over HTTP, in headers. */
const Billing = Type.Object(
  {
    billed: Type.Boolean(described({ pt: 'Se foi cobrada.', en: 'Whether it was billed.' })),
    reason: Type.Optional(
      Type.String(
        described({
          pt: 'new_query; repeat_within_window, já paga há pouco; stored_copy, de uma cópia guardada.',
          en: 'new_query; repeat_within_window, paid for a while ago; stored_copy, from a stored copy.',
        }),
      ),
    ),
    replayed: Type.Boolean(
      described({
        pt: 'Se repete a resposta da mesma chave; os dados são então de consultedAt.',
        en: 'Whether it repeats the answer of the key; its data is then of consultedAt.',
      }),
    ),
    consultationId: Type.Optional(
      Type.String(
        described({ pt: 'A consulta, como está na trilha.', en: 'The consultation, as it is on the trail.' }),
      ),
    ),
    consultedAt: Type.Optional(
      Type.String(described({ pt: 'Quando foi respondida.', en: 'When it was answered.' })),
    ),
    checkCode: Type.Optional(
      Type.String(
        described({
          pt: 'O código pelo qual a trilha a reconhece.',
          en: 'The code by which the trail knows it again.',
        }),
      ),
    ),
    degradedSections: Type.Array(
      Type.String(),
      described({
        pt: 'Seções que a fonte não respondeu: falta a palavra dela, não a anotação.',
        en: 'Sections that their source did not answer: its word is missing, which is not a clean record.',
      }),
    ),
    notCoveredSections: Type.Array(
      Type.String(),
      described({
        pt: 'Seções que este serviço não consultou por não ter dados, o que não quer dizer que nada conste.',
        en: 'Sections that this service did not consult because it has no data, which does not mean that nothing is on file.',
      }),
    ),
  },
  described({ pt: 'Como foi cobrada e registrada.', en: 'How it was billed and recorded.' }),
)
export type ReportBilling = Static<typeof Billing>

/** Either the price, with nothing else; or the report, with how it was billed. */
export const reportToolAnswer = (products: readonly Product[]): TObject =>
  Type.Object({
    quote: Type.Optional(ReportQuote),
    billing: Type.Optional(Billing),
    result: Type.Optional(Type.Union(products.map(resultOf))),
  })

const resultOf = (product: Product): TSchema =>
  (queryAnswer(product) as unknown as { properties: { result: TSchema } }).properties.result
