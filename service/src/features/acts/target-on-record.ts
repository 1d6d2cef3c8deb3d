import { holdsDocument } from '@lastro/rules/documents/document-number.ts'

/**
 * What an act is about, if it is an id. Somebody may have put a document, an address or a secret where an id belongs:
 * what is on record names nobody and opens nothing.
 */
export const targetOnRecord = (target: string | undefined): string | undefined =>
  target === undefined || !id.test(target) || secretOfOurs.test(target) || holdsDocument(target)
    ? undefined
    : target

/** As the contract has the ids that a body may name. */
const id = /^[\w.-]{1,200}$/

/** How keys, secrets and tokens begin: `secrets.ts` of clients and `signature.ts` of webhooks make them. */
const secretOfOurs = /^(lk_|ls_|lat_|lrt_|whsec_)/
