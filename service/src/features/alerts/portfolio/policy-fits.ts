import { decisionScope } from '@lastro/contract/reports/products.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Refusal } from '../../../http/reply.ts'
import { isRefusal } from '../../../http/route.ts'

/** What has to be known of a policy before it goes with a document. */
export type FoundPolicy = { readonly documentTypes: readonly string[] }

/** The version in force of a caller's policy, or why it cannot decide for this caller. */
export type PolicyToWatch = (caller: Caller, name: string) => Promise<FoundPolicy | Refusal>

/** Undefined when the policy may go with the document. */
export type PolicyFits = (of: {
  readonly policy: string | undefined
  readonly document: string
}) => Promise<Refusal | undefined>

/** For one request: a policy that many lines name is looked up once. */
export function policyFits({ policyOf }: { readonly policyOf: PolicyToWatch }, caller: Caller): PolicyFits {
  const found = new Map<string, Promise<FoundPolicy | Refusal>>()
  return async ({ policy, document }) => {
    if (policy === undefined) return undefined
    if (!caller.scopes.has(decisionScope))
      return { code: 'product_not_contracted', values: { product: decisionScope } }
    const looked = found.get(policy) ?? policyOf(caller, policy)
    if (found.size < foundCountMax) found.set(policy, looked)
    const of = await looked
    if (isRefusal(of)) return of
    const sent = documentType(document as DocumentNumber)
    if (of.documentTypes.includes(sent)) return undefined
    return { code: 'policy_not_for_document', values: { accepted: of.documentTypes.join(', '), sent } }
  }
}

/** As many policies as a client has at most; a body may make up others without end. */
const foundCountMax = 200
