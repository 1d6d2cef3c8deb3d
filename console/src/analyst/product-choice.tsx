import { moneyText } from '@lastro/reading/value-text.ts'
import { useLanguage, useSay } from '../shell/language.tsx'
import { analystWords } from '../words/analyst/analyst.ts'
import type { Offer } from './offers.ts'

type ProductChoiceProps = {
  readonly offers: readonly Offer[]
  readonly chosen: Offer
  readonly type: string | undefined
  readonly onChoose: (code: string) => void
}

/** Which report. What cannot be asked for stands there with the reason. */
export function ProductChoice({ offers, chosen, type, onChoose }: ProductChoiceProps) {
  const say = useSay(analystWords)
  const { language } = useLanguage()
  const whyNot = ({ product, terms }: Offer): string | undefined => {
    if (terms === undefined) return say('notContracted')
    const isFor = type === undefined || product.documentTypes.some((one) => one === type)
    return isFor ? undefined : say('onlyFor', { types: product.documentTypes.join(', ') })
  }
  return (
    <fieldset>
      <legend>{say('product')}</legend>
      <div className="choices">
        {offers.map((offer) => {
          const { product, terms } = offer
          const reason = whyNot(offer)
          return (
            <label key={product.code} className="choice">
              <input
                type="radio"
                name="product"
                value={product.code}
                checked={product === chosen.product}
                disabled={reason !== undefined}
                onChange={() => onChoose(product.code)}
              />
              <span>
                {product.name[language]}
                <small>{reason ?? product.description[language]}</small>
              </span>
              {terms?.price !== undefined && <span className="price number">{moneyText(terms.price)}</span>}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
