import assert from 'node:assert/strict'
import { decideRelease } from '@lastro/rules/listings/release.ts'
import { describe, test } from 'vitest'
import { debt, personOf } from '../../../../testing/invented/invented-debt.ts'
import { listingsAlone, shop, shopCreditor } from '../../../../testing/services/listings-alone.ts'
import { changeDebt, type DecideChange } from '../change-debt.ts'
import { insertGuarantor } from '../insert-debt.ts'
import type { SettledLine } from './batch-store.ts'
import { type BatchSender, decideLines } from './decide-lines.ts'

type ListingLine = Extract<SettledLine, { kind: 'listing' }>

describe('the lines of a batch', async () => {
  const { deps, clock, inserted } = await listingsAlone()
  const sender: BatchSender = { ...shop, creditors: [shopCreditor], language: 'en', accepts: () => true }
  const settled = async (debts: Parameters<typeof decideLines>[2], of: Partial<BatchSender> = {}) =>
    (await decideLines(deps, { ...sender, ...of }, debts)).lines
  const listingOf = (line: SettledLine | undefined): ListingLine => {
    assert.ok(line?.kind === 'listing')
    return line
  }

  test('become listings, each answered with its id and state', async () => {
    const request = { ...debt, contractId: 'CT-2' }
    const lines = await settled([
      { line: 3, request: debt },
      { line: 5, request },
    ])
    for (const [at, number] of [3, 5].entries()) {
      const outcome = listingOf(lines[at])
      const { line } = outcome
      const [draft] = outcome.saving.drafts
      assert.equal(line, number)
      assert.equal(outcome.status, 'created')
      const { id, state } = draft?.listing ?? {}
      assert.deepEqual(JSON.parse(outcome.answer), { line, status: 'created', id, state })
    }
    assert.equal(listingOf(lines[1]).saving.drafts[0]?.listing.contractId, 'CT-2')
  })

  test('are the listings that they would be alone: the sender’s, its creditor’s, told by the outbox', async () => {
    const [line] = await settled([{ line: 1, request: debt }])
    const { drafts, outbox } = listingOf(line).saving
    const listing = drafts[0]?.listing
    assert.deepEqual(
      [listing?.register, listing?.clientId, listing?.creditor, listing?.requestKey],
      ['production', 'cli_loja', shopCreditor, undefined],
    )
    assert.equal(drafts[0]?.entries[0]?.actor, 'client:cli_loja')
    assert.deepEqual(
      outbox.map(({ topic, createdAtMs }) => [topic, createdAtMs]),
      ['listing.received', 'listing.notice_queued', 'notice.send'].map((topic) => [topic, clock.nowMs()]),
    )
  })

  test('that a rule refuses are on record, and say why in the sender’s language', async () => {
    const request = { ...debt, amount: '9.99' }
    const [english] = await settled([{ line: 1, request }])
    const outcome = listingOf(english)
    assert.equal(outcome.status, 'refused')
    assert.equal(outcome.saving.drafts[0]?.listing.state, 'refused')
    assert.deepEqual(JSON.parse(outcome.answer), {
      line: 1,
      status: 'refused',
      id: outcome.saving.drafts[0]?.listing.id,
      refusal: { code: '057', reason: 'The value is below R$ 10.00.' },
      errors: [{ field: 'amount', code: '057', message: 'The value is below R$ 10.00.' }],
    })
    const [portuguese] = await settled([{ line: 1, request }], { language: 'pt' })
    const { refusal } = JSON.parse(listingOf(portuguese).answer)
    assert.equal(refusal.reason, 'O valor é menor que R$ 10,00.')
  })

  test('are refused as duplicates of a line before them, however that spelled the contract', async () => {
    const lines = await settled([
      { line: 7, request: { ...debt, contractId: 'CT-7' } },
      { line: 8, request: { ...debt, contractId: ' ct-7' } },
      { line: 9, request: { ...debt, contractId: 'CT-007' } },
    ])
    const [first, second, third] = lines.map((line) => JSON.parse(listingOf(line).answer))
    assert.equal(first.status, 'created')
    const { code, earlierListingId } = second.refusal
    assert.deepEqual([second.status, code, earlierListingId], ['refused', '059', first.id])
    assert.ok(!('errors' in second), 'there is nothing to mend in a second one')
    assert.deepEqual([third.status, third.state], ['created', 'received'])
  })

  /** What becomes of each of several lines. */
  const endsOf = async (...requests: readonly Partial<typeof debt>[]) => {
    const lines = await settled(
      requests.map((one, at) => ({ line: at + 1, request: { ...debt, ...one } as typeof debt })),
    )
    return lines.map((line) => {
      const { state, refusal } = JSON.parse(listingOf(line).answer)
      return refusal?.code ?? state
    })
  }

  test('wait for the operator where a line before them has a contract that looks alike', async () => {
    for (const contractId of ['1001', '1-1'])
      assert.deepEqual(await endsOf({ contractId: '1-001' }, { contractId }), ['notice_queued', 'received'])
    const { contractId: _, ...unnamed } = debt
    assert.deepEqual(await endsOf({ contractId: '1001' }, { contractId: '2001' }), [
      'notice_queued',
      'notice_queued',
    ])
    const [without] = await settled([{ line: 1, request: unnamed }])
    assert.equal(listingOf(without).status, 'refused')
  })

  test('are second to the one that was taken, though another was refused before it', async () => {
    const ends = await endsOf(
      { contractId: 'CT-3', amount: '9.99' },
      { contractId: 'CT-3' },
      { contractId: 'CT-3' },
    )
    assert.deepEqual(ends, ['057', 'notice_queued', '059'])
  })

  test('wait for the operator where a line before them has the mailbox of another person', async () => {
    const bia = { ...personOf('11144477735'), documento: '11144477735', contractId: 'CT-5' }
    const contact = { email: 'dois@exemplo.com.br' }
    const ends = await endsOf({ contractId: 'CT-4', contact }, { ...bia, contact })
    assert.deepEqual(ends, ['notice_queued', 'received'])
  })

  test('of a guarantor who left are refused where the debt was paid since', async () => {
    const { id } = await inserted({ contractId: 'CT-6' })
    const bia = { ...personOf('11144477735'), documento: '11144477735' }
    const added = await insertGuarantor(deps, {
      ...shop,
      id,
      request: { ...debt, ...bia },
      requestKey: undefined,
    })
    assert.ok(typeof added !== 'string')
    const end = (guarantorId: string | undefined, decide: DecideChange) =>
      changeDebt(deps, { key: { ...shop, id }, guarantorId }, 'bureau', decide)
    await end(added.id, (one, moment) => decideRelease(one, added.id, { reason: '18' }, moment))
    await end(undefined, (one, moment) => decideRelease(one, undefined, { reason: '01' }, moment))
    assert.deepEqual(await endsOf({ ...bia, contractId: 'CT-6' }), ['debt_ended'])
  })

  test('of documents that the sandbox does not take are invalid, and keep nothing', async () => {
    const accepts = (documento: string) => documento !== debt.documento
    const request = { ...debt, ...personOf('11144477735'), documento: '11144477735' }
    const lines = await settled(
      [
        { line: 1, request: debt },
        { line: 2, request },
      ],
      { accepts },
    )
    const [stranger, known] = lines
    assert.ok(stranger?.kind === 'invalid')
    assert.equal(stranger.line, 1)
    const { line, status, errors } = JSON.parse(stranger.answer)
    assert.deepEqual(
      [line, status, errors[0].field, errors[0].code],
      [1, 'invalid', 'documento', 'document_not_in_sandbox'],
    )
    assert.match(errors[0].message, /accepts only the test documents/)
    assert.equal(known?.kind, 'listing')
  })

  test('of a sandbox are decided by its own clock, and delivered at once', async () => {
    const sandbox = { register: 'cli_caixa', clientId: 'cli_caixa' }
    const [line] = await settled([{ line: 1, request: debt }], sandbox)
    assert.equal(JSON.parse(listingOf(line).answer).state, 'waiting')
  })
})
