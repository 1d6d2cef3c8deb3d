import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { PolicyWarning } from '@lastro/contract/policies/kept-policies.ts'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import type { Coverage } from '@lastro/contract/reports/coverage.ts'
import type { DocumentType, SectionId } from '@lastro/contract/reports/sections.ts'
import { coverageWarning, readSections } from '@lastro/rules/policies/check/coverage-warnings.ts'
import type { Caller } from '../../http/caller.ts'

/** How much of a section this installation covers today in the reports of a client. */
export type CoverageOf = (of: {
  readonly environment: Environment
  readonly contract: ClientContract
  readonly documentType: DocumentType
  readonly section: SectionId
}) => Coverage | Promise<Coverage>

export type CoverageWarnings = (
  caller: Pick<Caller, 'environment' | 'contract'>,
  policy: Policy,
) => Promise<readonly PolicyWarning[]>

/**
 * Warns of the sections that a policy reads and that are not completely covered today, which changes independently of
 * the policy.
 */
export const coverageWarningsBy =
  (coverageOf: CoverageOf): CoverageWarnings =>
  async ({ environment, contract }, policy) => {
    const warnings: PolicyWarning[] = []
    for (const read of readSections(policy)) {
      const { documentType, section } = read
      warnings.push(
        ...coverageWarning(read, await coverageOf({ environment, contract, documentType, section })),
      )
    }
    return warnings
  }
