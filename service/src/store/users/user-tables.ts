/** People who sign in. */
export type UserTables = {
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
    device_epoch: number
  }
  user_session: {
    hash: string
    user_id: string
    created_at_ms: number
    last_used_at_ms: number
    ends_at_ms: number
  }
  sign_in_tries: { key: string; tries: number; last_at_ms: number; paused_until_ms: number }
  /** Written by earlier releases; this one only deletes rows. */
  user_address: { user_id: string; address: string; last_at_ms: number }
}
