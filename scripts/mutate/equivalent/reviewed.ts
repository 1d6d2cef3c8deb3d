import { features } from './features.ts'
import { http } from './http.ts'
import { listingRules } from './listing-rules.ts'
import { listings } from './listings.ts'
import type { Reviewed } from './reasons.ts'
import { rules } from './rules.ts'
import { store } from './store.ts'

/** Every survivor that somebody has looked at, by what it is a defect of. */
export const reviewed: readonly Reviewed[] = [
  ...rules,
  ...listingRules,
  ...listings,
  ...features,
  ...http,
  ...store,
]
