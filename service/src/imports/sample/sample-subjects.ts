import type { Subject } from '@lastro/contract/subject.ts'
import type { Day } from '../../calendar/day.ts'
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
  const daysAgo = calendarBefore(today)
  for (let index = 0; index < count; index++) {
    yield isCompany(index)
      ? companySubject({ index, seed }, daysAgo)
      : personSubject({ index, seed }, daysAgo)
  }
}
