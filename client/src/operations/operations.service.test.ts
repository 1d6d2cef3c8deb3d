import assert from 'node:assert/strict'
import type { Operation } from '@lastro/contract/operation.ts'
import { operations } from '@lastro/contract/operations.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { afterAll, test } from 'vitest'
import { matchPath } from '../../../service/src/http/path-pattern.ts'
import { webhookReceiver } from '../../../service/testing/servers/webhook-receiver.ts'
import { shopPolicy } from '../../../service/testing/services/decisions.ts'
import { debt } from '../../../service/testing/services/listing-service.ts'
import { until } from '../../../service/testing/until.ts'
import { talking } from '../../testing/talking.ts'

/** Whose operations this client has. A person signs in, and an operator runs the service, by other means. */
const covers: Readonly<Record<Operation['credentials'], boolean>> = {
  query: true,
  client: true,
  session: false,
  operator: false,
  noticeReports: false,
  none: false,
}

/** Needs no credentials, and belongs to whoever tries the service out. */
const alsoCovered = ['sandboxDocumentos']

const promised = operations(products)
  .filter(({ id, credentials }) => covers[credentials] || alsoCovered.includes(id))
  .map(({ id }) => id)

const { lastro, heard, pass, close } = await talking()
const receiver = await webhookReceiver()
afterAll(async () => {
  receiver.close()
  await close()
})

/** How long after one question to an address the next may follow. */
const hourMs = 3_600_000

const person = '52998224725'
const guarantor = {
  documento: '12345678909',
  name: 'BRUNO DE EXEMPLO',
  birthDate: '1985-04-12',
  address: debt.address,
}

test('every report is asked for, and its additionals', async () => {
  for (const { code } of products) {
    const documento = '11222333000181'
    const found = (await lastro.sandbox.documents()).find((one) => one.products.includes(code))
    const answer = await lastro.reports.query(code as 'relato', { documento: found?.documento ?? documento })
    assert.equal(answer.consultation?.id, answer.requestId)
    assert.ok([200, 203].includes(answer.status))
    const { features } = await lastro.reports.additionals(code as 'relato')
    assert.ok(features.length > 0)
  }
  const { features } = await lastro.reports.additionals('relatorioBasico', { documento: person })
  assert.ok(features.every((one) => one.documentTypes.includes('CPF')))
  assert.ok((await lastro.account.usage()).total.billed >= 4)
  assert.equal((await lastro.account.statement()).totals.total, '0.00')
  assert.equal((await lastro.account.statementPdf('2026-03')).type, 'application/pdf')
  const newest = (await lastro.account.consultations.page({ limit: 2 })).items
  assert.deepEqual(
    newest.map(({ product, outcome }) => [product, outcome]),
    [...products]
      .slice(-2)
      .toReversed()
      .map(({ code }) => [code, 'answered']),
  )
})

test('a kept report is opened again in each format, and compared with another', async () => {
  const asked = () => lastro.reports.query('relatorioBasico', { documento: person })
  const [one, two] = [await asked(), await asked()]
  // It is kept after it was answered.
  const kept = await untilKept(one.requestId)
  assert.deepEqual(kept.report, one.result.report)
  assert.deepEqual(kept.withheld, [])
  assert.deepEqual([kept.consultation, kept.sourcesText], [one.consultation, one.sourcesText])
  assert.match(await lastro.account.report(one.requestId, { format: 'html' }), /<html/)
  assert.equal((await lastro.account.report(one.requestId, { format: 'pdf' })).type, 'application/pdf')
  await untilKept(two.requestId)
  const { before, after: later } = await lastro.account.comparison(two.requestId, one.requestId)
  assert.deepEqual([before.requestId, later.requestId].toSorted(), [one.requestId, two.requestId].toSorted())
})

async function untilKept(requestId: string) {
  await until(async () => {
    const { items } = await lastro.account.consultations.page({ limit: 5 })
    return items.some((item) => item.requestId === requestId && item.report !== undefined)
  })
  return lastro.account.report(requestId)
}

test('a policy is saved, decides, is reviewed and retired', async () => {
  const { policies, decisions } = lastro
  const { version, name } = await policies.save(shopPolicy())
  await policies.saveVersion(shopPolicy(), { version })
  assert.equal((await policies.getVersion(name, 1)).version, 1)
  assert.equal((await policies.get(name)).versions.length, 2)
  assert.equal((await policies.list())[0]?.version, 2)
  const rehearsal = await policies.rehearse({ policy: shopPolicy(), documents: [person] })
  assert.deepEqual([rehearsal.inForce, rehearsal.counts.cases], [2, 1])
  const decision = await decisions.decide(
    { documento: person, policy: name, version },
    { purpose: 'credit_analysis' },
  )
  assert.equal(decision.outcome, 'approve')
  const review = { outcome: 'decline', reason: 'Renda não comprovada.', by: 'Maria' } as const
  const { id } = await decisions.review(decision.id, review, decision)
  assert.equal((await decisions.get(id)).finalOutcome, 'decline')
  assert.equal((await decisions.check(id)).same, true)
  assert.match((await decisions.explain(id)).text, /The outcome that counts: declined/)
  assert.equal((await decisions.letter(id)).type, 'application/pdf')
  assert.equal((await decisions.page({ reviewed: true })).items[0]?.id, id)
  assert.equal((await decisions.page({ consulta: decision.requestId })).items[0]?.id, id)
  assert.equal((await decisions.counts({ policy: name })).total, 1)
  assert.match(await (await decisions.file()).text(), /^"id","at",/)
  assert.ok((await policies.retire(name)).retiredAt)
})

test('a batch of queries is sent, paused, resumed, fetched, asked again and cancelled', async () => {
  const { queryBatches } = lastro
  const options = { type: 'csv', product: 'relatorioBasico', purpose: 'credit_analysis' } as const
  const { id } = await queryBatches.send(`documento\n${person}\nx\n`, options)
  assert.equal((await queryBatches.pause(id)).state, 'paused')
  assert.equal((await queryBatches.resume(id)).state, 'running')
  const { lines, invalid } = await queryBatches.get(id)
  assert.deepEqual([lines, invalid], [2, 1])
  assert.equal((await queryBatches.lines(id).page({ status: 'invalid' })).items[0]?.line, 3)
  const found: number[] = []
  for await (const { line } of queryBatches.result(id)) found.push(line)
  assert.deepEqual(found, [2, 3])
  assert.match((await queryBatches.resultFile(id, 'csv')).type, /^text\/csv/)
  assert.equal((await queryBatches.askAgain(id)).unknown, 0)
  assert.equal((await queryBatches.cancel(id)).state, 'cancelled')
  assert.equal((await queryBatches.page()).items.length, 1)
})

test('companies are found by name, page by page', async () => {
  const names: (string | undefined)[] = []
  for await (const one of lastro.companies.search({ name: 'ltda exemp', limit: 1 })) names.push(one.name)
  assert.ok(names.length > 1 && names.every((name) => name?.includes('EXEMPLO')), String(names))
})

test('a debt goes from its insertion to its release', async () => {
  const { listings, sandbox } = lastro
  const listing = await listings.insert({ ...debt, contractId: 'OP-1' })
  const changed = await listings.update(listing.id, { amount: '900.00' }, listing)
  assert.equal(changed.amount, '900.00')
  const { now } = await sandbox.moveClock({ advance: 'P11D' })
  assert.ok((await sandbox.clock()).now >= now)
  assert.equal((await listings.get(listing.id)).state, 'published')
  assert.equal((await listings.suspend(listing.id, { courtOrder: '1/2026' })).state, 'suspended')
  assert.equal((await listings.resume(listing.id)).state, 'published')
  assert.ok((await listings.dispute(listing.id, { statement: 'Paid.' })).dispute)
  assert.equal((await listings.page({ disputed: true })).items.length, 1)
  assert.equal((await listings.summary()).disputed.count, 1)
  const kept = await listings.answerDispute(listing.id, { outcome: 'rejected', answer: 'No payment found.' })
  assert.equal(kept.dispute?.outcome, 'rejected')
  assert.equal((await listings.release(listing.id, { reason: '01' })).state, 'released')
  assert.equal((await listings.page()).items.length, 1)
})

test('a guarantor goes the same way', async () => {
  const { listings, sandbox } = lastro
  const principal = await listings.insert({ ...debt, contractId: 'OP-2' })
  const guarantors = listings.guarantors(principal.id)
  const one = await guarantors.insert(guarantor)
  const changed = await guarantors.update(one.id, { contact: { email: 'bruno@exemplo.com.br' } }, one)
  assert.equal(changed.contact.email, 'bruno@exemplo.com.br')
  await sandbox.moveClock({ advance: 'P11D' })
  assert.equal((await guarantors.get(one.id)).principalId, principal.id)
  assert.equal((await guarantors.suspend(one.id, { courtOrder: '2/2026' })).state, 'suspended')
  await guarantors.resume(one.id)
  await guarantors.dispute(one.id, { statement: 'It is not my signature.' })
  await guarantors.answerDispute(one.id, { outcome: 'rejected' })
  assert.equal((await guarantors.release(one.id, { reason: '01' })).state, 'released')
  assert.deepEqual(
    (await guarantors.list()).map(({ id }) => id),
    [one.id],
  )
})

test('batches are sent and looked at', async () => {
  const batch = await lastro.batches.send(`${JSON.stringify({ ...debt, contractId: 'OP-3' })}\n`, {
    type: 'ndjson',
  })
  assert.equal((await lastro.batches.get(batch.id)).created, 1)
  assert.deepEqual(
    (await lastro.batches.page()).items.map(({ id }) => id),
    [batch.id],
  )
  assert.deepEqual((await lastro.batches.refused(batch.id).page()).items, [])
})

test('documents are watched, and what happens to them is told', async () => {
  const { documents, occurrences } = lastro.alerts
  const watch = await documents.create({ documento: person, label: 'Customer 1' })
  assert.equal((await documents.update(watch.id, { label: null })).label, undefined)
  assert.equal((await documents.get(watch.id)).id, watch.id)
  assert.equal((await documents.page({ event: 'listing.published' })).items.length, 1)
  const { occurrences: made } = await lastro.sandbox.event({ documento: person, event: 'sanction.added' })
  const [occurrence = assert.fail()] = made
  assert.equal((await occurrences.get(occurrence.id)).event, 'sanction.added')
  assert.ok((await occurrences.page({ documento: person })).items.length > 0)
  assert.deepEqual(await occurrences.deliveries(occurrence.id), [])
  assert.deepEqual(await occurrences.sendAgain(occurrence.id), [])
  assert.equal((await documents.send('{"documento":"12345678909"}\n', { type: 'ndjson' })).created, 1)
  assert.equal((await documents.remove(watch.id)).id, watch.id)
})

test('webhooks are made, tested, given another secret and removed', async () => {
  const { webhooks } = lastro
  const webhook = await webhooks.create({ url: receiver.url, events: ['listing.published'] })
  assert.equal((await webhooks.get(webhook.id)).enabled, true)
  assert.equal((await webhooks.test(webhook.id)).delivered, true)
  assert.notEqual((await webhooks.rotate(webhook.id)).secret, webhook.secret)
  assert.equal((await webhooks.update(webhook.id, { enabled: false })).off?.reason, 'client')
  assert.equal((await webhooks.list()).length, 1)
  assert.equal((await webhooks.remove(webhook.id)).id, webhook.id)
})

test('addresses are registered, asked again to confirm, changed and removed', async () => {
  const { emails } = lastro.alerts
  const email = await emails.create({ email: 'credito@exemplo.com.br' })
  assert.equal(email.state, 'unconfirmed')
  assert.equal((await emails.update(email.id, { digest: 'daily' })).digest, 'daily')
  assert.equal((await emails.get(email.id)).digest, 'daily')
  assert.equal((await emails.page()).items.length, 1)
  pass(hourMs)
  assert.equal((await emails.confirmAgain(email.id)).id, email.id)
  assert.equal((await emails.remove(email.id)).id, email.id)
})

test('nothing of the contract was left out', async () => {
  await lastro.signOut()
  const done = new Set(
    heard.filter(({ status }) => status < 300).map(({ method, path }) => operationAt(method, path)),
  )
  assert.deepEqual(
    promised.filter((id) => !done.has(id)),
    [],
  )
})

function operationAt(method: string, path: string): string | undefined {
  const [bare = ''] = path.split('?')
  const spellings = [bare, bare.replace(/^\/sandbox/, '')]
  const matches = (of: Operation) => spellings.some((one) => matchPath(of.path, one) !== undefined)
  return operations(products)
    .filter((of) => of.method === method && matches(of))
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
    .at(0)?.id
}
