import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { addDays, type Day } from '@lastro/rules/calendar/day.ts'
import { describe, test } from 'vitest'
import { newDirectory } from '../../../testing/engines.ts'
import { oneZip } from '../../../testing/public-data.ts'
import {
  type Behaviour,
  cutAfter,
  type PublisherServer,
  page,
  publisherServer,
  serve,
  silent,
  stallAfter,
  status,
} from '../../../testing/servers/publisher-server.ts'
import { cguPublisher } from '../cgu/cgu-publisher.ts'
import { pgfnPublisher } from '../pgfn/pgfn-publisher.ts'
import { receitaPublisher } from '../receita/receita-publisher.ts'
import { lockDirectory } from './directory-lock.ts'
import { usualDownloadLimits } from './download-file.ts'
import { type FetchDeps, type Fetched, fetchDataSet } from './fetch-data-set.ts'
import { FetchFault, type FetchFaultCode } from './fetch-fault.ts'
import type { Publisher } from './publisher.ts'
import { openSite } from './site.ts'

const server = await publisherServer()
const nowMs = Date.parse('2026-10-12T12:00:00-03:00')

/** Bytes that do not shrink, so that a cut falls where it is meant to. */
const noise = (seed: number): Buffer =>
  createHash('shake256', { outputLength: 400_000 }).update(String(seed)).digest()
const zipped = newDirectory()
const zipMade = async (name: string, content: Buffer): Promise<Buffer> => {
  await oneZip(zipped, name, '20261011_CEIS.csv', content)
  return readFileSync(join(zipped, name))
}
const made = await Promise.all(Array.from({ length: 32 }, (_, seed) => zipMade(`${seed}.zip`, noise(seed))))
const zipOf = (seed: number): Buffer => made[seed] ?? assert.fail('There are 32 zips')
const tiny = await zipMade('tiny.zip', Buffer.from('x'))
const broken = (zip: Buffer): Buffer => {
  const copy = Buffer.from(zip)
  copy[5_000] = (copy[5_000] ?? 0) ^ 0xff
  return copy
}

type Tried = {
  readonly directory: string
  readonly pauses: number[]
  readonly fetch: (changed?: Partial<FetchDeps> & { period?: string; stallMs?: number }) => Promise<Fetched>
}

let served = 0

/** A path of its own on the server, and a directory of its own. */
function place(publisher: Publisher = cguPublisher('ceis')): Tried & { readonly path: string } {
  served += 1
  const path = `/${served}`
  const directory = newDirectory()
  const pauses: number[] = []
  const fetch: Tried['fetch'] = ({ period, stallMs, ...changed } = {}) => {
    const signal = changed.signal ?? new AbortController().signal
    const deps: FetchDeps = {
      site: siteAt(server, path, signal, stallMs),
      clock: { nowMs: () => nowMs },
      wait: async (ms) => {
        signal.throwIfAborted()
        pauses.push(ms)
      },
      ...changed,
      signal,
    }
    return fetchDataSet(deps, { dataSet: 'ceis', publisher, period, directoryOf: () => directory })
  }
  return { path, directory, pauses, fetch }
}

/** A slow machine does not count as a stall, unless the server stalls. */
const siteAt = ({ url }: PublisherServer, path: string, signal: AbortSignal, stallMs = 60_000) =>
  openSite({
    address: new URL(`${url}${path}`),
    isNamed: true,
    signal,
    limits: { stallMs, stallBytesMin: 1 },
  })

const faultOf = async (work: Promise<unknown>): Promise<FetchFaultCode> => {
  const error = await work.then(
    () => assert.fail('It was fetched'),
    (one: unknown) => one,
  )
  assert.ok(error instanceof FetchFault, String(error))
  return error.code
}

const zips = (directory: string): string[] =>
  readdirSync(directory)
    .filter((one) => !/^(fetch\.json|\.fetch\.lock.*)$/.test(one))
    .toSorted()

/** Tells the truth to whoever asks what there is, which is done again after each lie. */
const lyingOfTheWhole =
  (lie: Behaviour): Behaviour =>
  (file, request, response) =>
    (request.headers.range === undefined ? lie : serve)(file, request, response)

/** More often than anybody tries again, also where a connection breaks now and then besides. */
const everyTime = (behaviour: Behaviour): readonly Behaviour[] => Array<Behaviour>(200).fill(behaviour)

const askedOf = (path: string) => server.asked.filter((one) => one.path === path).slice(1)

describe('a file that is fetched', () => {
  /** One day's file, the first request for which only finds out that it is there. */
  function oneFile(bytes: Buffer, ...behaviours: Behaviour[]) {
    const at = place()
    const url = `${at.path}/20261012`
    server.put(url, bytes)
    server.next(url, serve, ...behaviours)
    return { ...at, url, file: join(at.directory, '20261012_CEIS.zip') }
  }

  test('gets its name when all of it is there, and is not fetched a second time', async () => {
    const { fetch, file, url, directory } = oneFile(zipOf(1))
    const first = await fetch()
    assert.deepEqual(first.files, [{ name: '20261012_CEIS.zip', wasThere: false }])
    assert.deepEqual(readFileSync(file), zipOf(1))
    assert.deepEqual(zips(directory), ['20261012_CEIS.zip'])
    const second = await fetch()
    assert.deepEqual(second.files, [{ name: '20261012_CEIS.zip', wasThere: true }])
    assert.equal(server.asked.filter((one) => one.path === url && one.range === undefined).length, 1)
  })

  for (const [what, behaviour, stallMs] of [
    ['cut off', cutAfter(150_000), 60_000],
    ['stalled', stallAfter(150_000), 500],
  ] as const) {
    test(`goes on where it was ${what}`, async () => {
      const { fetch, file, url, pauses } = oneFile(zipOf(2), behaviour)
      await fetch({ stallMs })
      assert.deepEqual(readFileSync(file), zipOf(2))
      const [whole, rest] = askedOf(url)
      assert.equal(whole?.range, undefined)
      assert.match(rest?.range ?? '', /^bytes=[1-9]\d*-$/)
      assert.match(rest?.ifRange ?? '', /^"/)
      assert.ok(pauses.length > 0)
    })
  }

  test('whose server never answers is tried again, with growing pauses, and then given up', async () => {
    const { fetch, pauses, directory } = oneFile(zipOf(3), ...everyTime(silent))
    assert.equal(await faultOf(fetch({ stallMs: 200 })), 'stalled')
    assert.deepEqual(
      pauses.slice(-7),
      [1, 2, 4, 8, 16, 32, 60].map((one) => one * 1_000),
    )
    assert.deepEqual(zips(directory), [])
  })

  test('that gets a little farther each time is not given up', async () => {
    const { fetch, file, pauses } = oneFile(zipOf(4), ...Array<Behaviour>(40).fill(cutAfter(30_000)))
    await fetch()
    assert.deepEqual(readFileSync(file), zipOf(4))
    assert.ok(pauses.length > 8)
  })

  test('that is always cut at the same byte is given up', async () => {
    const noRanges: Behaviour = ({ bytes }, _request, response) =>
      cutAfter(4_000)({ bytes, etag: undefined }, { headers: {} }, response)
    const { fetch } = oneFile(zipOf(5), ...Array<Behaviour>(20).fill(noRanges))
    assert.equal(await faultOf(fetch()), 'cut')
  })

  test('that changes midway is begun anew, whether the server honours If-Range', async () => {
    const { fetch, file, url } = oneFile(zipOf(6), cutAfter(150_000), (_file, request, response) => {
      server.put(url, zipOf(7))
      serve({ bytes: zipOf(7), etag: '"another"' }, request, response)
    })
    await fetch()
    assert.deepEqual(readFileSync(file), zipOf(7))
  })

  test('or not', async () => {
    const deaf: Behaviour = (_file, request, response) => {
      server.put(url, zipOf(9))
      const { 'if-range': _, ...headers } = request.headers
      serve({ bytes: zipOf(9), etag: '"another"' }, { headers }, response)
    }
    const { fetch, file, url } = oneFile(zipOf(8), cutAfter(150_000), deaf)
    await fetch()
    assert.deepEqual(readFileSync(file), zipOf(9))
  })

  test('that changes midway and says nothing of it does not pass its test, and comes whole the next time', async () => {
    const at = oneFile(zipOf(10))
    server.put(at.url, zipOf(10), '"same"')
    const changing: Behaviour = (_file, request, response) => {
      server.put(at.url, zipOf(11), '"same"')
      serve({ bytes: zipOf(11), etag: '"same"' }, request, response)
    }
    server.next(at.url, cutAfter(150_000), changing)
    await at.fetch()
    assert.deepEqual(readFileSync(at.file), zipOf(11))
  })

  for (const [what, replaced] of [
    ['a longer one', Buffer.concat([noise(32), noise(33)])],
    ['a shorter one', noise(34).subarray(0, 100_000)],
  ] as const) {
    test(`that is replaced midway by ${what} is begun anew, as what is offered by then`, async () => {
      const other = await zipMade(`other-${replaced.length}.zip`, replaced)
      const replacing: Behaviour = (_file, request, response) => {
        server.put(url, other)
        serve({ bytes: other, etag: '"another"' }, request, response)
      }
      const { fetch, file, url, pauses } = oneFile(zipOf(7), cutAfter(150_000), replacing)
      assert.deepEqual((await fetch()).files, [{ name: '20261012_CEIS.zip', wasThere: false }])
      assert.deepEqual(readFileSync(file), other)
      assert.equal(pauses.length, 2)
      assert.equal((await fetch()).files[0]?.wasThere, true)
    })
  }

  test('from a server that ignores Range is begun anew', async () => {
    const ignoring: Behaviour = (file, _request, response) => serve(file, { headers: {} }, response)
    const { fetch, file } = oneFile(zipOf(12), cutAfter(150_000), ignoring)
    await fetch()
    assert.deepEqual(readFileSync(file), zipOf(12))
  })

  test('without any mark to know it by is begun anew', async () => {
    const { fetch, file, url } = oneFile(zipOf(13))
    server.put(url, zipOf(13), '')
    server.next(url, cutAfter(150_000))
    await fetch()
    assert.deepEqual(readFileSync(file), zipOf(13))
    assert.deepEqual(
      askedOf(url).map((one) => one.range),
      [undefined, undefined],
    )
  })

  test('with another range than was asked for is begun anew', async () => {
    const shifted: Behaviour = ({ bytes, etag }, _request, response) =>
      void response
        .writeHead(206, { ETag: etag ?? '', 'Content-Range': `bytes 10-${bytes.length - 1}/${bytes.length}` })
        .end(bytes.subarray(10))
    const { fetch, file } = oneFile(zipOf(14), cutAfter(150_000), shifted)
    await fetch()
    assert.deepEqual(readFileSync(file), zipOf(14))
  })

  test('that says it is longer than it is counts when the server admits its end and the zip is whole', async () => {
    const long: Behaviour = ({ bytes, etag }, _request, response) => {
      response.writeHead(200, { ETag: etag ?? '', 'Content-Length': bytes.length + 100 })
      response.write(bytes, () => response.destroy())
    }
    const at = place()
    const url = `${at.path}/20261012`
    const unsized: Behaviour = ({ bytes }, _request, response) => void response.writeHead(200).end(bytes)
    server.put(url, zipOf(15))
    server.next(url, unsized, long)
    await at.fetch()
    assert.deepEqual(readFileSync(join(at.directory, '20261012_CEIS.zip')), zipOf(15))
  })

  test('that says it is shorter than it is does not count', async () => {
    const short: Behaviour = ({ bytes, etag }, _request, response) =>
      void response
        .writeHead(200, { ETag: etag ?? '', 'Content-Length': 9_000 })
        .end(bytes.subarray(0, 9_000))
    const { fetch, directory } = oneFile(zipOf(16), ...everyTime(lyingOfTheWhole(short)))
    assert.equal(await faultOf(fetch()), 'size_differs')
    assert.deepEqual(zips(directory), [])
  })

  test('longer than was told, in a body without a length, is cut off', async () => {
    const endless: Behaviour = ({ bytes }, _request, response) => {
      response.writeHead(200)
      response.write(bytes)
      response.end(bytes)
    }
    const { fetch, directory } = oneFile(zipOf(17), ...everyTime(lyingOfTheWhole(endless)))
    assert.equal(await faultOf(fetch()), 'size_differs')
    assert.deepEqual(zips(directory), [])
  })

  test('above every size is refused before a byte of it is kept', async () => {
    const { fetch, directory } = oneFile(zipOf(18))
    const limits = { ...usualDownloadLimits, fileBytesMax: 10_000 }
    assert.equal(await faultOf(fetch({ limits })), 'too_large')
    assert.deepEqual(zips(directory), [])
  })

  test('that takes longer than a night is left where it is', async () => {
    const { fetch } = oneFile(zipOf(19), ...everyTime(silent))
    const limits = { ...usualDownloadLimits, fileMsMax: 20 }
    assert.equal(await faultOf(fetch({ limits })), 'too_slow')
  })

  test('in whose place comes a page with 200 is tried again, and a page never counts', async () => {
    const once = oneFile(zipOf(20), page)
    await once.fetch()
    assert.deepEqual(readFileSync(once.file), zipOf(20))
    const always = oneFile(zipOf(20), ...everyTime(page))
    assert.equal(await faultOf(always.fetch()), 'not_a_zip')
    assert.deepEqual(zips(always.directory), [])
  })

  test('of which we have a part keeps it, whatever page comes in the place of the rest', async () => {
    const { fetch, file, url } = oneFile(zipOf(31), cutAfter(150_000), page, status(503))
    await fetch()
    assert.deepEqual(readFileSync(file), zipOf(31))
    const [whole, ...rests] = askedOf(url).map((one) => one.range)
    assert.equal(whole, undefined)
    assert.equal(rests.length, 3)
    assert.equal(new Set(rests).size, 1)
    assert.match(rests[0] ?? '', /^bytes=[1-9]/)
  })

  test('whose zip is broken is fetched anew, three times at most', async () => {
    const { fetch, url, directory } = oneFile(broken(zipOf(21)))
    assert.equal(await faultOf(fetch()), 'zip_unusable')
    assert.equal(askedOf(url).length, 3)
    assert.deepEqual(zips(directory), [])
  })

  test('waits as long as the publisher asks, but not longer than a person would', async () => {
    const patient = oneFile(zipOf(22), status(429, { 'Retry-After': '120' }), status(503), status(500))
    await patient.fetch()
    assert.deepEqual(patient.pauses, [120_000, 2_000, 4_000])
    const rude = oneFile(zipOf(22), status(429, { 'Retry-After': '86400' }))
    assert.equal(await faultOf(rude.fetch()), 'busy')
    assert.deepEqual(rude.pauses, [])
  })

  test('that is gone or refused is not asked for again', async () => {
    for (const [code, fault] of [
      [404, 'not_found'],
      [403, 'refused'],
    ] as const) {
      const { fetch, pauses } = oneFile(zipOf(23), status(code))
      assert.equal(await faultOf(fetch()), fault)
      assert.deepEqual(pauses, [])
    }
  })

  test('that was replaced at the publisher is fetched again', async () => {
    const { fetch, file, url } = oneFile(zipOf(24))
    await fetch()
    server.put(url, zipOf(25))
    assert.equal((await fetch()).files[0]?.wasThere, false)
    assert.deepEqual(readFileSync(file), zipOf(25))
  })

  test('that was put there by hand counts when its size is right and it is whole', async () => {
    const good = oneFile(zipOf(26))
    writeFileSync(good.file, zipOf(26))
    assert.equal((await good.fetch()).files[0]?.wasThere, true)
    const bad = oneFile(zipOf(26))
    writeFileSync(bad.file, broken(zipOf(26)))
    assert.equal((await bad.fetch()).files[0]?.wasThere, false)
    assert.deepEqual(readFileSync(bad.file), zipOf(26))
  })

  test('that was cut short on our own disk is fetched again', async () => {
    const { fetch, file } = oneFile(zipOf(27))
    await fetch()
    truncateSync(file, 100)
    assert.equal((await fetch()).files[0]?.wasThere, false)
    assert.deepEqual(readFileSync(file), zipOf(27))
  })

  test('stopped by a signal keeps what it has, and goes on the next time', async () => {
    const stop = new AbortController()
    const { fetch, file, url, directory } = oneFile(zipOf(28), stallAfter(150_000))
    const wait = async (): Promise<void> => {
      stop.abort()
      stop.signal.throwIfAborted()
    }
    assert.equal(await faultOf(fetch({ signal: stop.signal, wait, stallMs: 1_500 })), 'stopped')
    assert.deepEqual(zips(directory), ['20261012_CEIS.zip.part'])
    const kept = statSync(`${file}.part`).size
    await fetch()
    assert.equal(askedOf(url).at(-1)?.range, `bytes=${kept}-`)
    assert.deepEqual(readFileSync(file), zipOf(28))
  })

  test('that was whole when a crash kept it from its name is tested, and not fetched again', async () => {
    const { fetch, file, url, directory } = oneFile(zipOf(30))
    await fetch()
    const before = askedOf(url).length
    renameSync(file, `${file}.part`)
    const notes = join(directory, 'fetch.json')
    writeFileSync(notes, readFileSync(notes, 'utf8').replace('"isWhole": true', '"isWhole": false'))
    await fetch()
    assert.deepEqual(readFileSync(file), zipOf(30))
    assert.equal(askedOf(url).length, before + 1, 'only whether it is still there')

    // Or when the crash came after it had its name, and before that was noted.
    writeFileSync(notes, readFileSync(notes, 'utf8').replace('"isWhole": true', '"isWhole": false'))
    assert.equal((await fetch()).files[0]?.wasThere, true)
  })

  test('half of which is from a run whose notes were lost is begun anew', async () => {
    const { fetch, file, directory } = oneFile(zipOf(29), ...everyTime(cutAfter(150_000)))
    const stop = new AbortController()
    const wait = async (): Promise<void> => {
      stop.abort()
      stop.signal.throwIfAborted()
    }
    await faultOf(fetch({ signal: stop.signal, wait }))
    writeFileSync(join(directory, 'fetch.json'), '{"dataSet":')
    writeFileSync(`${file}.part`, Buffer.alloc(200_000, 1))
    await fetch()
    assert.deepEqual(readFileSync(file), zipOf(29))
  })
})

describe('the period', () => {
  const quarter = (path: string, name: string, kinds: readonly string[]) => {
    for (const kind of kinds) server.put(`${path}/${name}/Dados_abertos_${kind}.zip`, zipOf(1))
  }
  const kinds = ['FGTS', 'Previdenciario', 'Nao_Previdenciario']

  test('of a register of CGU is the newest day with a file; a page is no file', async () => {
    const { path, fetch } = place()
    server.put(`${path}/20261010`, zipOf(1))
    server.next(`${path}/20261012`, page)
    const { period, files } = await fetch()
    assert.deepEqual([period, files.map((one) => one.name)], ['2026-10-10', ['20261010_CEIS.zip']])
  })

  const lastDays = (count: number) =>
    Array.from({ length: count }, (_, at) => addDays('2026-10-12' as Day, -at).replaceAll('-', ''))

  test('of a register of CGU is found behind days that the bucket of files refuses as not out', async () => {
    const { path, fetch, pauses } = place()
    for (const day of lastDays(2)) server.next(`${path}/${day}`, status(403))
    server.put(`${path}/20261010`, zipOf(1))
    assert.deepEqual([(await fetch()).period, pauses], ['2026-10-10', []])
  })

  test('is a refusal where every day is refused, and where the day was asked for', async () => {
    const { path, fetch, directory } = place()
    for (const day of lastDays(14)) server.next(`${path}/${day}`, status(403))
    assert.equal(await faultOf(fetch()), 'refused')
    server.next(`${path}/20261012`, status(403))
    assert.equal(await faultOf(fetch({ period: '2026-10-12' })), 'refused')
    for (const day of lastDays(13)) server.next(`${path}/${day}`, status(403))
    assert.equal(await faultOf(fetch()), 'nothing_published', 'one of the days is not there')
    server.next(`${path}/20261012`, status(401))
    server.put(`${path}/20261011`, zipOf(1))
    assert.equal(await faultOf(fetch()), 'refused', 'whoever may not ask at all is told')
    assert.deepEqual(readdirSync(directory), [])
  })

  test('of a publisher that is not known to refuse what is not out is not passed over when it is refused', async () => {
    const { path, fetch } = place(pgfnPublisher)
    quarter(path, '2026_trimestre_03', kinds)
    server.next(`${path}/2026_trimestre_04/Dados_abertos_FGTS.zip`, status(403))
    assert.equal(await faultOf(fetch()), 'refused')
  })

  test('of PGFN is the newest quarter that has all three, and the one passed over is told', async () => {
    const { path, fetch } = place(pgfnPublisher)
    quarter(path, '2026_trimestre_03', ['FGTS'])
    quarter(path, '2026_trimestre_02', kinds)
    const { period, incomplete, files } = await fetch()
    assert.deepEqual([period, incomplete, files.length], ['2026-06', ['2026-09'], 3])
  })

  test('of Receita is the newest month with all 37 files', async () => {
    const { path, fetch, directory } = place(receitaPublisher)
    const ten = ['Empresas', 'Estabelecimentos', 'Socios'].flatMap((kind) =>
      Array.from({ length: 10 }, (_, at) => `${kind}${at}`),
    )
    const small = ['Simples', 'Cnaes', 'Motivos', 'Municipios', 'Naturezas', 'Paises', 'Qualificacoes']
    for (const name of [...ten, ...small]) server.put(`${path}/2026-09/${name}.zip`, tiny)
    for (const name of small) server.put(`${path}/2026-10/${name}.zip`, tiny)
    server.put(`${path}/2026-09/leia-me.pdf`, Buffer.from('no'))
    server.put(`${path}/2026-09/..%2F..%2Fetc.zip`, zipOf(1))
    server.put(`${path}/temporary/Cnaes.zip`, zipOf(1))
    const { period, incomplete } = await fetch()
    assert.deepEqual([period, incomplete, zips(directory).length], ['2026-09', ['2026-10'], 37])
    assert.equal(await faultOf(fetch({ period: '2026-10' })), 'period_incomplete')
    assert.equal(await faultOf(fetch({ period: '2026-08' })), 'period_unknown')
  })

  test('that is asked for has to look like one, be there, and be complete', async () => {
    const { path, fetch } = place(pgfnPublisher)
    quarter(path, '2026_trimestre_02', kinds)
    quarter(path, '2026_trimestre_03', ['FGTS'])
    assert.equal((await fetch({ period: '2026-06' })).period, '2026-06')
    assert.equal(await faultOf(fetch({ period: '2026-05' })), 'period_malformed')
    assert.equal(await faultOf(fetch({ period: '2026-09' })), 'period_incomplete')
    assert.equal(await faultOf(fetch({ period: '2025-12' })), 'period_unknown')
  })

  test('that nobody has published in a while is a fault, not an empty directory', async () => {
    const { fetch, directory } = place()
    assert.equal(await faultOf(fetch()), 'nothing_published')
    assert.deepEqual(readdirSync(directory), [])
  })

  test('a listing that is a page is tried again', async () => {
    const { path, fetch, pauses } = place(receitaPublisher)
    server.next(`${path}/`, ...everyTime(page))
    assert.equal(await faultOf(fetch()), 'listing_unreadable')
    assert.equal(pauses.length, 7)
  })
})

describe('a directory', () => {
  test('with another period in it is refused', async () => {
    const { path, fetch, directory } = place()
    server.put(`${path}/20261012`, zipOf(1))
    server.put(`${path}/20261011`, zipOf(2))
    await fetch()
    assert.equal(await faultOf(fetch({ period: '2026-10-11' })), 'directory_of_another')
    assert.deepEqual(zips(directory), ['20261012_CEIS.zip'])
  })

  test('that another process works in is refused', async () => {
    const { path, fetch, directory } = place()
    server.put(`${path}/20261012`, zipOf(1))
    const lock = lockDirectory(directory)
    assert.equal(await faultOf(fetch()), 'directory_busy')
    lock.release()
    await fetch()
  })

  test('that cannot be made is a fault in words', async () => {
    const { path, directory, fetch } = place()
    server.put(`${path}/20261012`, zipOf(1))
    const inFile = join(directory, 'a-file')
    writeFileSync(inFile, '')
    assert.ok(existsSync(inFile))
    const { signal } = new AbortController()
    const asked = {
      dataSet: 'ceis',
      publisher: cguPublisher('ceis'),
      period: undefined,
      directoryOf: () => join(inFile, 'below'),
    }
    const deps = {
      site: siteAt(server, path, signal),
      clock: { nowMs: () => nowMs },
      signal,
      wait: async () => undefined,
    }
    assert.equal(await faultOf(fetchDataSet(deps, asked)), 'directory_unusable')
    await fetch()
  })
})
