import { type Static, Type } from 'typebox'
import { codesOf } from '../codes-of.ts'
import { described } from '../leaves.ts'
import { listingStates } from '../listings/listing-codes.ts'
import { Listing, ListingStatus, ListingsAnswer, listingPageMax } from '../listings/listings.ts'
import { parameter } from '../parameters.ts'

/** One listing by its id, or those that fit. */
export const ListingToolRequest = Type.Object(
  {
    // Longer than any document: one that was put here by mistake would end up in an address, and in logs.
    id: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Za-z_-]{20,64}$',
        ...described({
          pt: 'O id da anotação, no lugar dos filtros.',
          en: 'The id of the listing, in the place of filters.',
        }),
      }),
    ),
    documento: Type.Optional(
      Type.String({
        ...parameter.document(),
        ...described({ pt: 'Só as deste CPF ou CNPJ.', en: 'Only those of this CPF or CNPJ.' }),
      }),
    ),
    contractId: Type.Optional(
      Type.String({
        ...parameter.text(),
        ...described({ pt: 'Só as deste contrato.', en: 'Only those of this contract.' }),
      }),
    ),
    state: Type.Optional(
      Type.Enum(
        codesOf(listingStates),
        described({ pt: 'Só as deste estado.', en: 'Only those in this state.' }),
      ),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: listingPageMax,
        ...described({
          pt: 'Quantas por página; 50 quando ausente.',
          en: 'How many a page; 50 when absent.',
        }),
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        ...parameter.cursor(),
        ...described({ pt: 'O cursor da página anterior.', en: 'The cursor of the page before.' }),
      }),
    ),
  },
  { additionalProperties: false },
)
export type ListingToolRequest = Static<typeof ListingToolRequest>

const { cursor } = ListingsAnswer.properties.result.properties

export const ListingToolAnswer = Type.Object({
  listing: Type.Optional(ListingStatus),
  listings: Type.Optional(Type.Array(Listing)),
  cursor,
})
