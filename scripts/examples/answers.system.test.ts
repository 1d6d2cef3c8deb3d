import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { requestExamples } from '@lastro/contract/examples/request-examples.ts'
import { problemExample } from '@lastro/contract/openapi/body-examples.ts'
import { operations } from '@lastro/contract/operations.ts'
import { products } from '@lastro/contract/reports/products.ts'
import { onTestFinished, test } from 'vitest'
import { newUser, signedIn } from '../../service/testing/http/signed-in.ts'
import { runService } from '../../service/testing/running-service.ts'
import { answersFile, recordAnswers } from './record-answers.ts'

test('a sandbox answers the examples of the contract as the contract shows: npm run examples', async () => {
  const shown = JSON.parse(readFileSync(answersFile, 'utf8')) as object
  assert.deepEqual(await recordAnswers(), shown)
})

test('what an operator sends by an example is never refused for its form', async () => {
  const service = await runService()
  onTestFinished(service.close)
  const browser = await signedIn(service, await newUser(service, ['operator']))
  const sent = operations(products).filter(
    ({ credentials, request }) => credentials === 'operator' && request,
  )
  assert.ok(sent.length > 15)
  for (const { id, method, path, request } of sent) {
    const { $id = '' } = (request?.schema ?? {}) as { $id?: string }
    const address = path.replace(/\{\w+\}/g, '5d6bb6a4-0b4f-4c43-a0d5-4d8a7bbd1f0e')
    const headers = { 'If-Match': '"1"' }
    const answer = await browser.call(address, { method, headers, body: requestExamples[$id] ?? {} })
    assert.ok(answer.status !== 400 && answer.status < 500, `${id}: ${answer.text}`)
  }
})

test('who has no credentials is refused as the contract shows', async () => {
  const service = await runService()
  onTestFinished(service.close)
  const asked = operations(products).filter(({ credentials }) => credentials === 'query')
  const shown = problemExample('token_missing', 'pt')
  for (const { id, method, path, environments } of asked) {
    const address = `${environments === 'both' ? '/sandbox' : ''}${path.replace(/\{\w+\}/g, 'x')}`
    const answer = await service.call(address, { method })
    const said = JSON.parse(answer.text) as typeof shown
    assert.deepEqual({ ...said, requestId: shown.requestId }, shown, id)
  }
})
