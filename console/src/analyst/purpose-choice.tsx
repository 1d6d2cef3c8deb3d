import { purposes } from '@lastro/contract/reports/purposes.ts'
import { SelectField } from '../parts/forms/field.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { analystWords } from '../words/analyst/analyst.ts'
import type { OpenOffer } from './offers.ts'

type PurposeChoiceProps = {
  readonly offer: OpenOffer
  readonly chosen: string | undefined
  readonly onChoose: (purpose: string) => void
}

/** Why the report is asked for; asked only where the contract leaves a choice. */
export function PurposeChoice({ offer, chosen, onChoose }: PurposeChoiceProps) {
  const say = useSay(analystWords)
  const { language } = useLanguage()
  const { purposes: allowed, defaultPurpose } = offer.terms
  if (allowed.length < 2) return null
  return (
    <div className="fields">
      <SelectField
        label={say('purpose')}
        value={chosen ?? defaultPurpose ?? allowed[0]}
        onChange={(event) => onChoose(event.target.value)}
      >
        {allowed.map((code) => (
          <option key={code} value={code}>
            {purposes[code as keyof typeof purposes][language]}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
