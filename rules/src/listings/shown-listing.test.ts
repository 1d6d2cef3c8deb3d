import assert from 'node:assert/strict'
import { test } from 'vitest'
import { someListing } from '../../testing/listings/some-debt.ts'
import type { Day } from '../calendar/day.ts'
import type { Dispute, Listing, ShownListing } from './listing.ts'
import { shownListing } from './shown-listing.ts'

const shown: ShownListing = {
  section: 'listingP',
  occurrenceDate: '2026-03-10',
  legalNatureId: 'CP',
  legalNature: 'CRED PESSOAL',
  contractId: 'CT-1',
  creditorName: 'LOJA LTDA',
  amount: '1520.33',
  principal: 'true',
  flagSubJudice: 'false',
}
const dispute: Dispute = {
  statement: 'não é minha',
  openedOn: '2026-12-01' as Day,
  dueOn: '2026-12-08' as Day,
  isOverdue: false,
  outcome: undefined,
  answer: undefined,
}
const company = '11444777000161'
const legalSquare = 'CAMPINAS'
const { contractId: _contract, ...withoutContract } = shown
const { creditorName: _creditor, ...withoutCreditor } = shown

const cases: readonly [name: string, of: Partial<Listing>, reads: ShownListing][] = [
  ['a debt', {}, shown],
  ['a guarantor is not the principal', { principalId: 'L0' }, { ...shown, principal: 'false' }],
  ['a lawsuit', { subJudice: true }, { ...shown, flagSubJudice: 'true' }],
  ['an open dispute', { dispute }, { ...shown, disputed: 'true' }],
  ['a dispute that was answered is none', { dispute: { ...dispute, outcome: 'rejected' } }, shown],
  [
    'a nature without a label by its code',
    { legalNatureId: 'Q9' },
    { ...shown, legalNatureId: 'Q9', legalNature: 'Q9' },
  ],
  ['no contract where none was told', { contractId: undefined }, withoutContract],
  ['no creditor where none is known', { creditor: undefined }, withoutCreditor],
  ['its place', { legalSquare }, { ...shown, legalSquare }],
  [
    'its place, of a loan',
    { section: 'listingR', legalSquare },
    { ...shown, section: 'listingR', legalSquare },
  ],
  [
    'no place of a collection',
    { section: 'collectionRecords', legalSquare },
    { ...shown, section: 'collectionRecords' },
  ],
  ['the state of a company', { document: company }, { ...shown, federalUnit: 'SP' }],
  ['no state of a company that has none', { document: company, address: {} }, shown],
  [
    'no state of a company’s loan',
    { document: company, section: 'listingR' },
    { ...shown, section: 'listingR' },
  ],
]

for (const [name, of, reads] of cases) {
  test(`a report shows, and nothing else of the listing: ${name}`, () => {
    assert.deepEqual(shownListing(someListing(of)), reads)
  })
}
