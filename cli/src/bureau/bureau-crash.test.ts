import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { productionRegister } from '@lastro/rules/listings/listing.ts'
import { childEnvironment } from '../../../service/testing/child-environment.ts'
import { engines, newPlace, type Place } from '../../../service/testing/engines.ts'
import { programs } from '../../../service/testing/programs.ts'
import { until } from '../../../service/testing/until.ts'

const subjectCount = 40_000
const documents = Array.from({ length: subjectCount }, (_, at) =>
  withCheckDigits(String(100_000 + at).padStart(9, '0')),
)
const file = documents
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
  after(() => child.kill('SIGKILL'))
  child.stdin?.on('error', () => undefined)
  return child
}

for (const engine of engines) {
  for (const signal of engine === 'sqlite' ? (['SIGKILL', 'SIGTERM'] as const) : (['SIGKILL'] as const)) {
    describe(`a load that ${signal} ends, on ${engine}`, async () => {
      const place = await newPlace(engine)
      const store = await place.open()
      after(store.close)
      await store.alerts.documents.insert(
        watched.map((document) => ({
          id: randomUUID(),
          register: productionRegister,
          clientId: 'c',
          document,
          events: undefined,
          label: undefined,
          until: undefined,
          policy: undefined,
          version: 1,
          createdAtMs: 0,
          requestKey: undefined,
        })),
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

      test('has kept whole commits, in the order of the file, each with its events', async () => {
        const child = startLoad(place)
        const ended = once(child, 'exit')
        // The input stays open and its last line unended: it cannot end by itself, and its last commit is never full.
        child.stdin?.write(file.slice(0, -1))
        await until(async () => (await store.subjects.countSubjects()) >= 16_000, 'two commits are kept')
        child.kill(signal)
        await ended
        const count = await store.subjects.countSubjects()
        assert.ok(count % 8_000 === 0 && count < subjectCount, String(count))
        assert.deepEqual(await keptAmong(watched), watched.slice(0, Math.ceil(count / 400)))
        assert.deepEqual((await told()).toSorted(), (await keptAmong(watched)).toSorted())
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
}
