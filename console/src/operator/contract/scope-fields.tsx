import {
  companySearchScope,
  contactDataScope,
  decisionScope,
  features,
  policyScope,
  products,
  services,
} from '@lastro/contract/reports/products.ts'
import { purposes } from '@lastro/contract/reports/purposes.ts'
import type { Text } from '@lastro/contract/text.ts'
import { type Choice, ChoiceBoxes } from '../../parts/forms/choice-boxes.tsx'
import { SelectField } from '../../parts/forms/field.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { contractWords } from '../../words/operator/contract.ts'
import { type ContractFieldsProps, wrongWith } from './contract-fields.ts'

const everything = '*'

type Described = { readonly name: Text; readonly description: Text }

/** Products, features, gated data and purposes. */
export function ScopeFields({ draft, onChange, wrong }: ContractFieldsProps) {
  const say = useSay(contractWords)
  const { language } = useLanguage()
  const choice = (code: string, { name, description }: Described): Choice => ({
    code,
    name: name[language],
    help: description[language],
  })
  const purposeChoices = Object.entries(purposes).map(([code, name]) => ({ code, name: name[language] }))
  return (
    <>
      <AllOrSome
        legend={say('products')}
        wrong={wrongWith(wrong, 'products')}
        choices={[...products, ...services].map((one) => choice(one.code, one))}
        chosen={draft.products}
        onChoose={(codes) => onChange({ ...draft, products: codes })}
      />
      <AllOrSome
        legend={say('features')}
        wrong={wrongWith(wrong, 'features')}
        choices={Object.entries(features).map(([code, one]) => choice(code, one))}
        chosen={draft.features}
        onChoose={(codes) => onChange({ ...draft, features: codes })}
      />
      <ChoiceBoxes
        legend={say('scopes')}
        choices={[
          { code: contactDataScope, name: say('contactData'), help: say('contactDataHelp') },
          { code: companySearchScope, name: say('companySearch'), help: say('companySearchHelp') },
          { code: policyScope, name: say('policies'), help: say('policiesHelp') },
          { code: decisionScope, name: say('decisions'), help: say('decisionsHelp') },
        ]}
        chosen={draft.scopes}
        onChoose={(codes) => onChange({ ...draft, scopes: codes })}
      />
      <ChoiceBoxes
        legend={say('purposes')}
        help={say('purposesHelp')}
        wrong={wrongWith(wrong, 'purposes')}
        choices={purposeChoices}
        chosen={draft.purposes}
        onChoose={(codes) =>
          onChange({
            ...draft,
            purposes: codes,
            defaultPurpose: codes.includes(draft.defaultPurpose) ? draft.defaultPurpose : '',
          })
        }
      />
      <SelectField
        label={say('defaultPurpose')}
        value={draft.defaultPurpose}
        wrong={wrong.defaultPurpose}
        onChange={(event) => onChange({ ...draft, defaultPurpose: event.target.value })}
      >
        <option value="">{say('noDefault')}</option>
        {purposeChoices
          .filter(({ code }) => draft.purposes.includes(code))
          .map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </SelectField>
    </>
  )
}

type AllOrSomeProps = {
  readonly legend: string
  readonly wrong: string | undefined
  readonly choices: readonly Choice[]
  readonly chosen: readonly string[]
  readonly onChoose: (codes: readonly string[]) => void
}

/** Everything there is and will be, or these. */
function AllOrSome({ legend, wrong, choices, chosen, onChoose }: AllOrSomeProps) {
  const say = useSay(contractWords)
  const isAll = chosen.includes(everything)
  return (
    <ChoiceBoxes
      legend={legend}
      wrong={wrong}
      choices={choices}
      chosen={isAll ? choices.map(({ code }) => code) : chosen}
      isDisabled={isAll}
      onChoose={onChoose}
    >
      <label className="choice lone-choice">
        <input
          type="checkbox"
          checked={isAll}
          onChange={(event) =>
            onChoose(event.target.checked ? [everything] : choices.map(({ code }) => code))
          }
        />
        <span>{say('all')}</span>
      </label>
    </ChoiceBoxes>
  )
}
