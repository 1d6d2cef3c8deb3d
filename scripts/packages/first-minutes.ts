import type { InstalledPackages, Served } from './installed-packages.ts'

/** What somebody writes who has read the first page: a report, the same report on paper, and a refusal. */
export const firstProgram = `
import { writeFileSync } from 'node:fs'
import { lastroClient } from '@lastro/client'
import { isProblem } from '@lastro/client/problem'
import { verifyWebhook, WebhookRefused } from '@lastro/client/verify-webhook'

const { LASTRO_URL: baseUrl, LASTRO_CLIENT: credentials } = process.env
const lastro = lastroClient({ baseUrl, environment: 'sandbox', language: 'en', ...JSON.parse(credentials) })
const query = { documento: '123.456.789-09' }
const { result, idempotencyKey } = await lastro.reports.query('relatorioBasico', query)
console.log('person:', result.report.registration.consumerName)
const paper = await lastro.reports.query('relatorioBasico', query, { format: 'pdf', idempotencyKey })
const bytes = Buffer.from(await paper.result.arrayBuffer())
writeFileSync('report.pdf', bytes)
console.log('pdf:', bytes.subarray(0, 5).toString(), 'the same:', paper.replayed)
const failure = await lastro.reports.query('relatorioBasico', { documento: '1' }).catch((error) => error)
console.log('problem:', isProblem(failure, 'document_invalid'))
const forged = { secrets: 'whsec_c2VjcmV0', headers: {}, body: '{}' }
const refused = await verifyWebhook(forged).catch((error) => error)
console.log('webhook:', refused instanceof WebhookRefused && refused.fault)
await lastro.signOut()
`

/** What it prints. */
export const firstWords = `person: BRUNO DE EXEMPLO
pdf: %PDF- the same: true
problem: true
webhook: headers_missing
`

/** A client made by the command of the package, and the program with it, on one Node. */
export async function firstMinutes(
  { lastro, run }: InstalledPackages,
  { url }: Served,
  node: string,
): Promise<string> {
  const credentials = await lastro('client', 'create', '--env', 'sandbox', '--name', 'First', '--json')
  return run(firstProgram, { node, settings: { LASTRO_URL: url, LASTRO_CLIENT: credentials } })
}
