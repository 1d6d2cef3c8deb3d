import { SealedSubject, Subject } from '@lastro/contract/reports/subject.ts'
import { compiledOnUse } from '../../../compiled-on-use.ts'
import { type Validator, validator } from '../../../http/body/validate.ts'
import { holdsOnlyNamed } from './holds-only-named.ts'
import { surelyDates } from './surely-dates.ts'

/** The plain way, with `LASTRO_FAST_LOAD=off` the only one. */
export const plainSubjectLine = validator(SealedSubject)

const open = compiledOnUse(surelyDates(Subject))
const isSealed = holdsOnlyNamed(Subject)

/**
 * The validator of a line, which says yes in two thirds of the time. Whatever it does not accept at once, the plain
 * one decides on, and says why.
 */
export const subjectLine: Validator<typeof SealedSubject> = {
  accepts: (value, texts): value is Subject =>
    (texts === 'whole' && open().Check(value) && isSealed(value)) || plainSubjectLine.accepts(value, texts),
  errorsOf: plainSubjectLine.errorsOf,
}
