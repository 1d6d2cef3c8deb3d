import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { documentKey } from '@lastro/rules/documents/document-key.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import pg from 'pg'
import { afterAll, describe, test } from 'vitest'
import { childEnvironment } from '../../../service/testing/child-environment.ts'
import { cleanUp } from '../../../service/testing/clean-up.ts'
import { engines, newPlace, type Place } from '../../../service/testing/engines.ts'
import { watchedDocument } from '../../../service/testing/invented/watched-document.ts'
import { programs } from '../../../service/testing/programs.ts'
import { until } from '../../../service/testing/until.ts'

const subjectCount = 40_000
const documents = Array.from({ length: subjectCount }, (_, at) =>
  withCheckDigits(String(100_000 + at).padStart(9, '0')),
)
/** From the last document to the first: what is kept first is not what is read first. */
const file = documents
  .toReversed()
  .map(
    (documento) => `${JSON.stringify({ documento, registration: { consumerName: 'PESSOA DE EXEMPLO' } })}\n`,
  )
  .join('')
const watched = documents.filter((_, at) => at % 400 === 0)

function startLoad({ dataDirectory, databaseUrl }: Place): ChildProcess {
  const child = spawn(process.execPath, [programs.cli, 'bureau', 'load', '-', '--json'], {
    env: {
      ...childEnvironment(),
      LC_ALL: 'en_US.UTF-8',
      LASTRO_DATA: dataDirectory,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  cleanUp(() => child.kill('SIGKILL'))
  child.stdin?.on('error', () => undefined)
  return child
}

/** Holds up whoever writes a subject of this document, until it is ended. */
async function holdUp({ dataDirectory, databaseUrl }: Place, document: DocumentNumber) {
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(join(dataDirectory, 'lastro.db'), { timeout: 10_000 })
    const key = documentKey(document)
    db.exec(`create trigger hold_up after insert on subject when new.key = ${key} begin
      delete from subject where key = (with recursive n (n) as (select 1 union all select n + 1 from n)
        select count(*) from n); end`)
    return async () => {
      db.exec('drop trigger hold_up')
      db.close()
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(
    `insert into subject (document, valid_until, sections, more_sections, facts) values ($1, '', '', '', '')`,
    [document],
  )
  return () => client.end()
}

/** Whether the process has a file open that has no name any more. */
const hasLaidAside = (pid: number): boolean =>
  readdirSync(`/proc/${pid}/fd`).some((fd) => /\/load-.* \(deleted\)$/.test(linkOf(`/proc/${pid}/fd/${fd}`)))

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

for (const engine of engines) {
  const signals = engine === 'sqlite' ? (['SIGTERM', 'SIGKILL'] as const) : (['SIGKILL'] as const)
  describe(`a load that is ended, on ${engine}`, async () => {
    const place = await newPlace(engine)
    const store = await place.open()
    afterAll(store.close)
    await store.alerts.documents.insert(
      watched.map((document) => watchedDocument({ clientId: 'c', document, createdAtMs: 0 })),
      0,
    )
    const told = async () =>
      (await store.outbox.read('registration.changed', subjectCount)).map((one) =>
        String(one.payload.documento),
      )
    const keptAmong = async (some: readonly (typeof documents)[number][]) => {
      const facts = await Promise.all(some.map((one) => store.subjects.readFacts(one)))
      return some.filter((_, at) => facts[at] !== undefined)
    }

    for (const signal of signals)
      test(`by ${signal} while it reads has kept nothing, and left nothing on the disk`, async () => {
        const child = startLoad(place)
        const ended = once(child, 'exit')
        const before = readdirSync(place.dataDirectory)
        // The input stays open: it cannot end by itself.
        child.stdin?.write(file)
        await until(async () => hasLaidAside(child.pid ?? 0), 'a run of lines lies aside')
        child.kill(signal)
        await ended
        assert.equal(await store.subjects.countSubjects(), 0)
        assert.deepEqual(await told(), [])
        assert.deepEqual(readdirSync(place.dataDirectory), before)
      })

    test('while it keeps has kept whole commits, in the order of documents, each with its events', async () => {
      const goOn = await holdUp(place, documents[20_000] as DocumentNumber)
      const child = startLoad(place)
      const ended = once(child, 'exit')
      child.stdin?.end(file)
      await until(async () => (await store.subjects.countSubjects()) >= 16_000, 'two commits are kept')
      child.kill('SIGKILL')
      await ended
      await goOn()
      assert.equal(await store.subjects.countSubjects(), 16_000)
      assert.deepEqual(await keptAmong(watched), watched.slice(0, 40))
      assert.deepEqual((await told()).toSorted(), watched.slice(0, 40).toSorted())
    })

    test('is completed by running it again, and every event is there once', async () => {
      const child = startLoad(place)
      child.stdin?.end(file)
      const printed = child.stdout === null ? '' : await text(child.stdout)
      assert.deepEqual(JSON.parse(printed), {
        read: subjectCount,
        kept: subjectCount,
        refused: 0,
        withoutNotice: 0,
      })
      assert.equal(await store.subjects.countSubjects(), subjectCount)
      assert.deepEqual((await told()).toSorted(), watched.toSorted())
    })
  })
}
