import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import { addDays, dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { systemClock } from '@lastro/service/clock.ts'
import { cheque } from '@lastro/service/features/sandbox/invented.ts'
import { bureauSource } from '@lastro/service/sources/bureau/bureau-source.ts'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { childEnvironment } from '../../../service/testing/child-environment.ts'
import { cleanUp } from '../../../service/testing/clean-up.ts'
import { engines, newPlace, type Place } from '../../../service/testing/engines.ts'
import { programs } from '../../../service/testing/programs.ts'
import { until } from '../../../service/testing/until.ts'

const today = dayAt(systemClock.nowMs())
const yesterday = addDays(today, -1)
/** Its notice period has ended. */
const longAgo = addDays(today, -60)
const cpf = (number: number): DocumentNumber => withCheckDigits(String(number).padStart(9, '0'))

function startCommand({ dataDirectory, databaseUrl }: Place, args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [programs.cli, 'bureau', ...args], {
    env: {
      ...childEnvironment(),
      LC_ALL: 'en_US.UTF-8',
      LASTRO_DATA: dataDirectory,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  cleanUp(() => child.kill('SIGKILL'))
  child.stdin?.on('error', () => undefined)
  return child
}

async function run(place: Place, args: readonly string[], lines: readonly object[] = []) {
  const child = startCommand(place, args)
  const ended = once(child, 'exit')
  child.stdin?.end(lines.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const [printed, errors] = await Promise.all(
    [child.stdout, child.stderr].map(async (one) => (one === null ? '' : text(one))),
  )
  const [code] = await ended
  return { code, printed: printed ?? '', errors: errors ?? '' }
}

for (const engine of engines) {
  describe(`coverage on the command line, on ${engine}`, async () => {
    const place = await newPlace(engine)
    const store = await place.open()
    const stopFollowing = store.bureauCoverage.follow(assert.ifError)
    afterAll(async () => {
      await stopFollowing()
      await store.close()
    })
    const source = bureauSource(store.subjects, store.bureauCoverage.current)
    const says = async (document: DocumentNumber, section: SectionId = 'check') => {
      const signal = new AbortController().signal
      const asking = { wholeLists: false, united: [], contactData: true, today, signal }
      return (await source.ask({ ...asking, document, sections: [section] }))[section]?.kind
    }
    const declared = () => source.declares('CPF', 'check', today)
    const load = ['load', '-', '--covers', 'check', '--for', 'cpf', '--as-of', yesterday]
    const [known, unknown] = [cpf(100_001), cpf(100_002)]
    let id = ''

    test('a declaration takes effect in another process within five seconds', async () => {
      const { code, printed } = await run(place, load, [{ documento: known, cheques: [cheque(longAgo)] }])
      const endedAtMs = performance.now()
      assert.equal(code, 0)
      assert.match(printed, new RegExp(`covered: check of CPF, complete, data of ${yesterday}`))
      await until(() => declared() !== undefined, 'the declaration is in force here')
      assert.ok(performance.now() - endedAtMs < 5_000)
      assert.deepEqual([await says(known), await says(unknown)], ['found', 'nothing'])
    })

    test('lists the declaration with its state, as text and as JSON', async () => {
      const { printed } = await run(place, ['coverage', '--json'])
      const [one] = JSON.parse(printed)
      id = one.id
      assert.deepEqual(
        [one.section, one.documentType, one.extent, one.asOf, one.until, one.state],
        ['check', 'CPF', 'complete', yesterday, addDays(yesterday, 45), 'in_force'],
      )
      assert.match((await run(place, ['coverage'])).printed, new RegExp(`${id} +check +CPF +complete`))
    })

    test('a declaration can be shortened but not extended', async () => {
      const later = await run(place, ['coverage', 'shorten', id, '--until', addDays(today, 100)])
      assert.equal(later.code, 1)
      assert.match(later.errors, /can only end earlier/)
      const { code, printed } = await run(place, ['coverage', 'shorten', id, '--until', today, '--json'])
      assert.equal(code, 0)
      assert.equal(JSON.parse(printed).until, today)
      await until(() => declared()?.until === today, 'the shorter one is in force here')
      assert.match(
        (await run(place, ['coverage', 'shorten', 'x', '--until', today])).errors,
        /no such declaration/,
      )
    })

    test('a withdrawal takes effect in another process within five seconds', async () => {
      assert.equal((await run(place, ['coverage', 'withdraw', id])).code, 0)
      const endedAtMs = performance.now()
      await until(() => declared() === undefined, 'the withdrawal is in force here')
      assert.ok(performance.now() - endedAtMs < 5_000)
      assert.deepEqual([await says(known), await says(unknown)], ['uncovered', 'uncovered'])
      const again = await run(place, ['coverage', 'withdraw', id])
      assert.deepEqual([again.code, /already withdrawn/.test(again.errors)], [1, true])
    })

    test('records these acts with their targets', async () => {
      const acts = await store.acts.list({ userId: 'system:command-line', after: undefined, limit: 20 })
      const done = acts
        .filter(({ outcome }) => outcome === 'done')
        .map((one) => `${one.operation} ${one.target}`)
      assert.deepEqual(done, [
        `operadorCoberturaRetira ${id}`,
        `operadorCoberturaEncurta ${id}`,
        'comandoBiroCarrega undefined',
      ])
    })

    test('a change to a superseded declaration says what is still covered', async () => {
      const last = addDays(today, 40)
      const declaration = (extent: 'complete' | 'partial', generation: number) => ({
        ...({ id: `${extent}-notary`, section: 'notary', documentType: 'CPF', extent, generation } as const),
        ...{
          asOf: yesterday,
          until: last,
          declaredAtMs: generation,
          declaredBy: 'Ana',
          withdrawnAtMs: undefined,
        },
      })
      await store.bureauCoverage.declare([declaration('complete', 901), declaration('partial', 902)])
      const change = async (...args: string[]) => (await run(place, ['coverage', ...args])).printed
      assert.match(
        await change('withdraw', 'complete-notary'),
        new RegExp(`superseded\\. notary of CPF still has partial coverage until ${last}`),
      )
      assert.match(
        await change('shorten', 'partial-notary', '--until', addDays(today, -3)),
        /No load covers notary of every CPF any more/,
      )
    })

    test('a refused line makes the command exit 1 and say what to do', async () => {
      const lines = [{ documento: known, cheques: [] }, { documento: '1' }]
      const { code, printed, errors } = await run(place, [...load, '--json'], lines)
      assert.equal(code, 1)
      assert.deepEqual(JSON.parse(printed).declaration, { kind: 'lines_refused' })
      assert.match(errors, /Fix the lines and load the whole file again, or declare --partial/)
      assert.equal((await run(place, [...load, '--partial'], lines)).code, 0)
    })

    test('an empty file makes the command exit 1', async () => {
      const { code, errors } = await run(place, load)
      assert.deepEqual([code, /file is empty/.test(errors)], [1, true])
    })

    test('refuses invalid options before it reads anything', async () => {
      const { code, errors } = await run(place, [
        'load',
        '-',
        '--covers',
        'cheque',
        '--for',
        'cpf',
        '--as-of',
        today,
      ])
      assert.deepEqual([code, /Did you mean check\?/.test(errors)], [1, true])
      const future = [...load.slice(0, -1), addDays(today, 1)]
      assert.match((await run(place, future)).errors, /in the future/)
    })

    for (const moment of ['while it reads', 'while it clears'] as const)
      test(`a load that is killed ${moment} declares nothing, and running it again completes it`, async () => {
        const place = await newPlace(engine)
        const store = await place.open()
        onTestFinished(store.close)
        const { ask } = bureauSource(store.subjects, store.bureauCoverage.current)
        const says = async (document: DocumentNumber) => {
          const signal = new AbortController().signal
          const asking = { wholeLists: false, united: [], contactData: true, today, signal }
          const { check } = await ask({ ...asking, document, sections: ['check'] })
          return check?.kind
        }
        const people = Array.from({ length: 30_000 }, (_, at) => cpf(200_000 + at))
        const of = (some: readonly DocumentNumber[]) =>
          some.map((documento) => ({ documento, cheques: [cheque(longAgo)] }))
        assert.equal((await run(place, ['load', '-'], of(people))).code, 0)
        const newest = of([cpf(900_000)])
        const child = startCommand(place, load)
        const ended = once(child, 'exit')
        const lines = newest.map((one) => `${JSON.stringify(one)}\n`).join('')
        if (moment === 'while it reads') {
          child.stdin?.write(lines)
          await until(
            async () => isReading(child.pid ?? 0) || (await says(cpf(900_000))) === 'found',
            'the load has begun',
          )
        } else {
          child.stdin?.end(lines)
          await until(async () => (await says(people[0] as DocumentNumber)) === 'uncovered', 'it clears')
        }
        child.kill('SIGKILL')
        await ended
        await store.bureauCoverage.refresh()
        const isDeclared = (await store.bureauCoverage.list()).length > 0
        // It may have finished before it was killed; then everything is cleared.
        const kinds = new Set(await Promise.all(people.filter((_, at) => at % 500 === 0).map(says)))
        if (isDeclared) assert.deepEqual([...kinds], ['nothing'])
        else assert.ok(!kinds.has('nothing'), 'nothing is clear without a declaration')
        if (moment === 'while it reads') assert.deepEqual([...kinds], ['found'])

        assert.equal((await run(place, load, newest)).code, 0)
        await store.bureauCoverage.refresh()
        const afterwards = await Promise.all(people.filter((_, at) => at % 500 === 0).map(says))
        assert.deepEqual([...new Set(afterwards)], ['nothing'])
        assert.deepEqual([await says(cpf(900_000)), await says(cpf(950_000))], ['found', 'nothing'])
      })
  })
}

/** Whether a process is waiting for input. */
const isReading = (pid: number): boolean => /S \(sleeping\)/.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
