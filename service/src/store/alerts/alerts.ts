import type { Kysely } from 'kysely'
import type { AlertStore } from '../../features/alerts/alert-store.ts'
import type { Engine, Tables } from '../engine/tables.ts'
import { watchedDocumentStore } from './alert-documents.ts'
import { emailStore } from './alert-emails.ts'
import { allowanceStore } from './allowances.ts'
import { deliveryStore } from './deliveries.ts'
import { occurrenceStore } from './occurrences.ts'

export const alertStore = (db: Kysely<Tables>, reads: Kysely<Tables>, engine: Engine): AlertStore => ({
  documents: watchedDocumentStore(db, reads),
  emails: emailStore(db, reads),
  occurrences: occurrenceStore(db, reads, engine),
  deliveries: deliveryStore(db, engine),
  allowances: allowanceStore(db),
})
