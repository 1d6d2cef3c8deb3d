import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import type { Authenticate } from '../../../http/caller.ts'
import type { WatchedDocumentStore } from '../alert-store.ts'
import type { OnceDeps } from '../create-once.ts'
import type { PolicyToWatch } from '../portfolio/policy-fits.ts'

export type DocumentRouteDeps = OnceDeps & {
  readonly documents: WatchedDocumentStore
  readonly authenticate: Authenticate
  readonly nowMsIn: (register: Register) => number | Promise<number>
  readonly newId: () => string
  /** The sandbox watches its test documents only. */
  readonly sandboxAccepts: (document: DocumentNumber) => boolean
  readonly policyOf: PolicyToWatch
}
