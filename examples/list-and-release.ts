import { lastroClient } from '@lastro/client'
import { isProblem } from '@lastro/client/problem'
import { connection } from './connection.ts'

/** A debt from its insertion to its release. In the sandbox the ten days of notice pass at a word. */
const lastro = lastroClient(connection)
const documento = '52998224725'

const isShown = async () => {
  const { result } = await lastro.reports.query('relatorioBasico', { documento })
  const debts = result.report.negativeData?.listingP?.listingPResponse ?? []
  return debts.some((debt) => debt.contractId === contractId)
}

// Your own number of the order: sent twice, also by a program that was started twice, it is inserted once.
const contractId = process.argv[2] ?? `EX-${process.pid}`

try {
  const listing = await lastro.listings.insert(
    {
      documento,
      name: 'ANA CLARA DE EXEMPLO',
      birthDate: '1980-05-20',
      amount: '1520.33',
      dueDate: '2026-03-10',
      contractId,
      legalNatureId: 'CP',
      address: {
        addressLine: 'RUA DE EXEMPLO',
        number: '100',
        district: 'CENTRO',
        city: 'SAO PAULO',
        state: 'SP',
        zipCode: '01001000',
      },
      contact: { email: 'ana@exemplo.com.br' },
    },
    { idempotencyKey: `insert-${contractId}` },
  )
  console.log(`inserted ${listing.id}: ${listing.state}. ${listing.nextStep.text}`)

  await lastro.sandbox.moveClock({ advance: 'P16D' })
  console.log(
    `sixteen days later: ${(await lastro.listings.get(listing.id)).state}, in the report: ${await isShown()}`,
  )

  const released = await lastro.listings.release(listing.id, { reason: '01' })
  console.log(`${released.state}, in the report: ${await isShown()}`)

  for (const { on, change, state } of (await lastro.listings.get(listing.id)).history)
    console.log(`  ${on}  ${change} → ${state}`)
} catch (error) {
  if (!isProblem(error)) throw error
  process.exitCode = 1
  console.error(`${error.title}: ${error.refusal?.reason ?? error.detail}`)
  for (const { field, message } of error.errors) console.error(`  ${field}: ${message}`)
}
