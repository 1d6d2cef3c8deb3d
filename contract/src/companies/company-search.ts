import { type Static, Type } from 'typebox'
import { codesOf } from '../codes-of.ts'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { companyStatuses, federalUnits, searchPageMax } from './company-codes.ts'

export const CompanySearchRequest = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 120,
      examples: ['padaria sao jose'],
      ...described({
        pt: 'Palavras da razão social ou do nome fantasia, em qualquer ordem, com ou sem acentos. De três letras em diante, basta o começo de cada uma.',
        en: 'Words of the legal or trade name, in any order, with accents or without. From three letters on, the beginning of each is enough.',
      }),
    }),
    state: Type.Optional(
      Type.Enum([...federalUnits], described({ pt: 'Só nesta UF.', en: 'Only in this state.' })),
    ),
    city: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        ...described({
          pt: 'Só no município deste nome, com ou sem acentos.',
          en: 'Only in the municipality of this name, with accents or without.',
        }),
      }),
    ),
    cnae: Type.Optional(
      Type.String({
        pattern: '^[0-9]{7}$',
        ...described({
          pt: 'Só com esta atividade principal: os sete dígitos da CNAE.',
          en: 'Only with this main activity: the seven digits of its CNAE.',
        }),
      }),
    ),
    status: Type.Optional(
      Type.Enum(
        codesOf(companyStatuses),
        described({ pt: 'Só nesta situação cadastral.', en: 'Only with this status.' }),
      ),
    ),
    headOfficesOnly: Type.Optional(
      Type.Boolean(described({ pt: 'true deixa fora as filiais.', en: 'true leaves branches out.' })),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: searchPageMax,
        ...described({
          pt: 'Quantas por página: de 1 a 50, 20 quando ausente.',
          en: 'How many a page: 1 to 50, 20 when absent.',
        }),
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        ...described({ pt: 'O cursor da página anterior.', en: 'The cursor of the page before.' }),
      }),
    ),
  },
  { additionalProperties: false, $id: 'CompanySearchRequest' },
)
export type CompanySearchRequest = Static<typeof CompanySearchRequest>

/** A company as a search shows it: what tells it from its namesakes, and no more. */
export const FoundCompany = Type.Object(
  {
    documento: Type.String(described({ pt: 'O CNPJ, sem máscara.', en: 'The CNPJ, without its mask.' })),
    headOffice: Type.Boolean(described({ pt: 'Se é a matriz.', en: 'Whether it is the head office.' })),
    name: Type.Optional(Type.String(described({ pt: 'Razão social.', en: 'Legal name.' }))),
    alias: Type.Optional(Type.String(described({ pt: 'Nome fantasia.', en: 'Trade name.' }))),
    city: Type.Optional(Type.String(described({ pt: 'Município.', en: 'Municipality.' }))),
    state: Type.Optional(Type.String(described({ pt: 'UF.', en: 'State.' }))),
    cnae: Type.Optional(
      Type.String(described({ pt: 'CNAE da atividade principal.', en: 'CNAE of the main activity.' })),
    ),
    status: Type.Optional(Type.String(described({ pt: 'Situação cadastral.', en: 'Status.' }))),
    foundationDate: Type.Optional(
      leaf.date({ pt: 'Início da atividade.', en: 'The day on which it began its activity.' }),
    ),
  },
  { $id: 'FoundCompany' },
)
export type FoundCompany = Static<typeof FoundCompany>

export const CompanySearchAnswer = success(
  Type.Object({
    companies: Type.Array(
      FoundCompany,
      described({ pt: 'Na ordem do CNPJ.', en: 'In the order of their CNPJs.' }),
    ),
    date: leaf.date({ pt: 'A data dos dados.', en: 'The day of the data.' }),
    cursor: Type.Optional(
      Type.String(
        described({
          pt: 'Para a página seguinte; ausente na última. Enquanto há cursor pode haver mais, mesmo que a página venha curta ou vazia.',
          en: 'For the next page; absent on the last. While there is one there may be more, however short the page, or empty.',
        }),
      ),
    ),
  }),
)
