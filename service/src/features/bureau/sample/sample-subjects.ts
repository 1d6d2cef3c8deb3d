import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { calendarBefore } from './chance.ts'
import { companySubject } from './companies.ts'
import { personSubject } from './people.ts'
import { isCompany } from './sample-document.ts'

/**
 * Invented people and companies for tests and benchmarks, alike in every run with the same seed.
 * How many there are changes none of them, so a longer run begins with the subjects of a shorter one.
 */
export function* sampleSubjects({
  count,
  seed,
  today,
}: {
  count: number
  seed: number
  today: Day
}): Generator<Subject> {
  const subjectAt = sampleOf({ seed, today })
  for (let index = 0; index < count; index++) yield subjectAt(index)
}

/** The same subjects one by one, in whatever order they are asked for. */
export function sampleOf({ seed, today }: { seed: number; today: Day }): (index: number) => Subject {
  const daysAgo = calendarBefore(today)
  return (index) =>
    isCompany(index) ? companySubject({ index, seed }, daysAgo) : personSubject({ index, seed }, daysAgo)
}
