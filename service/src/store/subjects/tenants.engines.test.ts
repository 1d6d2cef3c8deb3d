import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { decideInsertion } from '@lastro/rules/listings/insertion/insertion.ts'
import type { Means, Moment } from '@lastro/rules/listings/listing.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { onTestFinished, test } from 'vitest'
import { engines } from '../../../testing/engines.ts'
import { debt } from '../../../testing/invented/invented-debt.ts'
import { ana, caixa, storeOfClients } from '../../../testing/invented/two-clients.ts'
import { watchedDocument } from '../../../testing/invented/watched-document.ts'
import { debt as loadedDebt } from '../../features/sandbox/invented.ts'
import { rowOf } from './subject-row.ts'

const nowMs = Date.parse('2026-11-16T12:00:00-03:00')
const moment: Moment = { today: '2026-11-16' as Day, nowMs, actor: 'bureau' }
const creditor = { document: '11222333000181', name: 'LOJA LTDA' }

/** The same debt of a document, in one register or another. */
function listed(register: string, document: DocumentNumber) {
  const id = `${register}.${document}`
  const means: Means = {
    newId: () => `notice.${id}`,
    channelsFor: () => ['email'],
    compose: (facts) => ({ ...facts, subject: '', text: '', sha256: '' }),
    waitingDaysIn: () => 10,
    howToContest: '',
  }
  const request = { ...debt, documento: document }
  return decideInsertion(
    { id, register, clientId: ana, requestKey: undefined, creditor, request },
    [],
    means,
    moment,
  )
}

/** What a load brings of a document: the debt that is listed above. */
function loaded(document: DocumentNumber) {
  const { contractId = '', amount, dueDate } = debt
  const item = loadedDebt('listingP', dueDate as Day, { contractId, amount, creditorName: creditor.name })
  const facts = { documento: document, negativeItems: [item] }
  return rowOf({ document, facts, sections: [], validUntil: '9999-12-31' as Day, partners: [] })
}

const watched = (document: DocumentNumber) =>
  watchedDocument({ clientId: ana, id: `watched.${document}`, document, createdAtMs: nowMs })

for (const engine of engines) {
  test(`a load tells of a debt that only a sandbox has listed, and not of one of production, on ${engine}`, async () => {
    const { alerts, listings, outbox, subjects, close } = await storeOfClients(engine)
    onTestFinished(close)
    const [inProduction, inSandbox] = [withCheckDigits('000000501'), withCheckDigits('000000502')]
    const places = [
      [productionRegister, inProduction],
      [caixa, inProduction],
      [caixa, inSandbox],
    ] as const
    for (const [register, document] of places) {
      const insertion = { drafts: [listed(register, document)], outbox: [] }
      assert.ok(await listings.insert(insertion, { register, debts: [], listings: [] }))
    }
    await alerts.documents.insert([inProduction, inSandbox].map(watched), nowMs)
    await subjects.saveSubjects([inProduction, inSandbox].map(loaded), nowMs)
    const told = await outbox.read('negative.added', 10)
    assert.deepEqual(
      told.map((one) => one.payload.documento),
      [inSandbox],
    )
  })

  test(`what is looked at day by day is watched and listed in production, both, on ${engine}`, async () => {
    const { alerts, listings, close } = await storeOfClients(engine)
    onTestFinished(close)
    const [both, listedInSandbox, watchedInSandbox, onlyWatched] = [601, 602, 603, 604].map((number) =>
      withCheckDigits(`000000${number}`),
    ) as [DocumentNumber, DocumentNumber, DocumentNumber, DocumentNumber]
    const places = [
      [productionRegister, both],
      [caixa, listedInSandbox],
      [caixa, watchedInSandbox],
    ] as const
    for (const [register, document] of places) {
      const insertion = { drafts: [listed(register, document)], outbox: [] }
      assert.ok(await listings.insert(insertion, { register, debts: [], listings: [] }))
    }
    await alerts.documents.insert([both, listedInSandbox, onlyWatched].map(watched), nowMs)
    await alerts.documents.insert([{ ...watched(watchedInSandbox), clientId: caixa, register: caixa }], nowMs)
    assert.deepEqual(await listings.watchedDocuments({ after: '', limit: 10 }), [both])
    assert.deepEqual(await listings.watchedDocuments({ after: both, limit: 10 }), [])
  })
}
