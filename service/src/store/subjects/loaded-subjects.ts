import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'

/** Whether anything was ever loaded. */
export type LoadedSubjects = { readonly has: () => boolean; readonly added: () => void }

/** Another process may load the first: whoever asks in vain has it looked up again, and not more often than this. */
const lookAgainMs = 1_000

/** Known at once where it is asked for: what a source covers is asked of it with every query. */
export async function loadedSubjects(pool: Pool): Promise<LoadedSubjects> {
  const look = async () => (await pool.query('select 1 from subject limit 1')).rows.length > 0
  let has = await look()
  let isLooking = false
  const lookAgain = async () => {
    isLooking = true
    // What cannot be looked up now is at the next question.
    has ||= await look().catch(() => false)
    await wait(lookAgainMs, undefined, { ref: false })
    isLooking = false
  }
  return {
    has: () => {
      if (!has && !isLooking) void lookAgain()
      return has
    },
    added: () => {
      has = true
    },
  }
}
