import assert from 'node:assert/strict'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sectionIds } from '@lastro/contract/reports/sections.ts'
import type { NegativeItem, Subject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import {
  type DocumentNumber,
  holdsDocument,
  withCheckDigits,
} from '@lastro/rules/documents/document-number.ts'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { cleanUp } from '../../../testing/clean-up.ts'
import { engines, newPlace } from '../../../testing/engines.ts'
import { isLong } from '../../../testing/matrix.ts'
import type { Engine } from '../../store/engine/tables.ts'
import type { Store } from '../../store/store.ts'
import { cheque, debt, everySection, identification, partners, person, protest } from '../sandbox/invented.ts'
import { type LoadCount, lineBytesMax, loadSubjects } from './load-subjects.ts'
import { sampleSubjects } from './sample/sample-subjects.ts'

const today = '2026-03-10' as Day
const clock = { nowMs: () => Date.parse('2026-03-10T15:00:00Z') }

const cpf = (number: number): DocumentNumber => withCheckDigits(String(number).padStart(9, '0'))
const cnpj = (number: number): DocumentNumber => withCheckDigits(`${String(number).padStart(8, '0')}0001`)

const named = (document: DocumentNumber, consumerName: string): Subject => ({
  documento: document,
  registration: { consumerName },
})
const ndjson = (...subjects: readonly Subject[]): string =>
  subjects.map((subject) => `${JSON.stringify(subject)}\n`).join('')

type Refused = { readonly line: number; readonly reason: string }
type Loaded = { readonly count: LoadCount; readonly refused: readonly Refused[] }

async function load(store: Store, file: string | Buffer | AsyncIterable<Buffer>): Promise<Loaded> {
  const refused: Refused[] = []
  const stream =
    typeof file === 'string' || Buffer.isBuffer(file) ? inChunks(Buffer.from(file), [65_536]) : file
  const count = await loadSubjects({ subjects: store.subjects, clock }, stream, {
    language: 'en',
    onRefused: (line, reason) => refused.push({ line, reason }),
    onProgress: ({ read, kept, refused: turnedAway }) => assert.ok(read >= kept + turnedAway),
  })
  assert.equal(count.read, count.kept + count.refused)
  return { count: { ...count }, refused }
}

/** The bytes cut at these sizes, over and over; each chunk is a copy, so that none can be mended by the next. */
async function* inChunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let from = 0, turn = 0; from < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    yield Buffer.from(bytes.subarray(from, from + size))
    from += size
  }
}

const all = (read: number): LoadCount => ({ read, kept: read, refused: 0, withoutNotice: 0 })

async function nameOf(store: Store, document: DocumentNumber): Promise<string | undefined> {
  return (await store.subjects.readFacts(document))?.registration?.consumerName
}

async function sectionsOf(store: Store, document: DocumentNumber): Promise<Record<string, string>> {
  const kept = (await store.subjects.readSections(document, sectionIds))?.sections() ?? []
  return Object.fromEntries(kept.map(({ section, text, validUntil }) => [section, `${validUntil} ${text}`]))
}

const freshStore = async (engine: Engine): Promise<Store> => {
  const store = await (await newPlace(engine)).open()
  cleanUp(store.close)
  return store
}

for (const engine of isLong ? engines : (['sqlite'] as const)) {
  describe(`loading subjects on ${engine}`, async () => {
    const store = await freshStore(engine)

    test('a whole file is kept, and its sections are ready', async () => {
      const subject = { ...named(cpf(1), 'JOSÉ DA CONCEIÇÃO'), ...everySection(today) }
      assert.deepEqual(await load(store, ndjson(subject)), { count: all(1), refused: [] })
      assert.deepEqual(await store.subjects.readFacts(cpf(1)), subject)
      const sections = ['check', 'collectionRecords', 'listingP', 'listingR', 'notary', 'registration']
      assert.deepEqual(Object.keys(await sectionsOf(store, cpf(1))).sort(), sections)
    })

    test('an empty file is no row at all', async () => {
      assert.deepEqual(await load(store, ''), { count: all(0), refused: [] })
    })

    test('running the same file twice leaves the same store', async () => {
      const fresh = await freshStore(engine)
      const subjects = [...sampleSubjects({ count: 1_200, seed: 7, today })]
      const documents = subjects.map(({ documento }) => documento as DocumentNumber)
      // One after another: a store does not let two thousand reads wait for each other for ever.
      const held = async () => ({
        count: await fresh.subjects.countSubjects(),
        sections: await Array.fromAsync(documents, (one) => sectionsOf(fresh, one)),
        participations: await Array.fromAsync(documents, (one) => fresh.subjects.readParticipations(one)),
      })
      assert.deepEqual((await load(fresh, ndjson(...subjects))).count, all(1_200))
      const once = await held()
      assert.equal(once.count, 1_200)
      assert.ok(once.participations.some((one) => one.length > 0))
      assert.deepEqual((await load(fresh, ndjson(...subjects))).count, all(1_200))
      assert.deepEqual(await held(), once)
    })

    test('a load whose file breaks off keeps nothing of it, and running it again keeps all', async () => {
      const fresh = await freshStore(engine)
      const subjects = Array.from({ length: 8_700 }, (_, at) => named(cpf(1_000 + at), 'PESSOA'))
      async function* breaking() {
        yield Buffer.from(ndjson(...subjects.slice(0, 8_650)))
        throw new Error('The disk was pulled out')
      }
      await assert.rejects(load(fresh, breaking()), /pulled out/)
      assert.equal(await fresh.subjects.countSubjects(), 0)
      assert.deepEqual((await load(fresh, ndjson(...subjects))).count, all(8_700))
      assert.equal(await fresh.subjects.countSubjects(), 8_700)
    })

    test('the last of two lines for a document wins within a batch', async () => {
      const before = await store.subjects.countSubjects()
      const file = ndjson(named(cpf(2), 'PRIMEIRA'), named(cpf(3), 'OUTRA'), named(cpf(2), 'ULTIMA'))
      assert.deepEqual((await load(store, file)).count, all(3))
      assert.equal(await nameOf(store, cpf(2)), 'ULTIMA')
      assert.match((await sectionsOf(store, cpf(2))).registration ?? '', /ULTIMA/)
      assert.equal(await store.subjects.countSubjects(), before + 2)
    })

    test('the last of two lines for a document wins across batches', async () => {
      const before = await store.subjects.countSubjects()
      const others = Array.from({ length: 1_100 }, (_, at) => named(cpf(20_000 + at), 'OUTRA'))
      const file = ndjson(named(cpf(4), 'PRIMEIRA'), ...others, named(cpf(4), 'ULTIMA'))
      assert.deepEqual((await load(store, file)).count, all(1_102))
      assert.equal(await nameOf(store, cpf(4)), 'ULTIMA')
      assert.equal(await store.subjects.countSubjects(), before + 1_101)
    })

    test('read on threads, refusals come in order, counts are exact and the last of several lines wins', async () => {
      const fresh = await freshStore(engine)
      const rows = Array.from({ length: 18_000 }, (_, at) => ({
        line: at + 1,
        // Every document comes eighteen times: in the same batch, in the next, and in commits after that.
        text: at % 97 === 0 ? brokenLine : JSON.stringify(named(cpf(50_000 + (at % 1_000)), `NOME ${at}`)),
      }))
      const broken = rows.filter(({ text }) => text === brokenLine)
      const progress: LoadCount[] = []
      const refused: Refused[] = []
      const count = await loadSubjects(
        { subjects: fresh.subjects, clock },
        inChunks(Buffer.from(rows.map(({ text }) => text).join('\n')), [10_000]),
        {
          language: 'en',
          onRefused: (line, reason) => refused.push({ line, reason }),
          onProgress: (now) => progress.push({ ...now }),
        },
      )
      assert.deepEqual(count, {
        read: 18_000,
        kept: 18_000 - broken.length,
        refused: broken.length,
        withoutNotice: 0,
      })
      assert.deepEqual(
        refused,
        broken.map(({ line }) => ({ line, reason: 'The line is not valid JSON.' })),
      )
      // First all is read, batch by batch; then it is kept, commit by commit.
      const reading = progress.filter(({ kept }) => kept === 0)
      assert.deepEqual(
        reading.map(({ read }) => read),
        Array.from({ length: 72 }, (_, at) => 250 * (at + 1)),
      )
      const kept = progress.slice(reading.length).map((one) => one.kept)
      assert.deepEqual(kept, [8_000, 16_000, 18_000 - broken.length])
      for (let at = 0; at < 1_000; at++) {
        const last = [17_000, 16_000].map((from) => from + at).find((one) => one % 97 !== 0)
        assert.equal(await nameOf(fresh, cpf(50_000 + at)), `NOME ${last}`)
      }
    })

    test('a load whose threads die says so, and keeps nothing of what was not read to its end', async () => {
      const fresh = await freshStore(engine)
      const file = ndjson(...Array.from({ length: 20_000 }, (_, at) => named(cpf(60_000 + at), 'PESSOA')))
      const startLoad = async (nowMs: number) => {
        const load = await fresh.subjects.startLoad(nowMs)
        let reads = 0
        return {
          ...load,
          read: async (...asked: Parameters<typeof load.read>) => {
            reads += 1
            if (reads === 44) await load.end()
            return load.read(...asked)
          },
        }
      }
      const dying = { ...fresh, subjects: { ...fresh.subjects, startLoad } }
      await assert.rejects(load(dying, file), /A thread that reads lines has ended/)
      assert.equal(await fresh.subjects.countSubjects(), 0)
    })

    test('what lies aside is kept when it has grown enough, before the rest of the file is read', async () => {
      const fresh = await freshStore(engine)
      const subjects = Array.from({ length: 3_000 }, (_, at) => named(cpf(70_000 + at), `NOME ${at}`))
      const startLoad = async (nowMs: number) => {
        const load = await fresh.subjects.startLoad(nowMs)
        let added = 0
        const add = (rows: Parameters<typeof load.aside.add>[0]) => {
          added += rows.length
          load.aside.add(rows)
        }
        return { ...load, aside: { ...load.aside, add, isFull: () => added === 1_000 } }
      }
      const progress: LoadCount[] = []
      const count = await loadSubjects(
        { subjects: { ...fresh.subjects, startLoad }, clock },
        inChunks(Buffer.from(ndjson(...subjects, named(cpf(70_001), 'POR ULTIMO'))), [10_000]),
        { language: 'en', onRefused: () => assert.fail(), onProgress: (now) => progress.push({ ...now }) },
      )
      assert.deepEqual(count, all(3_001))
      assert.deepEqual(
        progress.filter(({ kept }, at) => kept !== progress[at - 1]?.kept && kept > 0),
        [
          { read: 1_000, kept: 1_000, refused: 0, withoutNotice: 0 },
          { read: 3_001, kept: 3_001, refused: 0, withoutNotice: 0 },
        ],
      )
      assert.equal(await fresh.subjects.countSubjects(), 3_000)
      assert.equal(await nameOf(fresh, cpf(70_001)), 'POR ULTIMO')
    })

    test('facts are kept as they were meant, however the line was written', async () => {
      const subject = { ...named(cpf(5), 'JOSÉ "ZÉ" \\ 👩‍🌾'), ...everySection(today) }
      const plainSubject = { ...named(cpf(5), 'JOSÉ 👩‍🌾'), ...everySection(today) }
      const escaped = JSON.stringify(plainSubject).replace(
        /[^ -~]/g,
        (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
      for (const [text, expected] of [
        [JSON.stringify(subject), subject],
        [JSON.stringify(plainSubject), plainSubject],
        [`${JSON.stringify(plainSubject)}\r`, plainSubject],
        [` ${JSON.stringify(plainSubject)} `, plainSubject],
        [JSON.stringify(plainSubject, undefined, 1).replaceAll('\n', ' '), plainSubject],
        [escaped, plainSubject],
      ] as const) {
        assert.deepEqual(await load(store, `${text}\n`), { count: all(1), refused: [] })
        assert.deepEqual(await store.subjects.readFacts(cpf(5)), expected)
        const { registration = '' } = await sectionsOf(store, cpf(5))
        assert.ok(registration.includes(JSON.stringify(expected.registration?.consumerName)))
      }
    })

    test('what is kept and what is refused is the same without the fast validator', async () => {
      const lines = [
        '{"documento":"1"}',
        '{"documento":"52998224725","size":1}',
        '{"documento":"52998224725"}',
      ]
      const file = [
        ...lines,
        ...sampleSubjects({ count: 30, seed: 9, today }).map((one) => JSON.stringify(one)),
      ]
      const loadedBy = async (isFast: boolean) => {
        const fresh = await freshStore(engine)
        const refused: Refused[] = []
        const count = await loadSubjects(
          { subjects: fresh.subjects, clock, isFast },
          inChunks(Buffer.from(file.join('\n')), [10_000]),
          {
            language: 'en',
            onRefused: (line, reason) => refused.push({ line, reason }),
            onProgress: () => {},
          },
        )
        return { count, refused, facts: await fresh.subjects.readFacts(cpf(529982247)) }
      }
      const fast = await loadedBy(true)
      assert.deepEqual(await loadedBy(false), fast)
      assert.equal(fast.count.refused, 2)
    })

    test('a masked and a bare document are one subject', async () => {
      const masked = { ...named(cpf(1), 'MASCARADA'), documento: ` ${maskOf(cpf(1))} ` }
      assert.deepEqual((await load(store, ndjson(masked))).count, all(1))
      assert.equal(await nameOf(store, cpf(1)), 'MASCARADA')
      assert.equal((await store.subjects.readFacts(cpf(1)))?.documento, cpf(1))
    })

    test('a later line without debts leaves them, and one with empty lists removes them', async () => {
      await load(store, ndjson({ ...named(cpf(5), 'DEVEDORA'), ...everySection(today) }))
      assert.ok('listingP' in (await sectionsOf(store, cpf(5))))
      await load(store, ndjson(named(cpf(5), 'DEVEDORA')))
      assert.ok('listingP' in (await sectionsOf(store, cpf(5))))
      const none = { negativeItems: [], cheques: [], protests: [] }
      await load(store, ndjson({ ...named(cpf(5), 'QUITE'), ...none }))
      assert.deepEqual(Object.keys(await sectionsOf(store, cpf(5))), ['registration'])
      assert.deepEqual(await store.subjects.readFacts(cpf(5)), { ...named(cpf(5), 'QUITE'), ...none })
    })

    test('characters that an engine may choke on come back as they were sent', async () => {
      for (const name of ['NUL \u0000 NO MEIO', 'EMOJI 👩‍🌾', '\u2028"\\/\t']) {
        assert.deepEqual(await load(store, ndjson(named(cpf(6), name))), { count: all(1), refused: [] })
        assert.equal(await nameOf(store, cpf(6)), name)
      }
    })

    for (const [what, { line, says }] of Object.entries(refusals)) {
      test(`refused with its line number: ${what}`, async () => {
        const good = ndjson(named(cpf(7), what))
        const file = Buffer.concat([Buffer.from(good), Buffer.from(line), Buffer.from(`\n${good}`)])
        const { count, refused } = await load(store, file)
        assert.deepEqual(count, { read: 3, kept: 2, refused: 1, withoutNotice: 0 })
        assert.deepEqual(refused, [{ line: 2, reason: says }])
        assert.equal(await nameOf(store, cpf(7)), what)
      })
    }

    test('an occurrence of today is kept', async () => {
      const subject = {
        documento: cpf(7),
        negativeItems: [debt('listingP', today)],
        cheques: [cheque(today)],
      }
      assert.deepEqual(await load(store, ndjson(subject)), { count: all(1), refused: [] })
    })

    test('a debt or cheque without a notice is kept, counted and not shown, until a load brings its notice', async () => {
      const day = '2026-01-05' as Day
      const documento = cpf(70)
      const noticed = { negativeItems: [debt('listingP', day)], cheques: [cheque(day)] }
      const without = { notifiedBy: undefined, notifiedOn: undefined } as never
      const unnoticed = {
        negativeItems: [
          debt('listingP', day, without),
          debt('listingR', day, { notifiedBy: undefined } as never),
        ],
        cheques: [cheque(day, without), cheque(day)],
        protests: [protest(day)],
      }
      const { count } = await load(store, ndjson({ documento, ...unnoticed }, named(cpf(71), 'ANA')))
      assert.deepEqual(count, { read: 2, kept: 2, refused: 0, withoutNotice: 3 })
      assert.deepEqual(Object.keys(await sectionsOf(store, documento)), ['check', 'notary'])
      const facts = await store.subjects.readFacts(documento)
      assert.equal(facts?.negativeItems?.length, 2)
      assert.equal(facts?.cheques?.length, 2)
      assert.deepEqual((await load(store, ndjson({ documento, ...noticed }))).count, all(1))
      assert.deepEqual(Object.keys(await sectionsOf(store, documento)), ['listingP', 'check', 'notary'])
    })

    test('a refused line leaves what was known of its document', async () => {
      await load(store, ndjson(named(cpf(8), 'CONHECIDA')))
      const { count } = await load(store, JSON.stringify({ ...named(cpf(8), 'NOVA'), nickname: 'NOVA' }))
      assert.deepEqual(count, { read: 1, kept: 0, refused: 1, withoutNotice: 0 })
      assert.equal(await nameOf(store, cpf(8)), 'CONHECIDA')
    })

    test('a line of exactly 1 MiB is read and one byte more is refused', async () => {
      const line = JSON.stringify(named(cpf(9), 'NO LIMITE'))
      const file = `${line.padEnd(lineBytesMax)}\n${line.padEnd(lineBytesMax + 1)}\n`
      const { count, refused } = await load(store, file)
      assert.deepEqual(count, { read: 2, kept: 1, refused: 1, withoutNotice: 0 })
      assert.deepEqual(refused, [{ line: 2, reason: 'The line is over 1 MiB.' }])
    })

    test('a line of 256 MiB is refused without memory growing with it', async () => {
      setFlagsFromString('--expose-gc')
      const collect: () => void = runInNewContext('gc')
      const heldMiB = () => {
        collect()
        return process.memoryUsage().arrayBuffers / 2 ** 20
      }
      const before = heldMiB()
      let grownMiB = 0
      async function* endless() {
        yield Buffer.from(ndjson(named(cpf(10), 'ANTES')))
        for (let at = 0; at < 256; at++) {
          yield Buffer.alloc(2 ** 20, 'x')
          if (at % 32 === 31) grownMiB = Math.max(grownMiB, heldMiB() - before)
        }
        yield Buffer.from(`\n${ndjson(named(cpf(11), 'DEPOIS'))}`)
      }
      const { count, refused } = await load(store, endless())
      assert.deepEqual(count, { read: 3, kept: 2, refused: 1, withoutNotice: 0 })
      assert.deepEqual(refused, [{ line: 2, reason: 'The line is over 1 MiB.' }])
      // What was just let go of may not have been swept up yet; a quarter of the line leaves room for that.
      assert.ok(grownMiB < 64, `${grownMiB} MiB`)
    })

    test('blank lines are not rows, though they count as lines', async () => {
      const blank = ['', ' ', '\t \t', '\r', ' '.repeat(63), ' '.repeat(64), ' '.repeat(5_000)].join('\n')
      const file = `\n${blank}\n${ndjson(named(cpf(12), 'UMA'))}${blank}\n{\n${blank}`
      const { count, refused } = await load(store, file)
      assert.deepEqual(count, { read: 2, kept: 1, refused: 1, withoutNotice: 0 })
      assert.deepEqual(
        refused.map(({ line }) => line),
        [17],
      )
    })

    test('a file may begin with a byte order mark, and a mark anywhere else is refused', async () => {
      const [first, second] = [named(cpf(71), 'MARIA MARCADA'), named(cpf(72), 'JOÃO')]
      const marked = await load(store, `\uFEFF${ndjson(first)}\uFEFF${ndjson(second)}`)
      assert.deepEqual(marked.count, { read: 2, kept: 1, refused: 1, withoutNotice: 0 })
      assert.deepEqual(
        marked.refused.map(({ line }) => line),
        [2],
      )
      assert.deepEqual((await load(store, `\uFEFF\n${ndjson(second)}`)).count, all(1))
    })

    test('an object that repeats a member is refused with its path, by either validator', async () => {
      const document = cpf(73)
      const line = JSON.stringify({
        documento: document,
        negativeItems: [debt('listingP', '2026-01-10' as Day)],
      })
      for (const [broken, path] of [
        [line.replace('{', `{"documento":"${cpf(74)}",`), 'documento'],
        [line.replace('"amount"', '"\\u0061mount":"1.00","amount"'), 'negativeItems[0].amount'],
        [
          line.replace('}]', '}],"registration":{"consumerName":"A","consumerName":"B"}'),
          'registration.consumerName',
        ],
      ] as const) {
        for (const isFast of [true, false]) {
          const reasons: string[] = []
          const count = await loadSubjects(
            { subjects: store.subjects, clock, isFast },
            inChunks(Buffer.from(broken), [65_536]),
            { language: 'en', onRefused: (_, reason) => reasons.push(reason), onProgress: () => {} },
          )
          assert.deepEqual([count.kept, reasons], [0, [`${path}: It comes more than once. Send one.`]])
        }
      }
    })

    test('lines may end as on Windows', async () => {
      const file = ndjson(named(cpf(13), 'UMA'), named(cpf(14), 'DUAS')).replaceAll('\n', '\r\n')
      assert.deepEqual(await load(store, file), { count: all(2), refused: [] })
      assert.equal(await nameOf(store, cpf(14)), 'DUAS')
    })

    test('a file without a last newline loses nothing', async () => {
      const file = ndjson(named(cpf(15), 'UMA'), named(cpf(16), 'DUAS')).trimEnd()
      assert.deepEqual(await load(store, file), { count: all(2), refused: [] })
      assert.equal(await nameOf(store, cpf(16)), 'DUAS')
    })

    test('however a file is cut into chunks, rows read are those kept and those refused', async () => {
      let run = 0
      await fc.assert(
        fc.asyncProperty(file, async ({ rows, lineEnd, lastEnd, sizes }) => {
          run += 1
          const nameIn = (name: string) => `${run} ${name}`
          const lines = rows.map((row) =>
            typeof row === 'string' ? row : JSON.stringify(named(row.document, nameIn(row.name))),
          )
          const bytes = Buffer.from(`${lines.join(lineEnd)}${lastEnd}`)
          const kept = rows.filter((row) => typeof row !== 'string')
          const broken = rows.flatMap((row, at) => (row === brokenLine ? [at + 1] : []))
          const { count, refused } = await load(store, inChunks(bytes, sizes))
          assert.deepEqual(count, {
            read: kept.length + broken.length,
            kept: kept.length,
            refused: broken.length,
            withoutNotice: 0,
          })
          assert.deepEqual(
            refused.map(({ line }) => line),
            broken,
          )
          for (const [document, name] of new Map(kept.map((row) => [row.document, row.name]))) {
            assert.equal(await nameOf(store, document), nameIn(name))
          }
        }),
        { numRuns: 60, examples: [[everyByteAlone]] },
      )
    })

    test('a refusal never holds the document number', async () => {
      await fc.assert(
        fc.asyncProperty(faultyLine, async ({ document, line }) => {
          const { count, refused } = await load(store, JSON.stringify(line))
          assert.deepEqual(count, { read: 1, kept: 0, refused: 1, withoutNotice: 0 })
          const text = refused.map(({ reason }) => reason).join()
          assert.ok(!text.includes(document) && !text.includes(maskOf(document)), text)
          assert.ok(!holdsDocument(text), text)
        }),
      )
    })

    test('a partner finds its companies, and a reload is followed', async () => {
      const [ana, bruno, company] = [cpf(52), cpf(53), cnpj(900)]
      const of = (...list: NonNullable<NonNullable<Subject['partners']>['partnersList']>): Subject => ({
        documento: company,
        identification: identification('FERRAGENS LTDA'),
        partners: { ...partners(), partnersList: list },
      })
      const share = { sinceDate: '2009-08-03', capitalTotalValue: '60.00' }
      await load(
        store,
        ndjson(of({ documentId: ana, ...share }, { documentId: maskOf(bruno), name: 'BRUNO' })),
      )
      const shown = {
        companyDocument: company,
        companyName: 'FERRAGENS LTDA',
        statusRegistration: 'ATIVA',
      }
      assert.deepEqual(await store.subjects.readParticipations(ana), [{ ...shown, ...share }])
      assert.deepEqual(await store.subjects.readParticipations(bruno), [shown])
      await load(store, ndjson(of({ documentId: bruno, ...share })))
      assert.deepEqual(await store.subjects.readParticipations(ana), [])
      assert.deepEqual(await store.subjects.readParticipations(bruno), [{ ...shown, ...share }])
      await load(store, ndjson({ documento: company }))
      assert.equal((await store.subjects.readParticipations(bruno)).length, 1)
      await load(store, ndjson({ documento: company, partners: {} }))
      assert.deepEqual(await store.subjects.readParticipations(bruno), [])
    })

    test('a partner named twice takes part once, and in several companies in order', async () => {
      const partner = cpf(54)
      const company = (number: number, companyName: string): Subject => ({
        documento: cnpj(number),
        registration: { companyName },
        partners: { partnersList: [{ documentId: partner }, { documentId: maskOf(partner) }] },
      })
      await load(store, ndjson(company(902, 'SEGUNDA LTDA'), company(901, 'PRIMEIRA LTDA')))
      assert.deepEqual(await store.subjects.readParticipations(partner), [
        { companyDocument: cnpj(901), companyName: 'PRIMEIRA LTDA' },
        { companyDocument: cnpj(902), companyName: 'SEGUNDA LTDA' },
      ])
    })

    test('a partner whose document is hidden is shown, and is nobody’s key', async () => {
      const hidden = ['***.456.789-**', '***456789**', '456789', '00045678900', '']
      const list = hidden.map((documentId) => ({ name: 'SOCIO', ...(documentId !== '' && { documentId }) }))
      const subject = { documento: cnpj(903), partners: { partnersList: list } }
      assert.deepEqual(await load(store, ndjson(subject)), { count: all(1), refused: [] })
      const { QSAReport = '' } = await sectionsOf(store, cnpj(903))
      for (const documentId of hidden) {
        assert.ok(QSAReport.includes(documentId))
        assert.deepEqual(await store.subjects.readParticipations(documentId as DocumentNumber), [])
      }
    })
  })
}

/** A document as people write it. */
function maskOf(document: DocumentNumber): string {
  return document.length === 11
    ? document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
    : document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
}

const item = (over: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ documento: cpf(7), negativeItems: [{ ...debt('listingP', today), ...over }] })
const line = (over: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ documento: cpf(7), ...over })
const without = (member: keyof NegativeItem): string => item({ [member]: undefined })

const misspelt = 'It does not exist in this body. Check the spelling.'
const malformed = 'It does not have the expected format.'
const noDay = 'It must be a day, such as 2026-03-10.'

const refusals: Readonly<Record<string, { readonly line: string | Buffer; readonly says: string }>> = {
  'broken JSON': { line: '{"documento":"52998224725"', says: 'The line is not valid JSON.' },
  'two objects on a line': { line: `${line({})}${line({})}`, says: 'The line is not valid JSON.' },
  'a megabyte of brackets': { line: '['.repeat(lineBytesMax), says: 'The line is not valid JSON.' },
  'JSON that is no object': { line: '["52998224725"]', says: '(body): It must be an object.' },
  null: { line: 'null', says: '(body): It must be an object.' },
  'bytes that are not UTF-8': {
    line: Buffer.from(line({ registration: { consumerName: 'JOSÉ' } }), 'latin1'),
    says: 'The line is not in UTF-8.',
  },
  'a line over 1 MiB': {
    line: line({ registration: { consumerName: 'A'.repeat(lineBytesMax) } }),
    says: 'The line is over 1 MiB.',
  },
  'an unknown member': { line: line({ nickname: 'ANA' }), says: `nickname: ${misspelt}` },
  'an unknown member at depth': {
    line: line({ registration: { addresses: [{ city: 'RIO' }, { town: 'RIO' }] } }),
    says: `registration.addresses[1].town: ${misspelt}`,
  },
  'a member of every object': {
    line: `{"documento":"${cpf(7)}","__proto__":{}}`,
    says: `__proto__: ${misspelt}`,
  },
  'no document': { line: '{}', says: 'documento: It is required.' },
  'a wrong type': {
    line: JSON.stringify({ documento: 52_998_224_725 }),
    says: 'documento: It must be a string.',
  },
  'a wrong type at depth': {
    line: item({ amount: 10 }),
    says: 'negativeItems[0].amount: It must be a string.',
  },
  'a null': {
    line: line({ registration: { consumerName: null } }),
    says: 'registration.consumerName: It must be a string.',
  },
  'an empty text': {
    line: line({ registration: { consumerName: '' } }),
    says: 'registration.consumerName: It must not be empty.',
  },
  'a list that is none': { line: line({ cheques: {} }), says: 'cheques: It must be a list.' },
  'a member that is missing': {
    line: without('creditorName'),
    says: 'negativeItems[0].creditorName: It is required.',
  },
  'check digits that do not match': {
    line: JSON.stringify({ documento: '52998224724' }),
    says: 'documento: the check digits do not match.',
  },
  'a document of the wrong length': {
    line: JSON.stringify({ documento: '5299822472' }),
    says: 'documento: a CPF has 11 characters and a CNPJ has 14, not counting the mask.',
  },
  'a repeated sequence': {
    line: JSON.stringify({ documento: '11111111111' }),
    says: 'documento: a repeated sequence is not a document.',
  },
  'a day that no calendar has': {
    line: item({ occurrenceDate: '2026-02-30' }),
    says: `negativeItems[0].occurrenceDate: ${noDay}`,
  },
  '29 February of a common year': {
    line: line({ registration: { birthDate: '2025-02-29' } }),
    says: `registration.birthDate: ${noDay}`,
  },
  'a debt of tomorrow': {
    line: item({ occurrenceDate: '2026-03-11' }),
    says: 'occurrenceDate is in the future.',
  },
  'a cheque of tomorrow': {
    line: line({ cheques: [cheque('2026-03-11' as Day)] }),
    says: 'occurrenceDate is in the future.',
  },
  'a protest of tomorrow': {
    line: line({ protests: [protest('2026-03-11' as Day)] }),
    says: 'occurrenceDate is in the future.',
  },
  'a notice of tomorrow': {
    line: item({ notifiedOn: '2026-03-11' }),
    says: 'notifiedOn is in the future.',
  },
  'a notice before the debt was due': {
    line: item({ occurrenceDate: '2026-01-10', notifiedOn: '2026-01-09' }),
    says: 'notifiedOn is before occurrenceDate.',
  },
  'the notice of a cheque before its return': {
    line: line({ cheques: [cheque('2026-01-10' as Day, { notifiedOn: '2026-01-09' })] }),
    says: 'notifiedOn is before occurrenceDate.',
  },
  'half a notice, of tomorrow': {
    line: item({ notifiedBy: undefined, notifiedOn: '2026-03-11' }),
    says: 'notifiedOn is in the future.',
  },
  'a notice on a day that no calendar has': {
    line: item({ notifiedOn: '2026-02-30' }),
    says: `negativeItems[0].notifiedOn: ${noDay}`,
  },
  'a notice on a number': {
    line: item({ notifiedOn: 20_260_310 }),
    says: 'negativeItems[0].notifiedOn: It must be a string.',
  },
  'a notice by nobody': {
    line: item({ notifiedBy: '  ' }),
    says: `negativeItems[0].notifiedBy: ${malformed}`,
  },
  'a notice by a number': {
    line: item({ notifiedBy: 1 }),
    says: 'negativeItems[0].notifiedBy: It must be a string.',
  },
  'the notice of a protest, which needs none': {
    line: line({ protests: [{ ...protest(today), notifiedBy: 'BIRO' }] }),
    says: 'protests[0].notifiedBy: It does not exist in this body. Check the spelling.',
  },
  'identification of a person': {
    line: line({ identification: identification('LTDA') }),
    says: 'identification and partners are for a CNPJ only.',
  },
  'partners of a person': {
    line: line({ partners: partners() }),
    says: 'identification and partners are for a CNPJ only.',
  },
  'an unknown nature': {
    line: item({ legalNatureId: 'ZZ' }),
    says: `negativeItems[0].legalNatureId: ${malformed}`,
  },
  'a nature that every object has': {
    line: item({ legalNatureId: 'constructor' }),
    says: `negativeItems[0].legalNatureId: ${malformed}`,
  },
  'an unknown section': { line: item({ section: 'check' }), says: `negativeItems[0].section: ${malformed}` },
  ...Object.fromEntries(
    [
      '-1.00',
      '1',
      '1.5',
      '1,50',
      '.50',
      '1.000,00',
      '1e3',
      ' 1.00',
      '1.00\n',
      'R$ 1.00',
      '10000000000000.00',
    ].map((amount) => [
      `the amount ${JSON.stringify(amount)}`,
      { line: item({ amount }), says: `negativeItems[0].amount: ${malformed}` },
    ]),
  ),
}

const brokenLine = '{"documento":'

const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const anyRow = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ document: fc.constantFrom(cpf(30), cpf(31), cnpj(32)), name: anyName }),
  },
  { weight: 1, arbitrary: fc.constant(brokenLine) },
  { weight: 1, arbitrary: fc.constantFrom('', '  ', '\t') },
)
type AnyFile = {
  rows: ({ document: DocumentNumber; name: string } | string)[]
  lineEnd: string
  lastEnd: string
  sizes: number[]
}
const file: fc.Arbitrary<AnyFile> = fc.record({
  rows: fc.array(anyRow, { maxLength: 12, size: 'max' }),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  lastEnd: fc.constantFrom('', '\n', '\r\n'),
  sizes: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }),
})

const everyByteAlone: AnyFile = {
  rows: [{ document: cpf(30), name: '日本👩‍🌾Ç' }],
  lineEnd: '\r\n',
  lastEnd: '',
  sizes: [1],
}

/** Lines with one fault, in which the document stands where it should not, as a name or as a value. */
const faultyLine = fc
  .record({
    document: fc.integer({ min: 1, max: 999_999 }).map(cpf),
    masked: fc.boolean(),
    place: fc.constantFrom('member', 'inner member', 'list member', 'amount', 'date', 'name', 'document'),
  })
  .map(({ document, masked, place }) => {
    const text = masked ? maskOf(document) : document
    const { city, state } = person('').address
    const places = {
      member: { [text]: text },
      'inner member': { registration: { address: { city, state, [text]: 1 } } },
      'list member': { negativeItems: [{ ...debt('listingR', today), [text]: { [text]: [text] } }] },
      amount: { negativeItems: [debt('listingR', today, { amount: text })] },
      date: { registration: { birthDate: text } },
      name: { registration: { consumerName: { [text]: text } } },
      document: { documento: `${text}${text}` },
    }
    return { document, line: { documento: text, ...places[place] } }
  })
