import type { Migrations } from './migrate.ts'
import { createClients } from './store/0001-clients.ts'
import { createSubjects } from './store/0002-subjects.ts'
import { createLimits } from './store/0003-limits.ts'
import { createListings } from './store/0004-listings.ts'
import { createBatches } from './store/0005-batches.ts'
import { createAlerts } from './store/0006-alerts.ts'
import { createAlertUpkeep } from './store/0007-alert-upkeep.ts'
import { createUsers } from './store/0008-users.ts'
import { createOperator } from './store/0009-operator.ts'
import { endUnansweredDisputes } from './store/0010-unanswered-disputes.ts'
import { identifyDebts } from './store/0011-debt-identity.ts'
import { createCorrections } from './store/0012-corrections.ts'
import { keepReviews } from './store/0013-reviews.ts'
import { tellReadersAll } from './store/0014-told-readers.ts'
import { createPersonRequests } from './store/0015-person-requests.ts'
import { createPersonSessions } from './store/0016-person-sessions.ts'
import { createPublicData } from './store/0017-public-data.ts'
import { createDataComparisons } from './store/0018-data-comparisons.ts'
import { indexAlertedDocuments } from './store/0019-alerted-documents.ts'
import { createLoadVersion } from './store/0020-load-version.ts'
import { createStatements } from './store/0021-statements.ts'
import { createKeptReports } from './store/0022-kept-reports.ts'
import { indexBatchesOfClient } from './store/0023-batches-of-client.ts'
import { createDeclaredSources } from './store/0024-declared-sources.ts'
import { createSourceSpending } from './store/0025-source-spending.ts'
import { createQueryBatches } from './store/0026-query-batches.ts'
import { createSourceCopies } from './store/0028-source-copies.ts'
import { createDecisions } from './store/0029-decisions.ts'
import { indexNewestKeptReports } from './store/0030-newest-kept-reports.ts'
import { addWatchedPolicies } from './store/0032-watched-policies.ts'
import { fillFormerDebts } from './store/0033-former-debts.ts'
import { createSealKey } from './store/0034-seal-key.ts'
import { indexContractBones } from './store/0035-contract-bones.ts'
import { indexEndedListings } from './store/0036-ended-listings.ts'
import { addDeviceEpoch } from './store/0039-known-devices.ts'
import { addClaimHolder } from './store/0040-claim-holder.ts'
import { createBureauCoverage } from './store/0042-bureau-coverage.ts'
import { createTrail } from './trail/0001-trail.ts'
import { createTrailOwners } from './trail/0002-owners.ts'
import { indexUsageByDay } from './trail/0003-usage-of-day.ts'
import { createLanes } from './trail/0004-lanes.ts'
import { createArchives } from './trail/0005-archives.ts'
import { layOutMonths } from './trail/0006-months.ts'

/**
 * Only ever added to, at the end. What is on main is never edited: its file imports nothing of the program that
 * could change under it, and a test holds a hash of what it emits on each engine.
 */
export const storeMigrations: Migrations = {
  '0001_clients': createClients,
  '0002_subjects': createSubjects,
  '0003_limits': createLimits,
  '0004_listings': createListings,
  '0005_batches': createBatches,
  '0006_alerts': createAlerts,
  '0007_alert_upkeep': createAlertUpkeep,
  '0008_users': createUsers,
  '0009_operator': createOperator,
  '0010_unanswered_disputes': endUnansweredDisputes,
  '0011_debt_identity': identifyDebts,
  '0012_corrections': createCorrections,
  '0013_reviews': keepReviews,
  '0014_told_readers': tellReadersAll,
  '0015_person_requests': createPersonRequests,
  '0016_person_sessions': createPersonSessions,
  '0017_public_data': createPublicData,
  '0018_data_comparisons': createDataComparisons,
  '0019_alerted_documents': indexAlertedDocuments,
  '0020_load_version': createLoadVersion,
  '0021_statements': createStatements,
  '0022_kept_reports': createKeptReports,
  '0023_batches_of_client': indexBatchesOfClient,
  '0024_declared_sources': createDeclaredSources,
  '0025_source_spending': createSourceSpending,
  '0026_query_batches': createQueryBatches,
  '0028_source_copies': createSourceCopies,
  '0029_decisions': createDecisions,
  '0030_newest_kept_reports': indexNewestKeptReports,
  '0032_watched_policies': addWatchedPolicies,
  '0033_former_debts': fillFormerDebts,
  '0034_seal_key': createSealKey,
  '0035_contract_bones': indexContractBones,
  '0036_ended_listings': indexEndedListings,
  '0039_known_devices': addDeviceEpoch,
  '0040_claim_holder': addClaimHolder,
  '0042_bureau_coverage': createBureauCoverage,
}

/** Whether a newer release has migrated a store. */
export const areNewer = (applied: readonly string[]): boolean =>
  applied.some((name) => !(name in storeMigrations) && !(name in trailMigrations))

export const trailMigrations: Migrations = {
  trail_0001: createTrail,
  trail_0002_owners: createTrailOwners,
  trail_0003_usage_of_day: indexUsageByDay,
  trail_0004_lanes: createLanes,
  trail_0005_archives: createArchives,
  trail_0006_months: layOutMonths,
}
