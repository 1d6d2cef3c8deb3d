import { companyKey } from '@lastro/rules/documents/company-key.ts'
import { debtSection } from '../../data/pgfn/debt-section.ts'
import { unpackPublicDebts } from '../../data/pgfn/public-debts.ts'
import type { SnapshotReader } from '../../data/snapshots/snapshot-reader.ts'
import type { Question, SectionAnswers, Source } from '../../features/reports/source.ts'
import { type Snapshots, snapshotSource } from './snapshot-source.ts'

/** The federal active debt, as the Procuradoria-Geral da Fazenda Nacional publishes it. */
export const pgfnSource = (snapshots: Snapshots): Source =>
  snapshotSource(snapshots, { name: 'pgfn', dataSet: 'pgfn', sections: ['publicDebt'], answer })

/** A debt is the legal person's, whichever of its establishments it was inscribed against. */
async function answer(reader: SnapshotReader, question: Question): Promise<SectionAnswers> {
  const key = companyKey(question.document.slice(0, 8))
  const record = await reader.read('entry', key)
  const section = record === undefined ? undefined : debtSection(unpackPublicDebts(key, record), question)
  const { date: asOf } = reader
  if (section === undefined) return { publicDebt: { kind: 'nothing', asOf } }
  const { text, isUnreadable } = section
  return { publicDebt: { kind: 'found', text, asOf, ...(isUnreadable && { missing: 'unreadable' }) } }
}
