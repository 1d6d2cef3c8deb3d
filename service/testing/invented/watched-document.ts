import { randomUUID } from 'node:crypto'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import type { WatchedDocument } from '../../src/features/alerts/alert.ts'

/** A document that a client of production watches for everything, but for what a test says. */
export const watchedDocument = (
  of: Pick<WatchedDocument, 'clientId' | 'document' | 'createdAtMs'> & Partial<WatchedDocument>,
): WatchedDocument => ({
  id: randomUUID(),
  register: productionRegister,
  events: undefined,
  label: undefined,
  until: undefined,
  policy: undefined,
  version: 1,
  requestKey: undefined,
  ...of,
})
