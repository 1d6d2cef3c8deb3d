/** The trail: links, lanes, seals, and what is counted of them. */
export type TrailTables = {
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
}

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
