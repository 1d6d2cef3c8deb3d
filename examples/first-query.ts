import { lastroClient } from '@lastro/client'
import { isProblem, isUnreachable } from '@lastro/client/problem'
import { connection } from './connection.ts'

/** A basic report of an invented person, and what the answer says about itself. */
const lastro = lastroClient(connection)
const documento = process.argv[2] ?? '123.456.789-09'

try {
  const { result, billed, billingReason, degradedSections, requestId } = await lastro.reports.query(
    'relatorioBasico',
    { documento, features: ['MAIS_ANOTACOES'] },
  )
  const { registration, negativeData } = result.report
  console.log(
    `${registration?.consumerName ?? 'Nobody on file'} (${registration?.statusRegistration ?? 'status unknown'})`,
  )
  for (const debt of negativeData?.listingP?.listingPResponse ?? [])
    console.log(`  ${debt.occurrenceDate}  R$ ${debt.amount}  ${debt.creditorName ?? ''}`)
  console.log(
    `debts: ${negativeData?.listingP?.summary?.count ?? '0'}, R$ ${negativeData?.listingP?.summary?.balance ?? '0.00'}`,
  )
  if (degradedSections.length > 0) console.log(`not available now: ${degradedSections.join(', ')}`)
  console.log(`billed: ${billed} (${billingReason}), request ${requestId}`)
} catch (error) {
  process.exitCode = 1
  if (isProblem(error, 'document_invalid', 'document_not_in_sandbox')) console.error(error.detail)
  else if (isProblem(error)) console.error(`${error.title}: ${error.detail} (${error.requestId})`)
  else if (isUnreachable(error)) console.error(error.message)
  else throw error
}
