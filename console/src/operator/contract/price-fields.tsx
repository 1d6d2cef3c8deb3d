import { features, products, services } from '@lastro/contract/reports/products.ts'
import { TextField } from '../../parts/forms/field.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { contractWords } from '../../words/operator/contract.ts'
import { type ContractFieldsProps, wrongWith } from './contract-fields.ts'

/** A price for each thing on sale; one that is sold no more keeps the price it had. */
export function PriceFields({ draft, onChange, wrong, unreadable }: ContractFieldsProps) {
  const say = useSay(contractWords)
  const { language } = useLanguage()
  const onSale = new Map<string, string>([
    ...[...products, ...services].map(({ code, name }) => [code, name[language]] as const),
    ...Object.entries(features).map(([code, { name }]) => [code, name[language]] as const),
  ])
  const soldNoMore = Object.keys(draft.prices).filter((code) => !onSale.has(code))
  const names = [...onSale, ...soldNoMore.map((code) => [code, code] as const)]
  const wrongPrices = wrongWith(wrong, 'prices')
  return (
    <fieldset>
      <legend>{say('listPrices')}</legend>
      <p className="muted small">{say('pricesHelp')}</p>
      {wrongPrices !== undefined && <p className="wrong">{wrongPrices}</p>}
      <div className="fields narrow">
        {names.map(([code, name]) => (
          <TextField
            key={code}
            label={name}
            inputMode="decimal"
            autoComplete="off"
            className="right number"
            value={draft.prices[code] ?? ''}
            wrong={unreadable.includes(`prices.${code}`) ? say('notAPrice') : wrong[`prices.${code}`]}
            onChange={(event) =>
              onChange({ ...draft, prices: { ...draft.prices, [code]: event.target.value } })
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
