import { products, services } from '@lastro/contract/reports/products.ts'
import { SelectField, TextField } from '../../parts/forms/field.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { contractWords } from '../../words/operator/contract.ts'
import type { TypedTier } from './contract-draft.ts'
import type { ContractFieldsProps } from './contract-fields.ts'

/** What changes on the statement: prices by the month's count, and what a month costs at least. */
export function TierFields({ draft, onChange, wrong, unreadable }: ContractFieldsProps) {
  const say = useSay(contractWords)
  const { language } = useLanguage()
  const { tiers } = draft
  const onSale = [...products, ...services]
  const set = (at: number, change: Partial<TypedTier>) =>
    onChange({ ...draft, tiers: tiers.map((one, place) => (place === at ? { ...one, ...change } : one)) })
  const takeOut = (at: number) => onChange({ ...draft, tiers: tiers.filter((_, place) => place !== at) })
  const figure = { inputMode: 'decimal', autoComplete: 'off', className: 'right number' } as const
  const wrongOf = (name: string, word: 'notAPrice' | 'notAFigure') =>
    unreadable.includes(name) ? say(word) : wrong[name]
  return (
    <fieldset>
      <legend>{say('tiers')}</legend>
      <p className="muted small">{say('tiersHelp')}</p>
      {tiers.map((tier, at) => (
        <div key={at} className="fields with-act">
          <SelectField
            label={say('tierProduct')}
            value={tier.product}
            wrong={wrong[`tiers[${at}].product`] ?? wrong[`tiers[${at}]`]}
            onChange={(event) => set(at, { product: event.target.value })}
          >
            {onSale.map(({ code, name }) => (
              <option key={code} value={code}>
                {name[language]}
              </option>
            ))}
            {!onSale.some(({ code }) => code === tier.product) && <option>{tier.product}</option>}
          </SelectField>
          <TextField
            {...figure}
            label={say('tierFrom')}
            value={tier.from}
            wrong={wrongOf(`tiers[${at}].from`, 'notAFigure')}
            onChange={(event) => set(at, { from: event.target.value })}
          />
          <TextField
            {...figure}
            label={say('tierPrice')}
            value={tier.price}
            wrong={wrongOf(`tiers[${at}].price`, 'notAPrice')}
            onChange={(event) => set(at, { price: event.target.value })}
          />
          <button type="button" className="plain" onClick={() => takeOut(at)}>
            {say('removeTier')}
          </button>
        </div>
      ))}
      <p>
        <button
          type="button"
          onClick={() =>
            onChange({ ...draft, tiers: [...tiers, { product: onSale[0]?.code ?? '', from: '', price: '' }] })
          }
        >
          {say('addTier')}
        </button>
      </p>
      <div className="fields">
        <TextField
          {...figure}
          label={say('monthlyMinimum')}
          help={say('monthlyMinimumHelp')}
          value={draft.monthlyMinimum}
          wrong={wrongOf('monthlyMinimum', 'notAPrice')}
          onChange={(event) => onChange({ ...draft, monthlyMinimum: event.target.value })}
        />
      </div>
    </fieldset>
  )
}
