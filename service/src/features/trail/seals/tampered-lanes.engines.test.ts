import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { addUsage, type UsageLines } from '@lastro/rules/trail/billing.ts'
import { type Link, linkOf, readRecord } from '@lastro/rules/trail/chain.ts'
import { laneOf, laneStart, linksPerLane } from '@lastro/rules/trail/lane.ts'
import { headsText, type Seal, sealOf, sealStart } from '@lastro/rules/trail/seal.ts'
import { describe, test } from 'vitest'
import { changeRows } from '../../../../testing/change-rows.ts'
import { engines, newPlace, type Place } from '../../../../testing/engines.ts'
import { draftOf } from '../../../../testing/invented/chained.ts'
import { lot, testSeed } from '../../../../testing/lot.ts'
import type { Store } from '../../../store/store.ts'
import { filesOf, type MonthManifest, manifestText } from '../archive/month-manifest.ts'
import { type Verification, verifyTrail } from './verify-trail.ts'

const today = '2026-11-17' as Day
const noonMs = Date.parse('2026-11-16T12:00:00-03:00')

/** A trail that several processes have written, with its seals, some of which were kept elsewhere. */
type Written = {
  readonly place: Place
  readonly store: Store
  readonly links: readonly Link[]
  readonly seals: readonly Seal[]
  /** The first, some, and the newest; a few records came after it. */
  readonly held: readonly Seal[]
  /** Links before the newest seal, and those after it. */
  readonly sealed: readonly Link[]
  readonly after: readonly Link[]
}

type Lot = ReturnType<typeof lot>

async function writtenTrail(engine: Place['engine'], { below, of }: Lot): Promise<Written> {
  const place = await newPlace(engine)
  const stores = [await place.open(), await place.open(), await place.open()]
  const seals: Seal[] = []
  let serial = 0
  const record = async (store: Store) => {
    const drafts = Array.from({ length: 2 + below(3) }, () => {
      serial += 1
      return draftOf({
        atMs: noonMs + serial,
        requestId: `request-${serial}`,
        document: withCheckDigits(String(100_000_000 + serial)),
      })
    })
    await store.trail.append('production', drafts)
    if (below(3) === 0) await store.trail.append('sandbox', drafts)
  }
  for (let round = 0; round < 3; round++) {
    for (const store of stores) await record(store)
    for (let more = below(3); more > 0; more--) await record(of(stores))
    const sealed = await of(stores).trail.seal(noonMs + serial, 'ifNew')
    assert.ok(typeof sealed === 'object')
    seals.push(sealed)
  }
  for (const store of stores) await record(store)
  const [store = assert.fail(), ...others] = stores
  await Promise.all(others.map((one) => one.close()))
  const links = await Array.fromAsync(store.trail.links('production'))
  const ends = new Map(
    seals
      .at(-1)
      ?.heads.filter((one) => one.environment === 'production')
      .map(({ number }) => [laneOf(number), number]),
  )
  const isSealed = ({ number }: Link) => number <= (ends.get(laneOf(number)) ?? 0)
  return {
    place,
    store,
    links,
    seals,
    held: seals.filter((_, at) => at === 0 || at === seals.length - 1 || below(2) === 0),
    sealed: links.filter(isSealed),
    after: links.filter((link) => !isSealed(link)),
  }
}

/** Statements that change what is kept. */
function hands({ place }: Pick<Written, 'place'>) {
  const change = (...statements: readonly string[]) => changeRows(place, 'trail.db', statements.join(';\n'))
  const bytes = (of: Buffer) =>
    place.engine === 'sqlite' ? `x'${of.toString('hex')}'` : `'\\x${of.toString('hex')}'`
  const text = (of: string) => `'${of.replaceAll("'", "''")}'`
  return {
    change,
    put: (...links: readonly (Link & { readonly under?: number })[]) =>
      change(
        ...links.map(
          (link) => `update trail_link set records = ${text(link.records)},
            record_hashes = ${bytes(link.recordHashes)}, first_at_ms = ${link.firstAtMs},
            last_at_ms = ${link.lastAtMs}, hash = '${link.hash}'
            where environment = 'production' and number = ${link.under ?? link.number}`,
        ),
      ),
    /** With everything that was written with them. */
    removeLinks: (from: number, until: number) => {
      const environment = place.engine === 'sqlite' ? 0 : "'production'"
      const of = `number >= ${from} and number <= ${until}`
      return change(
        ...['trail_link', 'trail_owner', 'trail_lane_owner'].map(
          (table) => `delete from ${table} where environment = 'production' and ${of}`,
        ),
        `delete from consultation where environment = ${environment} and ${of}`,
      )
    },
    /** That a lane has left up to a link, with what was used in the links that did. */
    putLeft: (links: readonly Link[]) => {
      const usage: UsageLines = new Map()
      for (const record of links.flatMap(({ records }) => records.split('\n').map(readRecord)))
        addUsage(usage, record, record.billed, record.cents)
      const last = links.at(-1) ?? assert.fail()
      return change(
        `insert into trail_left (environment, lane, number, hash)
         values ('production', ${laneOf(last.number)}, ${last.number}, '${last.hash}')`,
        ...Array.from(
          usage.values(),
          (line) => `insert into trail_left_usage
            (environment, client_id, day, product, features, billed, unbilled, cents)
            values ('production', '${line.clientId}', '${line.day}', '${line.product}', '${line.features}',
              ${line.billed}, ${line.unbilled}, ${line.cents})`,
        ),
      )
    },
    putArchive: (manifest: MonthManifest) =>
      change(`insert into trail_archive (month, state, holds_long_kept, manifest)
        values ('${manifest.month}', 'archived', 1, ${text(manifestText(manifest))})`),
    putSeals: (seals: readonly Seal[]) =>
      change(
        'delete from trail_seal',
        ...seals.map(
          (seal) => `insert into trail_seal (number, at_ms, previous, heads, hash) values
            (${seal.number}, ${seal.atMs}, '${seal.previous}', ${text(headsText(seal.heads))}, '${seal.hash}')`,
        ),
      ),
  }
}

const withRecords = (link: Link, records: readonly string[]): Link => ({
  ...link,
  records: records.join('\n'),
})

/** The lane with one link changed and everything after it chained anew, as by somebody who knows how. */
function rechained(links: readonly Link[], changed: Link): readonly Link[] {
  const lane = links.filter(({ number }) => laneOf(number) === laneOf(changed.number))
  let previous = laneStart(laneOf(changed.number))
  return lane.map((link) => {
    const { records } = link.number === changed.number ? changed : link
    const drafts = records.split('\n').map((text) => {
      const record = readRecord(text)
      return draftOf({ ...record, priceCents: record.cents })
    })
    const anew = linkOf(
      'production',
      previous,
      drafts,
      drafts.map(() => 'billed'),
    )
    previous = anew
    return anew
  })
}

/** All seals made anew over links that were made anew; a lane of which nothing is left is left out. */
function resealed(seals: readonly Seal[], hashes: ReadonlyMap<number, string | undefined>): readonly Seal[] {
  let previous: Pick<Seal, 'number' | 'hash'> = sealStart
  return seals.map((seal) => {
    const heads = seal.heads.flatMap((head) => {
      if (head.environment !== 'production' || !hashes.has(head.number)) return head
      const hash = hashes.get(head.number)
      return hash === undefined ? [] : { ...head, hash }
    })
    previous = sealOf(previous, heads, seal.atMs)
    return previous as Seal
  })
}

/** A manifest, as a month that left would have it: of the first links of a lane, and of the first seals. */
function forgedManifest(
  month: string,
  { links, seals = [] }: { readonly links: readonly Link[]; readonly seals?: readonly Seal[] },
): MonthManifest {
  const [first = assert.fail(), last = assert.fail()] = [links[0], links.at(-1)]
  const sealed = seals.at(-1)
  const nothing = hash('sha256', '')
  const { number, hash: of } = last
  const said = {
    form: 1 as const,
    month,
    madeAt: '2026-11-16T12:00:00.000Z',
    production: {
      lanes: [
        {
          from: laneStart(laneOf(number)),
          until: { number, hash: of },
          count: links.length,
          records: links.reduce((sum, { recordHashes }) => sum + recordHashes.length / 32, 0),
          firstAtMs: first.firstAtMs,
          lastAtMs: last.lastAtMs,
        },
      ],
      kept: { records: 0, sha256: nothing },
    },
    sandbox: { lanes: [], kept: { records: 0, sha256: nothing } },
    ...(sealed !== undefined && {
      seals: {
        from: { number: sealStart.number, hash: sealStart.hash },
        until: { number: sealed.number, hash: sealed.hash },
        count: seals.length,
      },
    }),
  }
  return { ...said, files: filesOf(said).map((name) => ({ name, bytes: 9, sha256: nothing })) }
}

/** A lane without its last link, and up to some link before that: what could have left of it. */
function beginningOf({ links }: Written, { below, of }: Lot): readonly Link[] {
  const lane = laneOf(of(links).number)
  const all = links.filter(({ number }) => laneOf(number) === lane)
  return all.slice(0, 1 + below(all.length - 1))
}

const otherRecord = (link: Link, at: number): Link =>
  withRecords(
    link,
    link.records.split('\n').map((text, place) => (place === at ? text.replace('cli_ana', 'cli_bia') : text)),
  )

const kinds = ({ besides }: Verification) => besides.map(({ kind }) => kind)

type Tampering = (written: Written, by: Lot) => Promise<(found: Verification, without: Verification) => void>

/** Each changes something that lies before the newest seal that was held, and says how it is named. */
const tamperings: Readonly<Record<string, Tampering>> = {
  'nothing was touched': async ({ after, held, seals }) => {
    return (found, without) => {
      assert.deepEqual([found.broken, found.besides], [undefined, []])
      assert.deepEqual([without.broken, without.besides], [undefined, []])
      const records = after.reduce((sum, one) => sum + one.recordHashes.length / 32, 0)
      assert.deepEqual(
        [found.seals.count, found.seals.upTo?.hash, found.seals.isHeld, found.seals.recordsAfter],
        [seals.length, held.at(-1)?.hash, true, records],
      )
      assert.equal(without.seals.isHeld, false)
    }
  },

  'a record was changed': async (written, { of }) => {
    const link = of(written.sealed)
    await hands(written).put(otherRecord(link, 1))
    return ({ broken }) => assert.deepEqual(broken, { number: link.number, place: 1 })
  },

  'a record was dropped from its link': async (written, { of }) => {
    const link = of(written.sealed)
    const [, ...rest] = link.records.split('\n')
    await hands(written).put({ ...withRecords(link, rest), recordHashes: link.recordHashes.subarray(32) })
    return ({ broken }) => assert.equal(broken?.number, link.number)
  },

  'two records of a link were reordered': async (written, { of }) => {
    const link = of(written.sealed)
    const [one = '', two = '', ...rest] = link.records.split('\n')
    const [first, second] = [link.recordHashes.subarray(0, 32), link.recordHashes.subarray(32, 64)]
    await hands(written).put({
      ...withRecords(link, [two, one, ...rest]),
      recordHashes: Buffer.concat([second, first, link.recordHashes.subarray(64)]),
    })
    return ({ broken }) => assert.equal(broken?.number, link.number)
  },

  'two links were swapped, in one lane or across': async (written, { of }) => {
    const [one, other] = [of(written.sealed), of(written.sealed)]
    if (one.number === other.number) return () => undefined
    await hands(written).put({ ...one, under: other.number }, { ...other, under: one.number })
    return ({ broken, brokenElsewhere }) => {
      const named = [broken, ...brokenElsewhere].map((of) => of?.number)
      const lanes = new Set([one, other].map(({ number }) => laneOf(number)))
      assert.equal(named.length, lanes.size)
      assert.ok(named.includes(Math.min(one.number, other.number)))
      if (lanes.size === 2) assert.ok(named.includes(Math.max(one.number, other.number)))
    }
  },

  'a link was dropped from the middle': async (written, { of }) => {
    const isMiddle = ({ number }: Link) => written.links.some((one) => one.number === number + 1)
    const { number } = of(written.sealed.filter(isMiddle))
    await hands(written).removeLinks(number, number)
    return ({ broken }) => assert.deepEqual(broken, { number, place: 0 })
  },

  'a lane was cut short': async (written, { of }) => {
    const isLater = ({ number }: Link) => number > laneStart(laneOf(number)).number + 1
    const { number } = of(written.sealed.filter(isLater))
    await hands(written).removeLinks(number, (laneOf(number) + 1) * linksPerLane - 1)
    return (found, without) => {
      for (const one of [found, without]) {
        const cut = one.besides.find(({ kind }) => kind === 'lane_cut')
        assert.ok(cut !== undefined && 'lane' in cut && cut.lane === laneOf(number), kinds(one).join())
      }
    }
  },

  'a lane is missing': async (written, { of }) => {
    const lane = laneOf(of(written.sealed).number)
    await hands(written).removeLinks(lane * linksPerLane, (lane + 1) * linksPerLane - 1)
    await hands(written).change(`delete from trail_lane where lane = ${lane}`)
    return (found, without) => {
      for (const one of [found, without]) {
        const missing = one.besides.find(({ kind }) => kind === 'lane_missing')
        assert.ok(missing !== undefined && 'lane' in missing && missing.lane === lane, kinds(one).join())
      }
    }
  },

  'a seal is missing': async (written, { of }) => {
    const { number } = of(written.seals)
    await hands(written).change(`delete from trail_seal where number = ${number}`)
    return (found, without) => {
      assert.ok(found.besides.some((one) => one.kind === 'seal_missing' && one.number === number))
      // The newest is missed only by whoever has it.
      if (number < written.seals.length) assert.ok(kinds(without).includes('seal_missing'))
    }
  },

  'a seal was changed': async (written, { of }) => {
    const { number } = of(written.seals)
    await hands(written).change(`update trail_seal set at_ms = at_ms + 1 where number = ${number}`)
    return ({ besides }) =>
      assert.ok(besides.some((one) => one.kind === 'seal_changed' && one.number === number))
  },

  'a record was changed, and its lane chained anew': async (written, { of }) => {
    const link = of(written.sealed)
    await hands(written).put(...rechained(written.links, otherRecord(link, 0)))
    return (found, without) => {
      for (const one of [found, without]) assert.ok(isInRewritten(one, link.number), kinds(one).join())
    }
  },

  'a record was changed, its lane chained anew, and all seals made anew': async (written, { of }) => {
    const link = of(written.sealed)
    const anew = rechained(written.links, otherRecord(link, 0))
    await hands(written).put(...anew)
    await hands(written).putSeals(
      resealed(written.seals, new Map(anew.map(({ number, hash }) => [number, hash]))),
    )
    return (found, without) => {
      assert.ok(isInRewritten(found, link.number), kinds(found).join())
      assert.ok(kinds(found).includes('seal_changed'))
      // The limit: nobody can tell from the database alone.
      assert.deepEqual([without.broken, without.seals.isHeld], [undefined, false])
      assert.ok(!kinds(without).some((kind) => /seal|lane/.test(kind)))
    }
  },

  'a lane was taken away, and all seals made anew without it': async (written, { of }) => {
    const lane = laneOf(of(written.sealed).number)
    const gone = written.links.filter(({ number }) => laneOf(number) === lane)
    await hands(written).removeLinks(lane * linksPerLane, (lane + 1) * linksPerLane - 1)
    await hands(written).change(`delete from trail_lane where lane = ${lane}`)
    await hands(written).putSeals(
      resealed(written.seals, new Map(gone.map(({ number }) => [number, undefined]))),
    )
    return (found) => {
      const missing = found.besides.find(({ kind }) => kind === 'lane_missing')
      assert.ok(missing !== undefined && 'lane' in missing && missing.lane === lane, kinds(found).join())
    }
  },

  'the newest seals were taken away, with what they held': async (written, { below }) => {
    const kept = written.seals.slice(0, 1 + below(written.seals.length - 1))
    await hands(written).putSeals(kept)
    return ({ besides }) =>
      assert.ok(besides.some((one) => one.kind === 'seal_missing' && one.number === kept.length + 1))
  },

  'a link was changed with its own hash, and those after it left': async (written, { of }) => {
    const heads = new Set(written.seals.flatMap((seal) => seal.heads.map(({ hash }) => hash)))
    const link = of(written.sealed.filter(({ hash }) => heads.has(hash)))
    const anew = rechained(written.links, otherRecord(link, 0))
    await hands(written).put(...anew.filter(({ number }) => number === link.number))
    return (found) => {
      assert.ok(found.broken !== undefined)
      assert.ok(isInRewritten(found, link.number), kinds(found).join())
    }
  },

  'a record was changed, and the end of its lane cut off as well': async (written, { of }) => {
    const first = of(written.sealed.filter(({ number }) => number === laneStart(laneOf(number)).number + 1))
    const lane = laneOf(first.number)
    const last = written.sealed.findLast(({ number }) => laneOf(number) === lane) ?? assert.fail()
    await hands(written).put(otherRecord(first, 0))
    await hands(written).removeLinks(last.number, (lane + 1) * linksPerLane - 1)
    return (found, without) => {
      for (const one of [found, without]) {
        assert.deepEqual(one.broken, { number: first.number, place: 0 })
        assert.ok(kinds(one).includes('lane_cut'), kinds(one).join())
      }
    }
  },

  'all was set back to an earlier seal, and the service went on sealing': async (written) => {
    const [first = assert.fail(), ...others] = written.seals
    for (const { number } of first.heads.filter(({ environment }) => environment === 'production'))
      await hands(written).removeLinks(number + 1, (laneOf(number) + 1) * linksPerLane - 1)
    const later = [first]
    for (const { atMs } of [...others, ...others])
      later.push(sealOf(later.at(-1) ?? first, first.heads, atMs))
    await hands(written).putSeals(later)
    // The log has the seals of both lives of the store.
    const held = [...written.seals, ...later]
    const found = await verifyTrail(written.store.trail, 'production', { held })
    return () => {
      assert.ok(found.besides.some((one) => one.kind === 'seal_changed' && one.number === 2))
      assert.ok(kinds(found).includes('lane_cut'), kinds(found).join())
    }
  },

  'what a seal says was made unreadable': async (written, { of }) => {
    const { number } = written.seals.at(-1) ?? assert.fail()
    const text = of(['', 'x', 'null', '{}', '[1]', '[["production","x","y"]]', '[["production",1.5,"y"]]'])
    await hands(written).change(`update trail_seal set heads = '${text}' where number = ${number}`)
    return (found, without) => {
      for (const { besides } of [found, without])
        assert.ok(besides.some((one) => one.kind === 'seal_changed' && one.number === number))
    }
  },

  'a record was replaced by what is none, and its link chained anew': async (written, { of }) => {
    const link = written.after.at(-1) ?? assert.fail()
    const before = written.links.at(-2) ?? assert.fail()
    const [first = '', , ...rest] = link.records.split('\n')
    const texts = [first, of(['', 'x', 'null', '{}']), ...rest]
    const recordHashes = Buffer.concat(texts.map((text) => hash('sha256', text, 'buffer')))
    const { number, firstAtMs, lastAtMs } = link
    const head = Buffer.from(`production ${before.hash} ${number} ${firstAtMs} ${lastAtMs} `)
    const anew = hash('sha256', Buffer.concat([head, recordHashes]), 'hex')
    await hands(written).put({ ...withRecords(link, texts), recordHashes, hash: anew })
    return ({ broken }) => assert.deepEqual(broken, { number, place: 1 })
  },

  'a link was added under a number that no lane has': async (written) => {
    const number = written.place.engine === 'sqlite' ? '9007199254740991' : '9223372036854775807'
    await hands(written).change(
      `insert into trail_link (environment, number, first_at_ms, last_at_ms, records, record_hashes, hash)
       select environment, ${number}, first_at_ms, last_at_ms, records, record_hashes, hash
       from trail_link where environment = 'production' and number = ${written.links[0]?.number}`,
    )
    return ({ broken }) => assert.ok(broken !== undefined)
  },

  'a link was added under a number that another has': async (written, { of }) => {
    const { number } = of(written.links)
    const adding = hands(written).change(
      `insert into trail_link (environment, number, first_at_ms, last_at_ms, records, record_hashes, hash)
       select environment, number, first_at_ms, last_at_ms + ${of([-1, 1])},
         replace(records, 'cli_ana', 'cli_bia'), record_hashes, hash
       from trail_link where environment = 'production' and number = ${number}`,
    )
    // Where months are tables the key has the time in it as well, and does not refuse it.
    if (written.place.engine === 'sqlite') {
      await assert.rejects(adding)
      return ({ broken }) => assert.equal(broken, undefined)
    }
    await adding
    return ({ broken }) => assert.ok(broken?.number === number || broken?.number === number + 1)
  },

  'links were dropped behind a mark of archives that no archive backs': async (written, by) => {
    const gone = beginningOf(written, by)
    await hands(written).putLeft(gone)
    await hands(written).removeLinks(gone[0]?.number ?? 0, gone.at(-1)?.number ?? 0)
    return (found, without) => {
      for (const { broken, brokenElsewhere, besides } of [found, without]) {
        const named = [broken, ...brokenElsewhere].map((one) => one?.number)
        assert.ok(named.includes(gone[0]?.number), String(named))
        assert.ok(besides.some((one) => one.kind === 'archive_changed'))
      }
    }
  },

  'a whole lane was dropped behind a mark of archives that no archive backs': async (written, { of }) => {
    const lane = laneOf(of(written.sealed).number)
    const gone = written.links.filter(({ number }) => laneOf(number) === lane)
    await hands(written).putLeft(gone)
    await hands(written).removeLinks(lane * linksPerLane, (lane + 1) * linksPerLane - 1)
    return (found, without) => {
      for (const one of [found, without]) {
        assert.ok(kinds(one).includes('archive_changed'), kinds(one).join())
        assert.ok(kinds(one).includes('lane_missing'), kinds(one).join())
      }
    }
  },

  'a lane is marked as left, and nothing else was touched': async (written, by) => {
    const left = beginningOf(written, by)
    await hands(written).putLeft(left)
    await hands(written).change('delete from trail_left_usage')
    return (found) => {
      const number = left.at(-1)?.number ?? 0
      assert.deepEqual(found.besides, [{ kind: 'archive_changed', lane: laneOf(number), number }])
    }
  },

  'usage of what never left was invented, and counted': async (written) => {
    const table = written.place.engine === 'sqlite' ? 'usage_day' : 'usage_lane'
    await hands(written).change(
      `insert into trail_left_usage (environment, client_id, day, product, features, billed, unbilled, cents)
       select environment, client_id, day, product, features, 1, 0, 150 from ${table}
       where environment = 'production' limit 1`,
      `update ${table} set billed = billed + 1, cents = cents + 150 where environment = 'production'
       ${written.place.engine === 'sqlite' ? '' : `and lane = (select min(lane) from ${table})`}`,
    )
    return (found) => {
      assert.equal(found.broken, undefined)
      assert.deepEqual(found.besides, [{ kind: 'usage', clientId: 'cli_ana', day: '2026-11-16' }])
    }
  },

  'links were dropped behind an archive of old that was made up': async (written, by) => {
    // Every seal that names an earlier link of the lane is younger than that archive.
    const lane = laneOf(by.of(written.sealed).number)
    const gone = written.links.filter(({ number }) => laneOf(number) === lane).slice(0, -1)
    await hands(written).putArchive(forgedManifest('2020-01', { links: gone }))
    await hands(written).putLeft(gone)
    await hands(written).removeLinks(gone[0]?.number ?? 0, gone.at(-1)?.number ?? 0)
    return (found, without) => {
      for (const { besides } of [found, without])
        assert.ok(besides.some((one) => 'month' in one && one.month === '2020-01'))
    }
  },

  'links and seals were dropped behind an archive of old that was made up': async (written, by) => {
    const lane = laneOf(by.of(written.sealed).number)
    const gone = written.links.filter(({ number }) => laneOf(number) === lane).slice(0, -1)
    const seals = written.seals.slice(0, -1)
    await hands(written).putArchive(forgedManifest('2020-01', { links: gone, seals }))
    await hands(written).putLeft(gone)
    await hands(written).removeLinks(gone[0]?.number ?? 0, gone.at(-1)?.number ?? 0)
    await hands(written).change(`delete from trail_seal where number <= ${seals.length}`)
    return (found, without) => {
      assert.ok(found.besides.some((one) => 'month' in one && one.month === '2020-01'))
      // What is said to lie in archives is said, and proved by them alone.
      assert.deepEqual(without.archived.months, ['2020-01'])
    }
  },

  'links and seals were dropped behind an archive of a month that is too young': async (written, by) => {
    const gone = beginningOf(written, by)
    const seals = written.seals.slice(0, -1)
    await hands(written).putArchive(forgedManifest('2026-11', { links: gone, seals }))
    await hands(written).putLeft(gone)
    await hands(written).removeLinks(gone[0]?.number ?? 0, gone.at(-1)?.number ?? 0)
    await hands(written).change(`delete from trail_seal where number <= ${seals.length}`)
    return (found, without) => {
      for (const { besides } of [found, without])
        assert.ok(besides.some((one) => one.kind === 'archive_changed' && 'month' in one))
    }
  },

  'a whole lane was dropped behind an archive that was made up': async (written, { of }) => {
    const lane = laneOf(of(written.sealed).number)
    const gone = written.links.filter(({ number }) => laneOf(number) === lane)
    const seals = written.seals.slice(0, -1)
    await hands(written).putArchive(forgedManifest('2020-01', { links: gone, seals }))
    await hands(written).putLeft(gone)
    await hands(written).removeLinks(lane * linksPerLane, (lane + 1) * linksPerLane - 1)
    await hands(written).change(`delete from trail_seal where number <= ${seals.length}`)
    return (_, without) => {
      const number = (gone.at(-1)?.number ?? 0) + 1
      assert.ok(without.besides.some((one) => one.kind === 'lane_cut' && one.number === number))
    }
  },

  'what lies after the newest seal was chained anew': async (written, { of }) => {
    const link = of(written.after)
    await hands(written).put(...rechained(written.links, otherRecord(link, 0)))
    return (found) => {
      // The limit as it is stated: no seal speaks of it.
      assert.equal(found.broken, undefined)
      assert.ok(!kinds(found).some((kind) => /seal|lane/.test(kind)), kinds(found).join())
      assert.ok(found.seals.recordsAfter > 0)
    }
  },
}

/** Whether links are named that were made anew, and this one among them. */
const isInRewritten = ({ besides }: Verification, number: number): boolean =>
  besides.some(
    (one) =>
      one.kind === 'lane_rewritten' &&
      one.lane === laneOf(number) &&
      one.fromNumber <= number &&
      number <= one.untilNumber,
  )

for (const engine of engines) {
  describe(`lanes on ${engine}, held against seals that were kept elsewhere`, () => {
    for (const [what, tamper] of Object.entries(tamperings)) {
      test(what, async () => {
        const seed = testSeed()
        const by = lot(seed)
        const written = await writtenTrail(engine, by)
        const { store, held } = written
        const check = await tamper(written, by)
        try {
          check(
            await verifyTrail(store.trail, 'production', { held, today }),
            await verifyTrail(store.trail, 'production', { today }),
          )
        } catch (error) {
          throw new Error(`LASTRO_TEST_SEED=${seed}`, { cause: error })
        } finally {
          await store.close()
        }
      })
    }
  })
}
