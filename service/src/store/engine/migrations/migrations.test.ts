import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { test } from 'vitest'
import type { Engine, Tables } from '../tables.ts'
import type { Migration } from './migrate.ts'
import { storeMigrations, trailMigrations } from './migrations.ts'

/**
 * What each migration emits, by engine: the SHA-256 of its statements and their values. A line is added with its
 * migration, and never changes once it is on main: stores that ran it would differ from those that run it later.
 * Should a new release of Kysely word a statement otherwise, compare the two wordings before taking over the hash.
 */
const released: readonly (readonly [name: string, engine: Engine, sha256: string])[] = [
  ['0001_clients', 'sqlite', '9b0c749eec85db12eee22555a7c5c8e750e6cf03064e0fdb360a092c9ea79657'],
  ['0001_clients', 'postgres', '9b0c749eec85db12eee22555a7c5c8e750e6cf03064e0fdb360a092c9ea79657'],
  ['0002_subjects', 'sqlite', '8a54bde0f89cc816c57dec296bd81653bbf7a29727cf19f326264f7aabdf3a87'],
  ['0002_subjects', 'postgres', '8dcc7a2cf42579bb71474de798cec7c87d2b56bfdb1e8933420e4fe2e2b544ba'],
  ['0003_limits', 'sqlite', '7d4ff0fafa2a4d1124d144c2b34ece33fbee3f392e63b6b447c3aa21e1ed2574'],
  ['0003_limits', 'postgres', '7d4ff0fafa2a4d1124d144c2b34ece33fbee3f392e63b6b447c3aa21e1ed2574'],
  ['0004_listings', 'sqlite', '8b2112b3b72c87812e37b2effebebcef4a1dc1d690dd5786a8fb2720afc018e5'],
  ['0004_listings', 'postgres', '8b2112b3b72c87812e37b2effebebcef4a1dc1d690dd5786a8fb2720afc018e5'],
  ['0005_batches', 'sqlite', 'd843f7905ae86b7e50d7edeea8c32c870366e6e6b2b96cd10ac326b03a030cc8'],
  ['0005_batches', 'postgres', '2234d0f652f9e626418b5f78b8e8efa964c2131b922520f21fdb250e8a8dbfd0'],
  ['0006_alerts', 'sqlite', '21cc3e6b804c8a2c5dcdc320fa7de25e3a293d94b3d404d2a33609e66e762d99'],
  ['0006_alerts', 'postgres', '21cc3e6b804c8a2c5dcdc320fa7de25e3a293d94b3d404d2a33609e66e762d99'],
  ['0007_alert_upkeep', 'sqlite', '06f4d75b77594af2a6606f412b57a64a217e8f087ce7fe5f0d73b15cadfa4327'],
  ['0007_alert_upkeep', 'postgres', 'c9c64a278734a634f88652080083d33f11d4c796ef89b2c7a6f6675c1d6fd07b'],
  ['0008_users', 'sqlite', '70958bc8c4aee23bba6cdbe8cbb493c8e676a66f8444a77d0bb84feda3791396'],
  ['0008_users', 'postgres', '70958bc8c4aee23bba6cdbe8cbb493c8e676a66f8444a77d0bb84feda3791396'],
  ['0009_operator', 'sqlite', '17378606a6602ae0edd0af04b5ea01403eb61cdb905b5aebabd3abac3bcd22d0'],
  ['0009_operator', 'postgres', '677f11bfa4ffc6d48960e36e094695a5933a728fb790a8c51e7bc871508659cf'],
  ['0010_unanswered_disputes', 'sqlite', 'f6c6bdce6a9b79793ccb570ef9aecd92a92fbda2b6fa9664ca9adfd62c313bca'],
  [
    '0010_unanswered_disputes',
    'postgres',
    'f6c6bdce6a9b79793ccb570ef9aecd92a92fbda2b6fa9664ca9adfd62c313bca',
  ],
  ['0011_debt_identity', 'sqlite', '8e4054c41901a6660c0022292ecb03bebd9fe27d52ab85aaff5dfbcf0994a1a1'],
  ['0011_debt_identity', 'postgres', 'd91a7eddf1c95e11320f6b5900cf6d81ae1b437c836d8d37da344af0bb58c5e8'],
  ['0012_corrections', 'sqlite', 'cbd107ef51dff63399a180f8b7b52bd7af2d20ce932ea4e2006bc801aeeefa88'],
  ['0012_corrections', 'postgres', 'cbd107ef51dff63399a180f8b7b52bd7af2d20ce932ea4e2006bc801aeeefa88'],
  ['0013_reviews', 'sqlite', 'c97b1993446820e4cd88cd625f357df8eaa2f91048676f05f7229bcc3966e528'],
  ['0013_reviews', 'postgres', '6191b2e000c988bda4cb7a5caca4d7a3f972c68eb0a24eb9a2cf40307fb0cd47'],
  ['0014_told_readers', 'sqlite', 'd38e35e0e24bef83c2437819d36f13e5ca03bdf257b416b452a0f01d18228556'],
  ['0014_told_readers', 'postgres', 'd38e35e0e24bef83c2437819d36f13e5ca03bdf257b416b452a0f01d18228556'],
  ['0015_person_requests', 'sqlite', '7834b004b6503ef7fbd6678c5912e26b85d38732196317056d948e57a78c7f31'],
  ['0015_person_requests', 'postgres', '7834b004b6503ef7fbd6678c5912e26b85d38732196317056d948e57a78c7f31'],
  ['0016_person_sessions', 'sqlite', '8f15a2e4f94cd170a85fae531ebce8c5626c0169f0f19154f399892753eb498c'],
  ['0016_person_sessions', 'postgres', '8f15a2e4f94cd170a85fae531ebce8c5626c0169f0f19154f399892753eb498c'],
  ['0017_public_data', 'sqlite', '55a612b3e3b930ece3d491d34f6b6ed63e5add6355d195b2ffd8450a3e0e9ed1'],
  ['0017_public_data', 'postgres', '55a612b3e3b930ece3d491d34f6b6ed63e5add6355d195b2ffd8450a3e0e9ed1'],
  ['0018_data_comparisons', 'sqlite', '0ddc815220dcb9c3b8cb1db20f9b3e66fd9bbc484ab42f305829444c9bcee744'],
  ['0018_data_comparisons', 'postgres', '0ddc815220dcb9c3b8cb1db20f9b3e66fd9bbc484ab42f305829444c9bcee744'],
  ['0019_alerted_documents', 'sqlite', '740f9337be992565d7e47c1af871e525973f90329e254a581cf8390016ff9120'],
  ['0019_alerted_documents', 'postgres', '740f9337be992565d7e47c1af871e525973f90329e254a581cf8390016ff9120'],
  ['0020_load_version', 'sqlite', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['0020_load_version', 'postgres', 'f484bfafccd7fe0631da91362c5f5110b928befeaf0ffec501b0d0b5ac298d23'],
  ['0021_statements', 'sqlite', '69d996e393810114c286293b994db55504f586318b0434ccee7eb84b99c5a46d'],
  ['0021_statements', 'postgres', '69d996e393810114c286293b994db55504f586318b0434ccee7eb84b99c5a46d'],
  ['0022_kept_reports', 'sqlite', '9ccad582ee2ce43c1cc4f480b8e44b825f3361a7933891ba6cc59ffc255b3879'],
  ['0022_kept_reports', 'postgres', '9ccad582ee2ce43c1cc4f480b8e44b825f3361a7933891ba6cc59ffc255b3879'],
  ['0023_batches_of_client', 'sqlite', '940f13618a2d49d1e87e3102b0efd41156f72f829ec2dab150d1adee8087ee05'],
  ['0023_batches_of_client', 'postgres', '940f13618a2d49d1e87e3102b0efd41156f72f829ec2dab150d1adee8087ee05'],
  ['0024_declared_sources', 'sqlite', '8c01af6528025a362d0ddfe6853bf0109a52ee194e6737451c7e4b60b5411c0d'],
  ['0024_declared_sources', 'postgres', '8c01af6528025a362d0ddfe6853bf0109a52ee194e6737451c7e4b60b5411c0d'],
  ['0025_source_spending', 'sqlite', '0b36e7fd66463e8ba2905087970d660f333b0f354a34a2ba760cdefe8f69abda'],
  ['0025_source_spending', 'postgres', '0b36e7fd66463e8ba2905087970d660f333b0f354a34a2ba760cdefe8f69abda'],
  ['0026_query_batches', 'sqlite', 'e80ab069e02dbb04ebb332307991f8df24664c893d190bb1cf8475e6f9e394c5'],
  ['0026_query_batches', 'postgres', 'e80ab069e02dbb04ebb332307991f8df24664c893d190bb1cf8475e6f9e394c5'],
  ['0028_source_copies', 'sqlite', '619e22a6defe01483be204de99a01adf3c5eb8f8ace37fed588f6e92cf126729'],
  ['0028_source_copies', 'postgres', '619e22a6defe01483be204de99a01adf3c5eb8f8ace37fed588f6e92cf126729'],
  ['0029_decisions', 'sqlite', 'a7c3625ee3b3a8118dd563d0c5b2321b028bcb7eecf6f1d7c4c58f7d73358597'],
  ['0029_decisions', 'postgres', 'a7c3625ee3b3a8118dd563d0c5b2321b028bcb7eecf6f1d7c4c58f7d73358597'],
  ['0030_newest_kept_reports', 'sqlite', 'fc6b20896671e44d1ecc912d454811d7941f2f54550cebe5acf3d5359dd4eb71'],
  [
    '0030_newest_kept_reports',
    'postgres',
    'fc6b20896671e44d1ecc912d454811d7941f2f54550cebe5acf3d5359dd4eb71',
  ],
  ['0032_watched_policies', 'sqlite', '924f3e597165cfd1b660b69e5ac984ffbf067a6e86dad318fb407d5c50d62460'],
  ['0032_watched_policies', 'postgres', '924f3e597165cfd1b660b69e5ac984ffbf067a6e86dad318fb407d5c50d62460'],
  ['0033_former_debts', 'sqlite', '607db81550825f667fc3a7015e6280ecb98a61232c5676a17d5474779f8e35b6'],
  ['0033_former_debts', 'postgres', '601d55b063face459bdb11aa5108b71d7b46b8b61962a93389732c8e5d4e83c0'],
  ['0034_seal_key', 'sqlite', '810234481b066eab2737e87b8a0b55c05ca3586f14d441fe53f141b5fe052afc'],
  ['0034_seal_key', 'postgres', '810234481b066eab2737e87b8a0b55c05ca3586f14d441fe53f141b5fe052afc'],
  ['0035_contract_bones', 'sqlite', 'cbfe4238000ef5120e1e7296a7aadabbbe19ddfb94c8e8a4bc871c800bda6c05'],
  ['0035_contract_bones', 'postgres', 'cbfe4238000ef5120e1e7296a7aadabbbe19ddfb94c8e8a4bc871c800bda6c05'],
  ['0036_ended_listings', 'sqlite', 'f431d40cd96ddb7d74b5e183d66a577f0e975e2ccc559be79b3ff2b6c6157856'],
  ['0036_ended_listings', 'postgres', 'f431d40cd96ddb7d74b5e183d66a577f0e975e2ccc559be79b3ff2b6c6157856'],
  ['0039_known_devices', 'sqlite', '7b1e1cbb10d77b81a50e088ad6033be9c28b8e65e7038034ad4965038a0c806d'],
  ['0039_known_devices', 'postgres', '7b1e1cbb10d77b81a50e088ad6033be9c28b8e65e7038034ad4965038a0c806d'],
  ['0040_claim_holder', 'sqlite', 'afbd69c998d8777809e1b26eb141de61890330b4e5c4bdb5a9aa26132f35f333'],
  ['0040_claim_holder', 'postgres', 'afbd69c998d8777809e1b26eb141de61890330b4e5c4bdb5a9aa26132f35f333'],
  ['0042_bureau_coverage', 'sqlite', 'c4dd3537bedcd25fffee408d908f441215ee0efc9dc043b69dbdd1f80677af2c'],
  ['0042_bureau_coverage', 'postgres', 'c4dd3537bedcd25fffee408d908f441215ee0efc9dc043b69dbdd1f80677af2c'],
  ['trail_0001', 'sqlite', 'f046e691067ba2df890547eab4dab21780d13985c058813cd898df25334474b7'],
  ['trail_0001', 'postgres', '4182d3240f375db2cbc3ef550efe5d29a4a4558c3e9db644fef11f2f329dd923'],
  ['trail_0002_owners', 'sqlite', 'ce4730087212dfe09fd03827b3aefb7d0c953c0d8ea5699358d57fa7f3d28830'],
  ['trail_0002_owners', 'postgres', 'e3081223644f21d11ba989cc4863635e911b6daa27b094f98b639dabb232b923'],
  ['trail_0003_usage_of_day', 'sqlite', 'c8563e41bbfc8ea5177e83194b98a1b1e388112185e423231f05ff7da47d4abe'],
  ['trail_0003_usage_of_day', 'postgres', 'c8563e41bbfc8ea5177e83194b98a1b1e388112185e423231f05ff7da47d4abe'],
  ['trail_0004_lanes', 'sqlite', '5bee2ddf335c3af92535738c857261b175a2e33b5728b91a7774739d23e028e3'],
  ['trail_0004_lanes', 'postgres', '5bee2ddf335c3af92535738c857261b175a2e33b5728b91a7774739d23e028e3'],
  ['trail_0005_archives', 'sqlite', 'e6418e76278d6861d148a78fa6bd3a442782b46ede3de1887f81dac3e1b7ed50'],
  ['trail_0005_archives', 'postgres', 'e6418e76278d6861d148a78fa6bd3a442782b46ede3de1887f81dac3e1b7ed50'],
  ['trail_0006_months', 'sqlite', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['trail_0006_months', 'postgres', 'd0a2d0a760c6ed79286c53273a2f75457305720f7b5f6436792be1653e2ef738'],
]

const rows = Object.entries({ ...storeMigrations, ...trailMigrations }).flatMap(([name, change]) =>
  (['sqlite', 'postgres'] as const).map((engine) => ({ name, engine, change })),
)

for (const { name, engine, change } of rows) {
  test(`${name} emits on ${engine} what it has always emitted`, async () => {
    const sha256 = createHash('sha256')
      .update(await emitted(change, engine))
      .digest('hex')
    const [, , expected] = released.find((one) => one[0] === name && one[1] === engine) ?? []
    assert.ok(expected !== undefined, `${name} is new: add ['${name}', '${engine}', '${sha256}']`)
    assert.equal(
      sha256,
      expected,
      `${name} has run in stores that exist, and they will not run it again: write a new migration instead`,
    )
  })
}

test('no migration was removed or renamed, and none comes before one that was there', () => {
  assert.deepEqual(
    rows.map(({ name, engine }) => `${name} ${engine}`),
    released.map(([name, engine]) => `${name} ${engine}`),
    'stores that exist have run these, in this order: write a new migration at the end of its list instead',
  )
})

/** An index may be made again: no service asks for one by its name. */
test('a migration only adds: a service of the release before goes on beside one of this', async () => {
  for (const { name, engine, change } of rows) {
    const text = await emitted(change, engine)
    const found = /\b(drop (table|column|constraint)|rename (to|column)|alter column|truncate)\b/i.exec(text)
    assert.equal(found, null, `${name} on ${engine}: ${found?.[0]}. An older service may still need it`)
    for (const [line] of text.matchAll(/alter table .* add column .*not null.*/gi))
      assert.match(line, /default/i, `${name} on ${engine}: an older service does not fill it`)
  }
})

test('a migration takes nothing from the program that could change under it', () => {
  const files = globSync('{store,trail}/*.ts', { cwd: import.meta.dirname })
  assert.equal(files.length, rows.length / 2, 'each in a file of its own')
  for (const file of files) {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    const imports = [...text.matchAll(/^import (.*) from '(.*)'$/gm)]
    const others = imports.filter(
      ([, names = '', from]) =>
        from !== 'kysely' && !(from === '../../tables.ts' && names.startsWith('type ')),
    )
    assert.deepEqual(
      others.map(([line]) => line),
      [],
      `${file}: copy what it needs into it`,
    )
  }
})

/** The statements of a migration, as its engine would be sent them, with their values. */
async function emitted(change: Migration, engine: Engine): Promise<string> {
  const statements: CompiledQuery[] = []
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery) => {
      statements.push(query)
      return { rows: [rowOfAnyTable] as Row[] }
    },
    streamQuery: () => assert.fail('A migration reads what it changes row by row'),
  }
  const driver = new DummyDriver()
  driver.acquireConnection = async () => connection
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => (engine === 'sqlite' ? new SqliteAdapter() : new PostgresAdapter()),
      createIntrospector: (of) =>
        engine === 'sqlite' ? new SqliteIntrospector(of) : new PostgresIntrospector(of),
      createQueryCompiler: () =>
        engine === 'sqlite' ? new SqliteQueryCompiler() : new PostgresQueryCompiler(),
    },
  })
  await change(db, engine)
  return statements.map(({ sql, parameters }) => `${sql}\n${JSON.stringify(parameters)}\n`).join('')
}

/** What every select finds, so that a change made row by row is emitted too. */
const rowOfAnyTable = {
  id: 'an id',
  name: 'Açúcar União & Filhos',
  listing_id: 'an id',
  shown: '{"amount":"10.00","occurrenceDate":"2026-01-31"}',
  amount_cents: '2000',
  due_date: '2026-01-31',
  facts: '{}',
}
