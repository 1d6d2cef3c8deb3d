import type { WrongFields } from '../../parts/forms/use-wrong-fields.ts'

/** What is wrong at a place of the policy, or at an item of the list that stands there. */
export type RefusedAt = (place: string) => string | undefined

export const refusedPlaces =
  (wrong: WrongFields): RefusedAt =>
  (place) =>
    wrong[place] ??
    Object.entries(wrong).find(
      ([field]) => field.startsWith(`${place}[`) && /^\[\d+\]$/.test(field.slice(place.length)),
    )?.[1]
