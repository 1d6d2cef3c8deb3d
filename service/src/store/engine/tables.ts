import type { Generated } from 'kysely'

/**
 * The tables that both engines have alike. Times are milliseconds since 1970; documents are bare text. Those on
 * the path of a query are each engine's own: see its subjects and its trail.
 */
export type Tables = {
  migration: { name: string }
  client: {
    id: string
    environment: 'sandbox' | 'production'
    name: string
    secret_hash: string
    contract: string
    contract_version: number
    /** The name as a search compares it. */
    search_name: string
    created_at_ms: number
    revoked_at_ms: number | null
  }
  api_key: {
    hash: string
    client_id: string
    created_at_ms: number
    expires_at_ms: number | null
    /** How the key begins and ends; null for one made before that was kept. */
    hint: string | null
  }
  token_family: { id: string; client_id: string; created_at_ms: number; revoked_at_ms: number | null }
  access_token: {
    hash: string
    family_id: string
    client_id: string
    scope: string
    expires_at_ms: number
    revoked_at_ms: number | null
  }
  refresh_token: {
    hash: string
    family_id: string
    client_id: string
    scope: string
    expires_at_ms: number
    used_at_ms: number | null
  }
  /** Things done once in the life of an installation. */
  milestone: { name: string; reached_at_ms: number }
  trail_link: {
    environment: string
    number: number
    first_at_ms: number
    last_at_ms: number
    records: string
    record_hashes: Buffer
    hash: string
  }
  /** Which links hold records of a client or a user. */
  trail_owner: { environment: string; owner: string; number: number }
  /** The same of each lane but the first, in the order of time. */
  trail_lane_owner: { environment: string; owner: string; last_at_ms: number; number: number }
  /** Where each lane but the first stands. */
  trail_lane: { environment: string; lane: number; number: number; hash: string }
  trail_seal: { number: number; at_ms: number; previous: string; heads: string; hash: string }
  /** Months that are in archives; the manifest is that of the archive, byte for byte. */
  trail_archive: { month: string; state: string; holds_long_kept: number; manifest: string }
  /** The last link of each lane that is in an archive. */
  trail_left: { environment: string; lane: number; number: number; hash: string }
  /** What was used in the records that are in archives. */
  trail_left_usage: UsageCounts
  /** The last link from before owners were written down. */
  trail_unowned: { environment: string; number: number }
  /** On PostgreSQL; SQLite has a narrower one. */
  consultation: {
    environment: string
    document: string
    billed: number
    at_ms: number
    number: number
    place: number
    client_id: string
    query: string
    key: string
    outcome: string
  }
  usage_day: UsageCounts
  /** The same of each lane but the first. */
  usage_lane: UsageCounts & { lane: number }
  /** Both together: to be added up by whoever reads them. */
  usage_of_lanes: UsageCounts
  idempotency: {
    environment: string
    client_id: string
    key: string
    request_hash: string
    claim: string
    claimed_until_ms: number
    expires_at_ms: number
    answer: string | null
  }
  rate_window: { client_id: string; step: number; taken: string }
  listing: {
    id: string
    register: string
    client_id: string
    principal_id: string | null
    document: string
    creditor_document: string | null
    contract_id: string | null
    /** The contract as it is compared, and as it looks without punctuation and zeros: see debt-identity.ts. */
    contract_key: string | null
    contract_joined: string | null
    contract_parts: string | null
    section: string
    state: string
    is_active: number
    version: number
    created_at_ms: number
    amount_cents: number
    due_date: string
    publish_on: string | null
    expires_on: string
    paid_on: string | null
    /** The last day on which an open dispute leaves it readable. */
    answer_by: string | null
    /** The day on which time alone changes it next. */
    next_due_on: string | null
    /** Why the operator has to look, while something may still happen to it. */
    review: string | null
    /** The e-mail address for its notice, in small letters. */
    mailbox: string | null
    /** The rest, as JSON. */
    facts: string
    /** What readers were told of it, as JSON; null where it was kept before that was. */
    told: string | null
  }
  listing_history: {
    listing_id: string
    version: number
    at_ms: number
    on_day: string
    change: string
    state: string
    actor: string
    cause: string | null
    /** What a report shows of this version, as JSON; null where nobody could read it. */
    shown: string | null
  }
  notice: {
    id: string
    listing_id: string
    register: string
    version: number
    channel: string
    status: string
    created_at_ms: number
    sent_at_ms: number | null
    settled_on: string | null
    proof: string | null
    /** The exact words and what they were made from, as JSON. */
    notice: string | null
    sha256: string | null
    lot: string | null
  }
  outbox: {
    id: string
    topic: string
    register: string
    client_id: string
    payload: string
    created_at_ms: number
    due_at_ms: number
    claimed_until_ms: number
    attempts: number
    done_at_ms: number | null
    /** What the last failure said, without numbers; null when it only asked for later. */
    last_error: string | null
    failed_at_ms: number | null
  }
  /** What each edition of a contract says about money, from when it was set, as JSON. */
  contract_terms: { client_id: string; version: number; set_at_ms: number; terms: string }
  /** Credits and debits besides usage. None is ever changed. */
  account_entry: {
    id: string
    client_id: string
    /** The month it is about. It counts in the one in which it was recorded. */
    month: string
    kind: string
    cents: number
    reason: string
    at_ms: number
    user_id: string
    user_name: string
    /** The entry that this one takes back. */
    reverses: string | null
    request_key: string | null
  }
  /** Reports as they were answered: the text under a key of its own, which is itself sealed. */
  kept_report: {
    environment: string
    client_id: string
    request_id: string
    at_ms: number
    /** `session` or `key`: each has its term in the contract. */
    asked_by: string
    keep_until_ms: number
    sealed_key: string
    sealed: string
  }
  declared_source: {
    id: string
    name: string
    kind: string
    url: string
    /** As JSON; null is all that its kind answers. */
    sections: string | null
    concurrency_max: number
    client_concurrency_max: number
    timeout_ms: number
    price_cents: number
    monthly_budget_cents: number | null
    is_enabled: number
    version: number
    created_at_ms: number
  }
  /** Empty is the operator's; otherwise those of a client that pays for itself. */
  source_credential: { source_id: string; client_id: string; sealed: string }
  /** By client, and in a row of no client for all of them together. */
  source_spending: {
    source_id: string
    month: string
    paid_by: string
    client_id: string
    calls: number
    cents: number
    /** As it was when it was last called; null of what an earlier release counted for a source that is gone. */
    source_name: string | null
    /** What of it was for answers that no client was billed for. */
    unbilled_calls: Generated<number>
    unbilled_cents: Generated<number>
  }
  /** What a source answered a client, section by section: the text under a key of its own, which is itself sealed. */
  source_copy: {
    client_id: string
    source_id: string
    document: string
    section: string
    /** When it was asked for, and by which query. */
    at_ms: number
    request_id: string
    keep_until_ms: number
    sealed_key: string
    sealed: string
  }
  /** Of a document, the moment up to which no copy may be used: something was corrected or released. */
  source_copy_end: { document: string; at_ms: number }
  operator_act: {
    id: string
    at_ms: number
    user_id: string
    user_name: string
    operation: string
    target: string | null
    outcome: string | null
    request_id: string
  }
  trail_verification: {
    id: string
    environment: string
    state: string
    started_by: string
    started_at_ms: number
    /** When whoever runs it last said so. */
    seen_at_ms: number
    ended_at_ms: number | null
    links_total: number
    links: number
    records: number
    head: string | null
    broken_number: number | null
    broken_place: number | null
    holds_expected: number | null
    /** What is derived from the chain and says otherwise, as JSON. */
    besides: string | null
  }
  batch: {
    id: string
    register: string
    client_id: string
    key: string | null
    format: string
    claim: string
    claimed_until_ms: number
    key_expires_at_ms: number
    created_at_ms: number
    done_at_ms: number | null
    has_lines: number
    last_line: number
    digest: string
    lines: number
    created: number
    refused: number
    invalid: number
  }
  batch_line: { batch_id: string; line: number; answer: string }
  /** Queries that were sent together. */
  query_batch: {
    id: string
    environment: string
    client_id: string
    user_id: string | null
    key: string | null
    key_expires_at_ms: number
    /** What every line is asked with, as JSON: product, features, purpose, scopes, language, address, format. */
    terms: string
    state: string
    waits_for: string | null
    /** It is not worked on before. */
    due_at_ms: number
    /** Of the sending that writes its lines. */
    claim: string
    claimed_until_ms: number
    last_line: number
    digest: string
    lines: number
    answered: number
    billed: number
    refused: number
    invalid: number
    repeated: number
    unknown: number
    cents: number
    created_at_ms: number
    ended_at_ms: number | null
    keep_until_ms: number | null
    has_lines: number
  }
  query_batch_line: {
    batch_id: string
    line: number
    document: string | null
    status: string
    repeats: number | null
    claim: string | null
    claimed_until_ms: number | null
    /** When it was asked first: what it cost since is not billed again. */
    asked_at_ms: number | null
    at_ms: number | null
    billed: number | null
    /** Why it was not answered, as JSON in the words of its sender. */
    fault: string | null
    sealed_key: string | null
    sealed: string | null
  }
  policy: {
    client_id: string
    environment: string
    name: string
    /** The newest. */
    version: number
    retired_at_ms: number | null
    retired_by: string | null
  }
  policy_version: {
    client_id: string
    environment: string
    name: string
    version: number
    /** JSON, as are the warnings. */
    policy: string
    warnings: string
    user_id: string | null
    created_at_ms: number
  }
  decision: {
    id: string
    client_id: string
    environment: string
    /** The consultation that it rests on. */
    request_id: string
    /** The code of that consultation's record: callers choose their request ids, and may use one twice. */
    check_code: string
    /** Of the request that it answers, where that came with a key: one decision for each. */
    request_key: string | null
    user_id: string | null
    at_ms: number
    day: string
    policy: string
    version: number
    product: string
    features: string
    outcome: string
    decided_by: string
    /** That of the last review; the policy's own without one. */
    final_outcome: string
    review_count: number
    reviewed_at_ms: number | null
    keep_until_ms: number
  }
  decision_inputs: { decision_id: string; sealed_key: string; sealed: string }
  decision_review: {
    decision_id: string
    number: number
    outcome: string
    reason: string
    user_id: string | null
    /** Whom a key named. */
    named: string | null
    at_ms: number
  }
  alert_document: {
    id: string
    register: string
    client_id: string
    document: string
    /** Names of events as JSON; null stands for all. */
    events: string | null
    label: string | null
    until_day: string | null
    version: number
    created_at_ms: number
    request_key: string | null
    /** The name of the client's policy that goes with it. */
    policy: Generated<string | null>
    /** What that policy said last, as JSON. */
    decided: Generated<string | null>
    /** Grows each time that it is decided or another policy is chosen. */
    decided_count: Generated<number>
  }
  alert_email: {
    id: string
    register: string
    client_id: string
    address: string
    events: string | null
    /** Documents as JSON; null stands for all. */
    documents: string | null
    digest: string
    language: string
    state: string
    paused_reason: string | null
    paused_detail: string | null
    bounces: number
    /** When a mail that had been taken last came back. */
    bounce_reported_at_ms: number | null
    confirmed_at_ms: number | null
    version: number
    created_at_ms: number
    request_key: string | null
  }
  alert_email_token: { hash: string; email_id: string; purpose: string; expires_at_ms: number }
  webhook: {
    id: string
    register: string
    client_id: string
    url: string
    events: string | null
    label: string | null
    /** As JSON: each with the time until which it signs, the newest without. */
    secrets: string
    state: string
    disabled_reason: string | null
    disabled_at_ms: number | null
    /** Since when every delivery to it has failed; null while one has not. */
    failing_since_ms: number | null
    version: number
    created_at_ms: number
    request_key: string | null
  }
  occurrence: {
    id: string
    register: string
    client_id: string
    document: string
    event: string
    registration_id: string
    label: string | null
    /** What changed, as JSON. */
    payload: string
    /** The listing version that it shows, as the trail writes them. */
    shown: string
    sequence: number
    created_at_ms: number
    /** When its first sending was put on record as a consultation. */
    recorded_at_ms: number | null
  }
  /** On PostgreSQL: how many commits have changed what replicas answer, in one row. */
  load_version: { id: number; version: number }
  /** How far those who watch companies were told of a set of public data. */
  data_comparison: {
    data_set: string
    told_id: string
    told_date: string
    /** The snapshot that they are being told of. */
    next_id: string | null
    next_date: string | null
    /** The last document that is done. */
    after_document: string
  }
  /** Who is to be told that a listing was wrong, and who was. */
  correction: {
    id: string
    register: string
    client_id: string
    recipient: string
    listing_id: string
    version: number
    /** The versions that showed the error, as JSON. */
    wrong_versions: string
    due_on: string
    occurrence_id: string | null
    way: string | null
    /** What is printed, as JSON, where a letter tells it. */
    letter: string | null
    lot: string | null
    created_at_ms: number
    told_at_ms: number | null
    told_by: string | null
    note: string | null
  }
  delivery: {
    occurrence_id: string
    target_id: string
    target_kind: string
    register: string
    document: string
    sequence: number
    is_digest: number
    state: string
    /** All attempts there were, and the step of the ladder that comes next; a resend begins the ladder again. */
    attempts: number
    step: number
    due_at_ms: number
    claimed_until_ms: number
    last_status: number | null
    created_at_ms: number
    settled_at_ms: number | null
    /** The same by the machine's clock: what ended long ago is forgotten. */
    ended_at_ms: number | null
  }
  /** What may be asked only so often. */
  allowance: { key: string; taken: number; ends_at_ms: number }
  delivery_attempt: {
    occurrence_id: string
    target_id: string
    attempt: number
    at_ms: number
    status: number | null
    error: string | null
    excerpt: string | null
  }
  user_account: {
    id: string
    /** The address as addresses are compared. */
    email_key: string
    email: string
    name: string
    /** Joined by commas. */
    roles: string
    client_id: string | null
    language: string | null
    password_hash: string
    totp_sealed: string | null
    totp_pending: string | null
    totp_pending_until_ms: number | null
    /** The newest step whose code was used; it and those before are used up. */
    totp_used_step: number
    created_at_ms: number
    disabled_at_ms: number | null
  }
  user_session: {
    hash: string
    user_id: string
    created_at_ms: number
    last_used_at_ms: number
    ends_at_ms: number
  }
  sign_in_tries: { key: string; tries: number; last_at_ms: number; paused_until_ms: number }
  user_address: { user_id: string; address: string; last_at_ms: number }
  person_request: {
    id: string
    document: string
    kind: string
    subject: string | null
    listing_id: string | null
    field: string | null
    statement: string | null
    identity: string
    reason: string | null
    channel: string
    opened_by: string | null
    opened_at_ms: number
    due_on: string
    answer_by: string | null
    /** When it was marked as overdue; whether it is, its day says. */
    overdue_at_ms: number | null
    outcome: string | null
    answer: string | null
    answered_at_ms: number | null
    answered_by: string | null
  }
  person_sign_in: { hash: string; language: string; ends_at_ms: number }
  person_session: {
    hash: string
    document: string
    request_id: string
    identity: string
    language: string
    last_used_at_ms: number
    ends_at_ms: number
  }
  data_snapshot: {
    id: string
    data_set: string
    period: string
    date: string
    state: string
    started_at_ms: number
    seen_at_ms: number
    imported_at_ms: number | null
    /** JSON, as are the accounts. */
    progress: string | null
    accounting: string | null
    size_bytes: number | null
  }
  data_served: { data_set: string; snapshot_id: string }
  sandbox_clock: { client_id: string; offset_ms: number }
  participation: { document: string; company_document: string; participation: string }
}

export type Engine = 'sqlite' | 'postgres'

/** Answered queries of a client, a day, a product and its features. */
type UsageCounts = {
  environment: string
  client_id: string
  day: string
  product: string
  features: string
  billed: number
  unbilled: number
  cents: number
}
