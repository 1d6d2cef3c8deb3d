import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { products } from '@lastro/contract/reports/products.ts'
import { testDocuments } from '@lastro/service/features/sandbox/test-documents.ts'
import { runService } from '../../service/testing/running-service.ts'
import { webhookReceiver } from '../../service/testing/servers/webhook-receiver.ts'
import { TestClock } from '../../service/testing/test-clock.ts'
import { root } from '../build/manifest.ts'
import { collectedFolders } from '../collections/collection.ts'
import { type Answered, playRequest, type Variables } from './play-request.ts'
import { settled } from './settled-values.ts'

/** Bodies of answers, by operation and status. */
export type RecordedAnswers = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * What a sandbox answers to the contract's examples, in the order of the collections, at a day that is always the same.
 * What is made at random is replaced, so that two recordings differ only where the service does.
 */
export async function recordAnswers(): Promise<RecordedAnswers> {
  const service = await runService({ clock: new TestClock('2026-11-16T10:00:00-03:00') })
  const receiver = await webhookReceiver()
  try {
    const variables: Variables = new Map(
      Object.entries({
        ...(await service.newSession()),
        host: service.url,
        environment: '/sandbox',
        webhookUrl: receiver.url,
        $timestamp: '1001',
      }),
    )
    const requests = collectedFolders().flatMap((folder) => folder.requests)
    const answers: Answered[] = []
    for (const request of requests.filter(({ id }) => id !== 'openapi')) {
      answers.push(await playRequest(request, variables))
      // Reports are kept after they were answered, and what follows finds them.
      await service.keepAll()
      if (request.id === 'token') answers.push(...(await degradedReports(variables)))
    }
    const given = answers.filter(({ status }) => status < 300)
    return byOperation(settled(given, { [receiver.url]: 'https://sistema.exemplo.com.br/lastro' }))
  } finally {
    receiver.close()
    await service.close()
  }
}

/** The reports again, of somebody whose sections are not all to be had: 203. */
async function degradedReports(variables: Variables): Promise<readonly Answered[]> {
  const requests = collectedFolders().flatMap((folder) => folder.requests)
  const documents = testDocuments(products, 'pt')
  const asked = products.flatMap(({ code }) => {
    const request = requests.find(({ id }) => id === `${code}Consulta`)
    // The last: others are as slow as the deadline lets them be.
    const document = documents.findLast(({ status }) => status[code] === 203)
    if (request === undefined || document === undefined) return []
    const text = JSON.stringify({ documento: document.documento })
    return [{ ...request, body: { kind: 'json' as const, text } }]
  })
  const answers: Answered[] = []
  // One after the other: the list of queries has them in this order.
  for (const request of asked) answers.push(await playRequest(request, variables))
  return answers
}

const byOperation = (answers: readonly Answered[]): RecordedAnswers =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ id }) => id)].map(([id, of]) => [
      id,
      Object.fromEntries(of.map(({ status, body }) => [status, body])),
    ]),
  )

export const answersFile = join(root, 'contract/src/examples/answers.json')

if (import.meta.main) {
  writeFileSync(answersFile, `${JSON.stringify(await recordAnswers(), null, 2)}\n`)
  process.stdout.write(`${answersFile}\n`)
}
