import assert from 'node:assert/strict'
import { test } from 'vitest'
import { databaseConnection } from '../../service/src/store/engine/database/database-connection.ts'
import { patientLimits } from '../../service/src/store/engine/database/patient-limits.ts'
import { childEnvironment } from '../../service/testing/child-environment.ts'
import { newPlace } from '../../service/testing/engines.ts'
import { residentLastro } from '../testing/resident-lastro.ts'

/** Longer than a query's statement may take. */
const slowSeconds = 5.5

test('a command waits for a statement that a query would give up', async () => {
  const { dataDirectory, databaseUrl = '' } = await newPlace('postgres')
  const lastro = residentLastro(
    { ...childEnvironment(), LASTRO_DATA: dataDirectory, DATABASE_URL: databaseUrl, LANG: 'en_US.UTF-8' },
    dataDirectory,
  )
  assert.equal((await lastro(['client', 'list', '--json'])).code, 0)
  const operator = await databaseConnection(databaseUrl, patientLimits('tests'))
  await operator.query('alter table client rename to client_kept')
  await operator.query(
    `create view client as select client_kept.* from client_kept, (select pg_sleep(${slowSeconds}) offset 0) as slept`,
  )
  await operator.end()
  const { code, stderr } = await lastro(['client', 'list', '--json'])
  assert.equal(code, 0, stderr)
})
