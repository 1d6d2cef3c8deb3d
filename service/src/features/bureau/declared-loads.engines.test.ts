import assert from 'node:assert/strict'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { describe, onTestFinished, test } from 'vitest'
import { changeRows } from '../../../testing/change-rows.ts'
import { cleanUp } from '../../../testing/clean-up.ts'
import { engines, newPlace } from '../../../testing/engines.ts'
import { watchedDocument } from '../../../testing/invented/watched-document.ts'
import { bureauSource } from '../../sources/bureau/bureau-source.ts'
import type { Store } from '../../store/store.ts'
import { cheque, debt, identification, partners, person, protest } from '../sandbox/invented.ts'
import { type LoadResult, loadSubjects } from './load-subjects.ts'
import { type DeclarationOptions, readDeclaration } from './read-declaration.ts'

const today = '2026-11-19' as Day
const atNoon = (day: string) => ({ nowMs: () => Date.parse(`${day}T12:00:00-03:00`) })
const day = '2026-09-01' as Day

let last = 300_000
const cpf = (): DocumentNumber => withCheckDigits(String(++last).padStart(9, '0'))
const cnpj = (): DocumentNumber => withCheckDigits(`${String(++last).padStart(8, '0')}0001`)

/** A store without declarations, and the bureau's answers from it. */
async function bureauOn(engine: (typeof engines)[number]) {
  const place = await newPlace(engine)
  const store = await place.open()
  cleanUp(store.close)
  return { place, store, ...bureauOf(store) }
}

function bureauOf(store: Store) {
  const source = bureauSource(store.subjects, store.bureauCoverage.current)
  type Asking = { today?: Day; wholeLists?: boolean; united?: readonly SectionId[] }
  const ask = (document: DocumentNumber, sections: readonly SectionId[], asking: Asking = {}) =>
    source.ask({
      document,
      sections,
      wholeLists: false,
      united: [],
      contactData: true,
      today,
      signal: new AbortController().signal,
      ...asking,
    })
  /** `found complete 2026-11-18`, in short. */
  const says = async (document: DocumentNumber, section: SectionId, asking: Asking = {}) => {
    const answer = (await ask(document, [section], asking))[section]
    if (answer?.kind !== 'found' && answer?.kind !== 'nothing') return answer?.kind
    return [answer.kind, answer.isPartial ? 'partial' : 'complete', answer.asOf ?? answer.loadedOn].join(' ')
  }
  const start = (options: DeclarationOptions & { on?: string }, onDay = options.on ?? today) => {
    const read = readDeclaration(options, onDay as Day)
    if (read.kind === 'fault') throw new Error(read.text.en)
    return read.kind === 'none' ? undefined : { ...read.declaration, declaredBy: 'teste' }
  }
  const loadStream = (stream: AsyncIterable<Buffer>, options: DeclarationOptions & { on?: string } = {}) =>
    loadSubjects(
      { subjects: store.subjects, coverage: store.bureauCoverage, clock: atNoon(options.on ?? today) },
      stream,
      { language: 'en', onRefused: () => undefined, onProgress: () => undefined },
      start(options),
    )
  const load = (
    subjects: readonly (Subject | object)[],
    options: DeclarationOptions & { on?: string } = {},
  ): Promise<LoadResult> => loadStream(linesOf(subjects), options)
  return { source, ask, says, load, loadStream }
}

async function* linesOf(subjects: readonly object[]): AsyncGenerator<Buffer> {
  for (const one of subjects) yield Buffer.from(`${JSON.stringify(one)}\n`)
}

/** Lines in two halves: the load waits until the test releases the second half. */
function heldLines(first: readonly object[], second: readonly object[] = []) {
  const released = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  async function* lines() {
    yield* linesOf(first)
    started.resolve()
    await released.promise
    yield* linesOf(second)
  }
  return { lines: lines(), started: started.promise, release: released.resolve }
}

const checks = { covers: 'check', for: 'cpf', asOf: '2026-11-18' }

for (const engine of engines) {
  describe(`loads of the bureau on ${engine}`, async () => {
    const { store, source, says, load } = await bureauOn(engine)
    const factsOf = (document: DocumentNumber) => store.subjects.readFacts(document)
    const fresh = () => bureauOn(engine)

    test('an empty bureau covers nothing and answers uncovered', async () => {
      const { source, says } = await fresh()
      assert.deepEqual([source.covers('CPF').size, source.covers('CNPJ').size], [0, 0])
      for (const section of ['registration', 'check', 'partner'] as const)
        assert.equal(await says(cpf(), section), 'uncovered')
      assert.equal(source.declares('CPF', 'check', today), undefined)
    })

    test('a line covers what it contains, for its document, as of the day of the load', async () => {
      const [known, unknown] = [cpf(), cpf()]
      await load([{ documento: known, registration: { consumerName: 'ANA' }, cheques: [] }], {
        on: '2026-11-17',
      })
      assert.equal(await says(known, 'registration'), 'found complete 2026-11-17')
      assert.equal(await says(known, 'check'), 'nothing complete 2026-11-17')
      for (const section of ['notary', 'listingP', 'collectionRecords', 'addresses', 'partner'] as const)
        assert.equal(await says(known, section), 'uncovered', section)
      for (const section of ['registration', 'check', 'notary', 'partner'] as const)
        assert.equal(await says(unknown, section), 'uncovered', section)
      assert.equal(source.declares('CPF', 'check', today), undefined)
      assert.equal(source.covers('CPF'), source.covers('CPF'))
      assert.ok(source.covers('CPF').has('check'))
    })

    test('addresses and phones are covered if the registration of the line has them', async () => {
      const document = cpf()
      const { addresses: _, phones: __, ...name } = person('ANA')
      await load([{ documento: document, registration: { ...name, phones: [] } }])
      assert.equal(await says(document, 'phones'), 'nothing complete 2026-11-19')
      assert.equal(await says(document, 'addresses'), 'uncovered')
      await load([{ documento: document, registration: { addresses: [{ city: 'RECIFE' }] } }])
      assert.equal(await says(document, 'addresses'), 'found complete 2026-11-19')
      assert.equal(await says(document, 'phones'), 'nothing complete 2026-11-19')
      assert.equal(await says(document, 'registration'), 'found complete 2026-11-19')
      assert.equal((await factsOf(document))?.registration?.consumerName, 'ANA')
    })

    test('a load of protests leaves cheques, debts and registration as they were', async () => {
      const document = cpf()
      const negativeItems = [debt('listingP', day)]
      const before = {
        documento: document,
        registration: person('ANA'),
        negativeItems,
        cheques: [cheque(day)],
      }
      await load([before], { on: '2026-11-17' })
      await load([{ documento: document, protests: [protest(day)] }])
      assert.deepEqual(await factsOf(document), { ...before, protests: [protest(day)] })
      assert.equal(await says(document, 'check'), 'found complete 2026-11-17')
      assert.equal(await says(document, 'check', { wholeLists: true }), 'found complete 2026-11-17')
      assert.equal(await says(document, 'notary'), 'found complete 2026-11-19')
      assert.equal(await says(document, 'registration'), 'found complete 2026-11-17')
      await load([{ documento: document, protests: [] }])
      assert.equal(await says(document, 'notary'), 'nothing complete 2026-11-19')
      assert.equal(await says(document, 'check'), 'found complete 2026-11-17')
    })

    test('lines of one file add up, section by section', async () => {
      const document = cpf()
      await load([
        { documento: document, cheques: [cheque(day)] },
        { documento: document, protests: [protest(day)] },
        { documento: document, cheques: [] },
      ])
      assert.deepEqual(await factsOf(document), {
        documento: document,
        cheques: [],
        protests: [protest(day)],
      })
    })

    test("a load of cheques keeps a company's partners, and a load of its name updates participations", async () => {
      const [company, partner] = [cnpj(), cpf()]
      const { partnersList: _, ...others } = partners()
      await load([
        {
          documento: company,
          identification: identification('FERRAGENS LTDA'),
          partners: { ...others, partnersList: [{ documentId: partner, capitalTotalValue: '60.00' }] },
        },
      ])
      await load([{ documento: company, cheques: [cheque(day)] }])
      assert.equal(await says(partner, 'partner'), 'found partial 2026-11-19')
      await load([{ documento: company, identification: identification('OUTRO NOME LTDA') }])
      const [found] = await store.subjects.readParticipations(partner)
      assert.equal(found?.companyName, 'OUTRO NOME LTDA')
      await load([{ documento: company, partners: {} }])
      assert.equal(await says(partner, 'partner'), 'uncovered')
    })

    describe('with a declaration', async () => {
      const { store, source, says, load } = await fresh()
      const factsOf = (document: DocumentNumber) => store.subjects.readFacts(document)
      const [omitted, listed, lacking, company] = [cpf(), cpf(), cpf(), cnpj()]

      test('a complete one clears the section for documents the file omits and lines without the member', async () => {
        const all = { cheques: [cheque(day)], protests: [protest(day)] }
        await load([omitted, listed, lacking, company].map((documento) => ({ documento, ...all })))
        const result = await load(
          [
            { documento: listed, cheques: [cheque(day)] },
            { documento: lacking, registration: person('ANA') },
          ],
          checks,
        )
        assert.ok(result.declaration?.kind === 'declared')
        assert.equal(result.declaration.cleared, 2)
        assert.equal(await says(listed, 'check'), 'found complete 2026-11-18')
        assert.equal(await says(omitted, 'check'), 'nothing complete 2026-11-18')
        assert.equal(await says(lacking, 'check'), 'nothing complete 2026-11-18')
        assert.equal(await says(cpf(), 'check'), 'nothing complete 2026-11-18')
        assert.equal((await factsOf(omitted))?.cheques, undefined)
        // Only that section, of that type.
        assert.equal(await says(omitted, 'notary'), 'found complete 2026-11-19')
        assert.equal(await says(company, 'check'), 'found complete 2026-11-19')
        assert.equal(await says(cnpj(), 'check'), 'uncovered')
        assert.deepEqual(source.declares('CPF', 'check', today), {
          extent: 'complete',
          asOf: '2026-11-18',
          until: '2027-01-02',
        })
      })

      test('after it ends, the section is uncovered and its items are hidden', async () => {
        assert.equal(await says(listed, 'check', { today: '2027-01-02' as Day }), 'found complete 2026-11-18')
        for (const asking of [{}, { wholeLists: true }, { united: ['check'] as const }])
          for (const document of [listed, omitted, cpf()])
            assert.equal(
              await says(document, 'check', { today: '2027-01-03' as Day, ...asking }),
              'uncovered',
            )
        assert.equal(
          await says(omitted, 'notary', { today: '2027-01-03' as Day }),
          'found complete 2026-11-19',
        )
      })

      test('a newer line without a declaration takes precedence for its document', async () => {
        await load([{ documento: omitted, cheques: [cheque(day)] }], { on: '2026-11-20' })
        assert.equal(await says(omitted, 'check'), 'found complete 2026-11-20')
        assert.equal(
          await says(omitted, 'check', { today: '2027-02-01' as Day }),
          'found complete 2026-11-20',
        )
      })

      test('a partial one clears nothing, and says that there may be more', async () => {
        await load([{ documento: lacking, cheques: [cheque(day)] }], { ...checks, partial: true })
        assert.equal(await says(lacking, 'check'), 'found partial 2026-11-18')
        assert.equal(await says(cpf(), 'check'), 'nothing partial 2026-11-18')
        assert.equal(await says(omitted, 'check'), 'found complete 2026-11-20')
        // Data of the earlier complete load counts while its declaration is in force.
        assert.equal(await says(listed, 'check'), 'found partial 2026-11-18')
      })

      test('a withdrawal leaves the section uncovered, and no earlier declaration returns', async () => {
        const [newest] = await store.bureauCoverage.list()
        await store.bureauCoverage.withdraw(newest?.id ?? '', { name: 'teste', nowMs: 0 })
        for (const document of [lacking, listed, cpf()])
          assert.equal(await says(document, 'check'), 'uncovered')
        assert.equal(await says(omitted, 'check'), 'found complete 2026-11-20')
      })

      test('after a partial load, data of a withdrawn declaration is not shown', async () => {
        for (const one of await store.bureauCoverage.list())
          await store.bureauCoverage.withdraw(one.id, { name: 'teste', nowMs: 0 })
        await load([{ documento: cpf(), cheques: [cheque(day)] }], { ...checks, partial: true })
        assert.equal(await says(listed, 'check'), 'nothing partial 2026-11-18')
      })
    })

    test('a partial register leaves an unknown document uncovered', async () => {
      const { says, load } = await fresh()
      const known = cpf()
      await load([{ documento: known, registration: person('ANA') }], {
        covers: 'registration',
        for: 'cpf',
        asOf: '2026-11-18',
        partial: true,
      })
      assert.equal(await says(known, 'registration'), 'found partial 2026-11-18')
      assert.equal(await says(cpf(), 'registration'), 'uncovered')
    })

    test('a declaration covers only its own section of debts; other sections are covered by their items', async () => {
      const { says, load, store } = await fresh()
      const document = cnpj()
      await load([
        { documento: document, negativeItems: [debt('listingP', day), debt('collectionRecords', day)] },
      ])
      await load([{ documento: document, negativeItems: [debt('listingR', day)] }], {
        covers: 'listingP',
        for: 'cnpj',
        asOf: '2026-11-18',
      })
      assert.equal(await says(document, 'listingP'), 'nothing complete 2026-11-18')
      assert.equal(await says(document, 'companyListingP'), 'nothing complete 2026-11-18')
      assert.equal(await says(document, 'listingR'), 'found complete 2026-11-19')
      assert.equal(await says(document, 'companyListingR'), 'found complete 2026-11-19')
      assert.equal(await says(document, 'collectionRecords'), 'found complete 2026-11-19')
      const facts = await store.subjects.readFacts(document)
      assert.deepEqual(
        facts?.negativeItems?.map(({ section }) => section),
        ['listingR', 'collectionRecords'],
      )
    })

    test('participations are cleared with their section, for the types declared', async () => {
      const { says, load } = await fresh()
      const [one, other, owner, ownerFirm] = [cnpj(), cnpj(), cpf(), cnpj()]
      const owned = (documento: DocumentNumber, ...documents: DocumentNumber[]) => ({
        documento,
        partners: { partnersList: documents.map((documentId) => ({ documentId })) },
      })
      await load([owned(one, owner, ownerFirm), owned(other, owner)])
      const covers = { covers: 'partner', for: 'cpf', asOf: '2026-11-18' }
      await load([owned(other, owner)], covers)
      assert.equal(await says(owner, 'partner'), 'found complete 2026-11-18')
      assert.equal(await says(cpf(), 'partner'), 'nothing complete 2026-11-18')
      assert.equal(await says(ownerFirm, 'partner'), 'found partial 2026-11-19')
      await load([owned(cnpj(), cpf())], covers)
      assert.equal(await says(owner, 'partner'), 'nothing complete 2026-11-18')
      assert.equal(await says(owner, 'partner', { today: '2027-02-01' as Day }), 'uncovered')
    })

    test('a refused line blocks a complete declaration, and not a partial one', async () => {
      const { says, load, store } = await fresh()
      const [kept, other] = [cpf(), cpf()]
      await load([{ documento: other, cheques: [cheque(day)] }])
      const lines = [
        { documento: kept, cheques: [cheque(day)] },
        { documento: '12345678900', cheques: [] },
      ]
      const result = await load(lines, checks)
      assert.deepEqual([result.refused, result.declaration], [1, { kind: 'lines_refused' }])
      assert.deepEqual(await store.bureauCoverage.list(), [])
      assert.equal(await says(other, 'check'), 'found complete 2026-11-19')
      assert.equal(await says(kept, 'check'), 'uncovered')
      const partial = await load(lines, { ...checks, partial: true })
      assert.equal(partial.declaration?.kind, 'declared')
      assert.equal(await says(kept, 'check'), 'found partial 2026-11-18')
    })

    test('an empty file declares nothing and clears nothing', async () => {
      const { says, load, store } = await fresh()
      const document = cpf()
      await load([{ documento: document, cheques: [cheque(day)] }])
      for (const partial of [false, true])
        assert.deepEqual((await load([], { ...checks, partial })).declaration, { kind: 'empty_file' })
      assert.deepEqual(await store.bureauCoverage.list(), [])
      assert.equal(await says(document, 'check'), 'found complete 2026-11-19')
    })

    test('a load whose file is interrupted declares nothing', async () => {
      const { loadStream, store, says, load } = await fresh()
      const document = cpf()
      await load([{ documento: document, cheques: [cheque(day)] }], checks)
      async function* breaking() {
        yield* linesOf([{ documento: cpf(), cheques: [] }])
        throw new Error('The disk was pulled out')
      }
      await assert.rejects(loadStream(breaking(), { ...checks, asOf: '2026-11-19' }), /pulled out/)
      assert.equal((await store.bureauCoverage.list()).length, 1)
      assert.equal(await says(document, 'check'), 'found complete 2026-11-18')
    })

    test('a load that clears and then stops leaves no document clear under the earlier declaration', async () => {
      const { store, says, load, ...bureau } = await fresh()
      const [cleared, unknown, brought] = [cpf(), cpf(), cpf()]
      await load([{ documento: cleared, cheques: [cheque(day)] }], { ...checks, asOf: '2026-11-10' })
      const { subjects } = store
      // Killed between the clearing and the declaration.
      const killed = { ...store.bureauCoverage, declare: () => Promise.reject(new Error('killed')) }
      await assert.rejects(
        loadSubjects(
          { subjects, coverage: killed, clock: atNoon(today) },
          linesOf([{ documento: brought, cheques: [cheque(day)] }]),
          { language: 'en', onRefused: () => undefined, onProgress: () => undefined },
          {
            covers: [{ section: 'check', documentType: 'CPF' }],
            extent: 'complete',
            asOf: '2026-11-18' as Day,
            until: '2027-01-02' as Day,
            declaredBy: 'teste',
          },
        ),
        /killed/,
      )
      assert.equal(await says(cleared, 'check'), 'uncovered')
      assert.equal(await says(unknown, 'check'), 'nothing complete 2026-11-10')
      assert.equal(await says(brought, 'check'), 'found complete 2026-11-10')
      // Running it again completes it.
      await bureau.loadStream(linesOf([{ documento: brought, cheques: [cheque(day)] }]), checks)
      assert.equal(await says(cleared, 'check'), 'nothing complete 2026-11-18')
      assert.equal(await says(brought, 'check'), 'found complete 2026-11-18')
    })

    describe('two loads at once', async () => {
      test('a newer line survives the clearing of an older declared load', async () => {
        const { loadStream, load, says } = await fresh()
        const [newer, stale] = [cpf(), cpf()]
        await load([{ documento: stale, cheques: [cheque(day)] }])
        const held = heldLines([{ documento: cpf(), cheques: [] }])
        const declared = loadStream(held.lines, checks)
        await held.started
        await load([{ documento: newer, cheques: [cheque(day)], protests: [protest(day)] }])
        held.release()
        await declared
        assert.equal(await says(newer, 'check'), 'found complete 2026-11-19')
        assert.equal(await says(newer, 'notary'), 'found complete 2026-11-19')
        assert.equal(await says(stale, 'check'), 'nothing complete 2026-11-18')
      })

      test('a newer line is not replaced by an older load that ends later', async () => {
        const { loadStream, load, says, store } = await fresh()
        const document = cpf()
        const held = heldLines([{ documento: document, cheques: [cheque(day)], protests: [protest(day)] }])
        const older = loadStream(held.lines, { on: '2026-11-17' })
        await held.started
        await load([{ documento: document, cheques: [] }])
        held.release()
        await older
        assert.equal(await says(document, 'check'), 'nothing complete 2026-11-19')
        assert.equal(await says(document, 'notary'), 'found complete 2026-11-17')
        assert.deepEqual((await store.subjects.readFacts(document))?.cheques, [])
      })

      test('an older line that arrives after a newer complete load leaves nothing stale', async () => {
        const { loadStream, load, says } = await fresh()
        const [stale, other] = [cpf(), cpf()]
        const held = heldLines([{ documento: stale, cheques: [cheque(day)], protests: [protest(day)] }])
        const older = loadStream(held.lines)
        await held.started
        await load([{ documento: other, cheques: [cheque(day)] }], checks)
        held.release()
        await older
        assert.equal(await says(stale, 'check'), 'nothing complete 2026-11-18')
        assert.equal(await says(stale, 'notary'), 'found complete 2026-11-19')
      })

      test('of two complete loads of a section, the one that started later counts', async () => {
        const { loadStream, load, says, store } = await fresh()
        const [ofOlder, ofNewer] = [cpf(), cpf()]
        const held = heldLines([{ documento: ofOlder, cheques: [cheque(day)] }])
        const older = loadStream(held.lines, { ...checks, covers: 'check,notary', asOf: '2026-11-10' })
        await held.started
        await load([{ documento: ofNewer, cheques: [cheque(day)] }], checks)
        held.release()
        const { declaration } = await older
        assert.ok(declaration?.kind === 'declared')
        assert.deepEqual(declaration.superseded, [{ section: 'check', documentType: 'CPF' }])
        assert.equal(await says(ofNewer, 'check'), 'found complete 2026-11-18')
        assert.equal(await says(ofOlder, 'check'), 'nothing complete 2026-11-18')
        assert.equal(await says(ofOlder, 'notary'), 'nothing complete 2026-11-10')
        assert.equal((await store.bureauCoverage.list()).length, 2)
      })

      test('loads of different sections of the same documents keep both', async () => {
        const { place, load } = await fresh()
        const other = await place.open()
        onTestFinished(other.close)
        const documents = Array.from({ length: 400 }, cpf)
        await Promise.all([
          load(
            documents.map((documento) => ({ documento, cheques: [cheque(day)] })),
            checks,
          ),
          bureauOf(other).load(
            documents.map((documento) => ({ documento, protests: [protest(day)] })),
            { ...checks, covers: 'notary' },
          ),
        ])
        const { says } = bureauOf(other)
        await other.bureauCoverage.refresh()
        for (const document of [documents[0], documents[399]] as DocumentNumber[]) {
          assert.equal(await says(document, 'check'), 'found complete 2026-11-18')
          assert.equal(await says(document, 'notary'), 'found complete 2026-11-18')
        }
      })
    })

    test('clearing notifies watchers; the end of coverage does not', async () => {
      const { store, load } = await fresh()
      const document = cpf()
      await load([{ documento: document, cheques: [cheque(day)] }])
      await store.alerts.documents.insert([watchedDocument({ clientId: 'c', document, createdAtMs: 0 })], 0)
      await load([{ documento: cpf(), cheques: [] }], checks)
      const events = async () => (await store.outbox.read('negative.removed', 10)).length
      assert.equal(await events(), 1)
      for (const one of await store.bureauCoverage.list())
        await store.bureauCoverage.withdraw(one.id, { name: 'teste', nowMs: 0 })
      assert.equal(await events(), 1)
    })

    test('data loaded by an earlier release covers what its line contained, without a day', async () => {
      const { store, says, load, place } = await fresh()
      const document = cpf()
      const before = { documento: document, registration: person('ANA'), cheques: [cheque(day)] }
      await load([before])
      const lineEnd = engine === 'sqlite' ? 'instr(sections, char(10))' : "position(E'\\n' in sections)"
      await changeRows(
        place,
        'lastro.db',
        `update subject set sections = '&' || substr(sections, ${lineEnd} + 1)`,
      )
      assert.equal(await says(document, 'check'), 'found complete ')
      assert.equal(await says(document, 'notary'), 'uncovered')
      await load([{ documento: document, protests: [] }])
      assert.equal(await says(document, 'check'), 'found complete ')
      assert.equal(await says(document, 'notary'), 'nothing complete 2026-11-19')
      assert.deepEqual(await store.subjects.readFacts(document), { ...before, protests: [] })
      await load([{ documento: cpf(), cheques: [] }], checks)
      assert.equal(await says(document, 'check'), 'nothing complete 2026-11-18')
    })
  })
}

describe('what a load declares', () => {
  const read = (options: DeclarationOptions) => {
    const found = readDeclaration(options, today)
    return found.kind === 'fault' ? found.text.en : found
  }

  test('the last covered day is the day of the data plus the valid days', () => {
    const whole = { covers: 'check', for: 'cpf,cnpj', asOf: '2026-11-18' }
    assert.deepEqual(read(whole), {
      kind: 'declaration',
      declaration: {
        covers: [
          { section: 'check', documentType: 'CPF' },
          { section: 'check', documentType: 'CNPJ' },
        ],
        extent: 'complete',
        asOf: '2026-11-18',
        until: '2027-01-02',
      },
    })
    const short = read({ ...whole, validDays: '1', partial: true })
    assert.ok(typeof short !== 'string' && short.kind === 'declaration')
    assert.deepEqual([short.declaration.until, short.declaration.extent], ['2026-11-19', 'partial'])
    assert.deepEqual(read({}), { kind: 'none' })
  })

  test('a company section counts only for companies, under its public name', () => {
    const found = read({ covers: 'QSA, Identification,check', for: 'CNPJ,cpf', asOf: '2026-11-18' })
    assert.ok(typeof found !== 'string' && found.kind === 'declaration')
    assert.deepEqual(
      found.declaration.covers.map(({ section, documentType }) => `${section} ${documentType}`),
      ['QSAReport CNPJ', 'identificationReport CNPJ', 'check CNPJ', 'check CPF'],
    )
  })

  for (const [why, options, expected] of [
    [
      'an unknown section',
      { covers: 'cheks', for: 'cpf', asOf: '2026-11-18' },
      /cheks.*Did you mean check\?/,
    ],
    [
      'the member of a line in the place of its section',
      { covers: 'cheques', for: 'cpf', asOf: '2026-11-18' },
      /cheques.*Did you mean check\?/,
    ],
    ['no section', { covers: ' , ', for: 'cpf', asOf: '2026-11-18' }, /names no section/],
    [
      'a number in the place of a section',
      { covers: '52998224725', for: 'cpf', asOf: '2026-11-18' },
      /^((?!529).)*$/,
    ],
    ['--for alone', { for: 'cpf' }, /--for needs --covers/],
    ['--partial alone', { partial: true }, /--partial needs --covers/],
    ['--as-of alone', { asOf: '2026-11-18' }, /--as-of needs --covers/],
    ['--valid-days alone', { validDays: '3' }, /--valid-days needs --covers/],
    ['no --for', { covers: 'check', asOf: '2026-11-18' }, /needs --for/],
    ['another type', { covers: 'check', for: 'cpf,rg', asOf: '2026-11-18' }, /--for accepts/],
    ['no --as-of', { covers: 'check', for: 'cpf' }, /needs --as-of/],
    ['a day that no calendar has', { covers: 'check', for: 'cpf', asOf: '2026-02-30' }, /not a valid date/],
    ['a day in the future', { covers: 'check', for: 'cpf', asOf: '2026-11-20' }, /in the future/],
    [
      'a partner list of people',
      { covers: 'check,QSA', for: 'cpf', asOf: '2026-11-18' },
      /QSA exists only for a CNPJ/,
    ],
    ['no days', { covers: 'check', for: 'cpf', asOf: '2026-11-18', validDays: '0' }, /from 1 to 366/],
    ['too many days', { covers: 'check', for: 'cpf', asOf: '2026-11-18', validDays: '367' }, /from 1 to 366/],
    ['data that is too old', { covers: 'check', for: 'cpf', asOf: '2026-09-01' }, /ended on 2026-10-16/],
  ] as const)
    test(`is refused with ${why}`, () => {
      const found = read(options)
      assert.ok(typeof found === 'string')
      assert.match(found, expected)
    })
})
