/** A part of the program whose rules are tried, and the tests that are to notice. */
export type Area = {
  readonly name: string
  readonly files: readonly string[]
  /**
   * Those that may reach it; which of them do is found out by running them. A test that starts a service takes ten
   * times as long as one beside its rule, so where each rule has its own, those are named alone.
   */
  readonly tests: readonly string[]
  /** `tenants` drops conditions of the store; `rules` and `numbers` make small defects of every kind. */
  readonly kind: 'rules' | 'numbers' | 'tenants'
  /** On which engines its tests run, one after another until one notices; SQLite alone where it does not matter. */
  readonly engines?: readonly ('sqlite' | 'postgres')[]
}

/** What a survivor would put at risk. */
export const marks = ['isolation', 'privacy', 'money', 'law'] as const
export type Mark = (typeof marks)[number]

/** Those without a service around them: with one, each defect would take seconds. */
const http = ['service/src/http/{fast,node,headers,body}/*.test.ts']

/**
 * Each beside its file, over the real store in memory: whoever starts a service for a mutant waits for it. What a load
 * ends is told by a job, a load and a watcher together, and one service for all of it.
 */
const listingTests = [
  'service/src/features/listings/{change-debt,find-correction,insert-debt,known-parties}*.test.ts',
  'service/src/features/listings/{lapsed-by-load,open-listings,operate,refusal-errors}*.test.ts',
  'service/src/features/listings/deadlines/{due-listings,listing-jobs,register-clock,tell-lapsed}*.test.ts',
  'service/src/features/listings/notices/{outbox-rows,report-delivery,send-notice,tell-debtor}*.test.ts',
  'service/src/features/listings/notices/tell-recipients*.test.ts',
  'service/src/features/listings/reviews/review-queue*.test.ts',
  'service/src/features/listings/batches/{answer-batch,batch-routes,decide-lines}*.test.ts',
  'service/src/features/alerts/lapsed-by-load*.test.ts',
  'service/src/features/listings/batches/{read-batch,read-batch-line,receive-batch,refused-lines}*.test.ts',
]

const storeTests = [
  'service/src/store/**/*.test.ts',
  'service/src/features/alerts/{alert-isolation,bureau-events}*.test.ts',
  'service/src/features/listings/listing-isolation*.test.ts',
]

export const areas: readonly Area[] = [
  {
    name: 'money',
    files: ['rules/src/billing/*.ts', 'rules/src/money/*.ts', 'rules/src/trail/{billing,consultation}.ts'],
    tests: ['rules/src/{billing,money,trail}/*.test.ts'],
    kind: 'numbers',
  },
  {
    name: 'trail-rules',
    files: ['rules/src/trail/{chain,check-code}.ts'],
    tests: ['rules/src/trail/*.test.ts'],
    kind: 'numbers',
  },
  {
    name: 'documents',
    files: ['rules/src/documents/*.ts'],
    tests: ['rules/src/documents/*.test.ts'],
    kind: 'numbers',
  },
  {
    name: 'calendar',
    files: ['rules/src/calendar/*.ts'],
    tests: ['rules/src/calendar/*.test.ts'],
    kind: 'numbers',
  },
  {
    name: 'limits',
    files: ['rules/src/limits/*.ts'],
    tests: ['rules/src/limits/*.test.ts'],
    kind: 'numbers',
  },
  {
    name: 'listing-rules',
    files: ['rules/src/listings/**/*.ts'],
    tests: ['rules/src/listings/**/*.test.ts'],
    kind: 'numbers',
  },
  {
    name: 'clients',
    files: ['service/src/features/clients/*.ts'],
    tests: [
      'service/src/features/clients/{authenticate,known-pairs,limits,register-client,search-text}*.test.ts',
      'service/src/features/clients/{secrets,set-contract,token-routes,tokens}*.test.ts',
    ],
    kind: 'rules',
  },
  {
    name: 'trail',
    files: ['service/src/features/trail/{,routes/,seals/}*.ts'],
    tests: [
      'service/src/features/trail/{beside-the-chain,confirm-consultation,is-paid,own-consultations}*.test.ts',
      'service/src/features/trail/{page-of-trail,recorder,search-trail}*.test.ts',
      'service/src/features/trail/{routes/*,seals/{held-seals,seal-trail,verify-seals,verify-trail}}*.test.ts',
    ],
    kind: 'rules',
  },
  {
    name: 'listings',
    files: ['service/src/features/listings/{,batches/,deadlines/,notices/,reviews/}*.ts'],
    tests: listingTests,
    kind: 'rules',
  },
  {
    name: 'alerts',
    files: ['service/src/features/alerts/match-event.ts'],
    tests: ['service/src/features/alerts/match-event*.test.ts'],
    kind: 'rules',
  },
  {
    name: 'idempotency',
    files: ['service/src/http/idempotency.ts'],
    tests: ['service/src/http/once-for-key*.test.ts'],
    kind: 'rules',
  },
  { name: 'http', files: ['service/src/http/{fast,node,headers,body}/*.ts'], tests: http, kind: 'rules' },
  {
    name: 'tenants',
    files: [
      'service/src/store/{alerts,billing,clients,decisions,jobs,listings,operator,person}/**/*.ts',
      'service/src/store/{query-batches,reports,sources,subjects,trail,users}/**/*.ts',
    ],
    tests: storeTests,
    kind: 'tenants',
    engines: ['sqlite', 'postgres'],
  },
]

/** The files in which nothing may survive that nobody has looked at. */
const marked: readonly (readonly [pattern: RegExp, mark: Mark])[] = [
  [/^service\/src\/store\//, 'isolation'],
  [/features\/clients\/authenticate\.ts$/, 'isolation'],
  [/features\/trail\/own-consultations\.ts$/, 'isolation'],
  [/^rules\/src\/documents\//, 'privacy'],
  [/features\/alerts\/match-event\.ts$/, 'privacy'],
  [/^rules\/src\/(billing|money)\//, 'money'],
  [/^rules\/src\/trail\/(billing|consultation)\.ts$/, 'money'],
  [/features\/clients\/limits\.ts$/, 'money'],
  [/features\/trail\/is-paid\.ts$/, 'money'],
  [/http\/idempotency\.ts$/, 'money'],
  [/^rules\/src\/(listings|calendar)\//, 'law'],
]

export const markOf = (file: string): Mark | undefined => marked.find(([pattern]) => pattern.test(file))?.[1]
