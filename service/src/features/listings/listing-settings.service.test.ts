import assert from 'node:assert/strict'
import { onTestFinished, test } from 'vitest'
import { runService } from '../../../testing/running-service.ts'
import { cleanPerson, creditorOf, debt } from '../../../testing/services/listing-service.ts'
import { ConfigError, readConfig } from '../../program/config.ts'

test('a setting gives the debtors of a state more days, never fewer than ten', () => {
  const { waitingDays } = readConfig({ LASTRO_WAITING_DAYS: 'SP=20, RS=15' })
  assert.deepEqual(waitingDays, { SP: 20, RS: 15 })
  assert.deepEqual(readConfig({}).waitingDays, {})
  for (const text of ['SP=9', 'SP', 'sp=20', 'SP=200', '20']) {
    assert.throws(() => readConfig({ LASTRO_WAITING_DAYS: text }), ConfigError, text)
  }
})

test('the state of the debtor’s address decides', async () => {
  const service = await runService({ waitingDays: { SP: 20 } })
  onTestFinished(service.close)
  const creditor = creditorOf(service, await service.newSession())
  const daysOf = async (contractId: string, address: object) => {
    const { result } = JSON.parse((await creditor.insert({ contractId, address })).text)
    return (Date.parse(result.waitingEndsOn) - Date.parse(result.noticeDeliveredOn)) / 86_400_000
  }
  assert.ok((await daysOf('SP', debt.address)) >= 20)
  const rio = { ...debt.address, city: 'RIO DE JANEIRO', state: 'RJ', zipCode: '20001000' }
  assert.ok((await daysOf('RJ', rio)) < 18)
})

test('no document, name or address of a debtor is in the log', async () => {
  const service = await runService()
  onTestFinished(service.close)
  const creditor = creditorOf(service, await service.newSession())
  const id = await creditor.inserted()
  await creditor.insert({ documento: '52998224726' })
  await creditor.patch(id, { amount: '9000.00' })
  await creditor.advance('P30D')
  await creditor.report()
  await creditor.act(id, 'baixa', { reason: '01' })
  await service.runJobs()
  const log = service.logLines.join('')
  assert.ok(log.length > 0)
  for (const secret of [cleanPerson, '52998224726', debt.name, 'RUA DE EXEMPLO', 'ana@exemplo.com.br', id]) {
    assert.ok(!log.includes(secret), secret)
  }
})
