import { alertOperations } from './alerts/alert-operations.ts'
import { accountOperations } from './clients/account-operations.ts'
import { credentialOperations } from './clients/credential-operations.ts'
import { companyOperations } from './companies/company-operations.ts'
import { decisionOperations } from './decisions/decision-operations.ts'
import { explanationOperation } from './decisions/explanation-operation.ts'
import { batchOperations } from './listings/batch-operations.ts'
import { listingOperations } from './listings/listing-operations.ts'
import { noticeOperations } from './listings/notice-operations.ts'
import type { Operation } from './operation.ts'
import { operatorOperations } from './operator/operator-operations.ts'
import { policyOperations } from './policies/policy-operations.ts'
import { rehearsalOperation } from './policies/rehearsal-operation.ts'
import { queryBatchOperations } from './query-batches/query-batch-operations.ts'
import type { Product } from './reports/products.ts'
import { reportOperations } from './reports/report-operations.ts'
import { demonstrationOperation, sandboxOperations } from './sandbox/sandbox-operations.ts'
import { serviceOperations } from './service-operations.ts'
import { sessionOperations } from './users/session-operations.ts'

/** Every operation of the service, in the order in which the reference shows them. */
export const operations = (products: readonly Product[]): readonly Operation[] => [
  ...products.flatMap(reportOperations),
  ...queryBatchOperations(products),
  ...policyOperations,
  rehearsalOperation,
  ...decisionOperations,
  explanationOperation,
  ...companyOperations,
  ...listingOperations(),
  ...batchOperations,
  ...noticeOperations,
  ...alertOperations(),
  ...accountOperations,
  ...credentialOperations,
  ...sessionOperations(),
  ...operatorOperations(),
  ...sandboxOperations,
  ...products.slice(0, 1).map(demonstrationOperation),
  ...serviceOperations,
]
