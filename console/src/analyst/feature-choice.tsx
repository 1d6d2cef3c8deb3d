import type { Coverage } from '@lastro/contract/reports/coverage.ts'
import { moneyText } from '@lastro/reading/value-text.ts'
import { useSay } from '../shell/language.tsx'
import { analystWords } from '../words/analyst/analyst.ts'
import type { OpenOffer } from './offers.ts'

type FeatureChoiceProps = {
  readonly offer: OpenOffer
  readonly chosen: readonly string[]
  readonly type: string | undefined
  readonly onChoose: (codes: readonly string[]) => void
}

type OfferedFeature = OpenOffer['terms']['features'][number]

/** The coverage of a feature for a document type, or for all its types before a document is entered. */
const coverageOf = ({ coverage, coverageFor }: OfferedFeature, type: string | undefined): Coverage =>
  (type === 'CPF' || type === 'CNPJ' ? coverageFor[type] : undefined) ?? coverage

/** The features of a report, each with the reason why it cannot be chosen, if there is one. */
export function FeatureChoice({ offer, chosen, type, onChoose }: FeatureChoiceProps) {
  const say = useSay(analystWords)
  const { features } = offer.terms
  const whyNot = (feature: (typeof features)[number]): string | undefined => {
    if (!feature.contracted) return say('notContracted')
    const isFor = type === undefined || feature.documentTypes.some((one) => one === type)
    return isFor ? undefined : say('onlyFor', { types: feature.documentTypes.join(', ') })
  }
  /** Without coverage there may still be data on single documents, which no list tells. */
  const extentOf = (feature: (typeof features)[number]): string => {
    const coverage = coverageOf(feature, type)
    if (coverage === 'complete') return ''
    return ` ${say(coverage === 'partial' ? 'partlyCovered' : 'notDeclared')}`
  }
  const toggle = (code: string) =>
    onChoose(chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code])
  return (
    <fieldset>
      <legend>{say('features')}</legend>
      {features.length === 0 && <p className="muted">{say('noFeatures')}</p>}
      <div className="choices">
        {features.map((feature) => {
          const reason = whyNot(feature)
          return (
            <label key={feature.code} className="choice">
              <input
                type="checkbox"
                checked={reason === undefined && chosen.includes(feature.code)}
                disabled={reason !== undefined}
                onChange={() => toggle(feature.code)}
              />
              <span>
                {feature.name}
                <small>{reason ?? `${feature.description}${extentOf(feature)}`}</small>
              </span>
              {feature.price !== undefined && (
                <span className="price number">{moneyText(feature.price)}</span>
              )}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
