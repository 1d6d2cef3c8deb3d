import assert from 'node:assert/strict'
import { type Day, startOfDayMs } from '@lastro/rules/calendar/day.ts'
import { newListing } from '@lastro/rules/listings/insertion/new-listing.ts'
import {
  type Debt,
  type Draft,
  draftOf,
  type Listing,
  type Means,
  type Moment,
} from '@lastro/rules/listings/listing.ts'
import { isRefused, type Refused } from '@lastro/rules/listings/refused.ts'

export const someCreditor = { document: '11222333000181', name: 'LOJA LTDA' }

export const someAddress = {
  addressLine: 'RUA DE EXEMPLO',
  district: 'CENTRO',
  city: 'SAO PAULO',
  state: 'SP',
  zipCode: '01001000',
}

/** What a shop is owed by Ana, published on 27 November 2026; or as it is said otherwise. */
export const someListing = (of: Partial<Listing> = {}): Listing => ({
  ...newListing(
    { id: 'l1', register: 'production', clientId: 'c', requestKey: undefined },
    {
      documento: '52998224725',
      name: 'ANA',
      birthDate: '1980-05-20',
      address: someAddress,
      contact: { email: 'ana@exemplo.com.br' },
    },
    {
      creditor: someCreditor,
      contractId: 'CT-1',
      legalNatureId: 'CP',
      section: 'listingP',
      legalSquare: undefined,
      amountCents: 1520_33n,
      dueDate: '2026-03-10' as Day,
      formerDebts: [],
      expiresOn: '2031-03-10' as Day,
      subJudice: false,
      courtCase: undefined,
    },
    0,
  ),
  state: 'published',
  version: 5,
  notice: { id: 'n1', channel: 'email', tried: ['email'] },
  deliveredOn: '2026-11-16' as Day,
  waitingEndsOn: '2026-11-26' as Day,
  publishOn: '2026-11-27' as Day,
  publishedOn: '2026-11-27' as Day,
  ...of,
})

/** Bia, who backs it. */
export const someGuarantor = (of: Partial<Listing> = {}): Listing =>
  someListing({
    id: 'g1',
    principalId: 'l1',
    document: '12345678909',
    name: 'BIA',
    birthDate: '1975-01-01' as Day,
    ...of,
  })

/** Told, and not delivered yet. */
export const unpublished = {
  state: 'notice_queued',
  deliveredOn: undefined,
  waitingEndsOn: undefined,
  publishOn: undefined,
  publishedOn: undefined,
} as const satisfies Partial<Listing>

export const someDebt = (of: Partial<Listing> = {}, ...guarantors: readonly Partial<Listing>[]): Debt => ({
  principal: draftOf(someListing(of)),
  guarantors: guarantors.map((one) => draftOf(someGuarantor(one))),
})

export const someMeans: Means = {
  newId: () => 'n2',
  channelsFor: () => ['email', 'letter'],
  compose: (facts) => ({ ...facts, subject: '', text: '', sha256: '' }),
  waitingDaysIn: () => 10,
  howToContest: '',
}

const afternoonMs = 15 * 60 * 60_000

/** In the afternoon of a day, by the creditor. */
export const at = (day: string, actor: Moment['actor'] = 'client:c'): Moment => ({
  today: day as Day,
  nowMs: startOfDayMs(day as Day) + afternoonMs,
  actor,
})

export const done = <Decided extends object>(decided: Decided | Refused): Decided => {
  assert.ok(!isRefused(decided), isRefused(decided) ? `refused: ${decided.refused}` : '')
  return decided
}

/** Each change as the history tells it: `day change state actor cause`. */
export const toldBy = ({ entries }: Draft): readonly string[] =>
  entries.map(({ on, change, state, actor, cause }) => [on, change, state, actor, cause ?? '-'].join(' '))
