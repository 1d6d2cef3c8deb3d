import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { shareProcesses } from './shared-processes.ts'

const alone = (file: string) => assert.deepEqual(shareProcesses([file, file]), [[file], [file]], file)

describe('test files that share a process', () => {
  test('are those of one area, in their order', () => {
    const rules = ['rules/src/calendar/day.test.ts', 'rules/src/calendar/month.test.ts']
    const clients = [
      'service/src/features/clients/tokens.test.ts',
      'service/src/features/clients/secrets.test.ts',
    ]
    const [day = '', month = ''] = rules
    const [tokens = '', secrets = ''] = clients
    assert.deepEqual(shareProcesses([day, tokens, month, secrets]), [rules, clients])
  })

  test('are not so many that the last core waits for them', () => {
    const files = Array.from({ length: 25 }, () => 'rules/src/calendar/day.test.ts')
    assert.deepEqual(
      shareProcesses(files).map(({ length }) => length),
      [16, 9],
    )
  })

  test('come after those that drive a browser or start programs, which take longest', () => {
    const [day, browser] = ['rules/src/calendar/day.test.ts', 'console/browser/browser.test.ts']
    const command = 'cli/src/secret-commands.system.test.ts'
    assert.deepEqual(shareProcesses([day, command, browser, day]), [[browser], [command], [day, day]])
  })

  test('look at nothing that belongs to their process', () => {
    alone('service/src/features/bureau/load-subjects.system.test.ts')
    alone('service/src/features/listings/routes/listing-routes.system.test.ts')
    alone('service/src/http/headers/answer-headers.service.test.ts')
    alone('cli/src/help/help.system.test.ts')
    alone('service/src/store/subjects/threads/subject-threads.service.test.ts')
  })
})
