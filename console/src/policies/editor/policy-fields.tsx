import { features, products } from '@lastro/contract/reports/products.ts'
import { ChoiceBoxes } from '../../parts/forms/choice-boxes.tsx'
import { SelectField, TextField } from '../../parts/forms/field.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { policyWords } from '../../words/analyst/policies.ts'
import { type PolicyDraft, titled } from './policy-draft.ts'
import type { RefusedAt } from './refused-places.ts'

type PolicyFieldsProps = {
  readonly draft: PolicyDraft
  /** A policy keeps its name. */
  readonly isNew: boolean
  readonly refusedAt: RefusedAt
  readonly onChange: (draft: PolicyDraft) => void
}

/** What a policy is called, whom it is for, and the report that it looks at. */
export function PolicyFields({ draft, isNew, refusedAt, onChange }: PolicyFieldsProps) {
  const say = useSay(policyWords)
  const { language } = useLanguage()
  const product = products.find(({ code }) => code === draft.product)
  return (
    <section className="panel">
      <h2>{say('about')}</h2>
      <div className="fields">
        <TextField
          label={say('called')}
          required
          maxLength={300}
          value={draft.titlePt}
          wrong={refusedAt('title.pt')}
          onChange={(event) => onChange(titled(draft, event.target.value, isNew))}
        />
        <TextField
          label={say('calledEn')}
          help={say('sameInEnglish')}
          maxLength={300}
          value={draft.titleEn}
          wrong={draft.titleEn.trim() === '' ? undefined : refusedAt('title.en')}
          onChange={(event) => onChange({ ...draft, titleEn: event.target.value })}
        />
        {isNew && (
          <TextField
            label={say('name')}
            help={say('nameHelp')}
            required
            maxLength={60}
            value={draft.name}
            wrong={refusedAt('name')}
            onChange={(event) => onChange({ ...draft, name: event.target.value })}
          />
        )}
        <SelectField
          label={say('report')}
          value={draft.product}
          wrong={refusedAt('report.product')}
          onChange={(event) => onChange({ ...draft, product: event.target.value, features: [] })}
        >
          {products.map(({ code, name }) => (
            <option key={code} value={code}>
              {name[language]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={say('whenFails')}
          value={draft.whenSectionFails}
          onChange={(event) =>
            onChange({ ...draft, whenSectionFails: event.target.value === 'rules' ? 'rules' : 'review' })
          }
        >
          <option value="review">{say('failsReview')}</option>
          <option value="rules">{say('failsRules')}</option>
        </SelectField>
      </div>
      <ChoiceBoxes
        legend={say('forWhom')}
        choices={['CPF', 'CNPJ'].map((code) => ({ code, name: code }))}
        chosen={draft.documentTypes}
        wrong={refusedAt('documentTypes')}
        onChoose={(documentTypes) => onChange({ ...draft, documentTypes })}
      />
      {product !== undefined && Object.keys(product.features).length > 0 && (
        <ChoiceBoxes
          legend={say('features')}
          choices={Object.keys(product.features).map((code) => ({
            code,
            name: features[code as keyof typeof features].name[language],
          }))}
          chosen={draft.features}
          wrong={refusedAt('report.features')}
          onChoose={(chosen) => onChange({ ...draft, features: chosen })}
        />
      )}
    </section>
  )
}
