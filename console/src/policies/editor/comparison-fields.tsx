import type { PolicyValueName } from '@lastro/contract/policies/policy-values.ts'
import {
  type ComparableValue,
  comparableValue,
  comparableValues,
  countedKinds,
} from '@lastro/reading/policies/comparable-values.ts'
import { figureWords, sectionWords } from '@lastro/reading/policies/value-words.ts'
import { ChoiceBoxes } from '../../parts/forms/choice-boxes.tsx'
import { AreaField, SelectField, TextField } from '../../parts/forms/field.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { policyWords } from '../../words/analyst/policies.ts'
import { type ComparedBy, type ComparisonDraft, newComparison, waysOf } from './comparison-draft.ts'
import type { RefusedAt } from './refused-places.ts'

type ComparisonFieldsProps = {
  readonly draft: ComparisonDraft
  /** Where it stands in the policy. */
  readonly place: string
  readonly documentTypes: readonly string[]
  readonly refusedAt: RefusedAt
  readonly onChange: (draft: ComparisonDraft) => void
  /** Absent where it is the only one. */
  readonly onRemove: (() => void) | undefined
}

/** One comparison: what, how, with what; and what the value means, from the catalogue. */
export function ComparisonFields({ draft, place, documentTypes, ...rest }: ComparisonFieldsProps) {
  const { refusedAt, onChange, onRemove } = rest
  const say = useSay(policyWords)
  const { language } = useLanguage()
  const value = comparableValue(draft.value)
  const isFigure = !['in', 'isKnown', 'isUnknown'].includes(draft.by)
  return (
    <div className="comparison">
      <div className="fields">
        <SelectField
          label={say('value')}
          value={draft.value}
          wrong={refusedAt(`${place}.value`) ?? refusedAt(place)}
          onChange={(event) => onChange(newComparison(draft.key, event.target.value as PolicyValueName))}
        >
          {comparableValues(documentTypes).map(({ name, title }) => (
            <option key={name} value={name}>
              {title[language]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={say('compared')}
          value={draft.by}
          onChange={(event) => onChange({ ...draft, by: event.target.value as ComparedBy })}
        >
          {waysOf(draft.value).map((way) => (
            <option key={way} value={way}>
              {say(way)}
            </option>
          ))}
        </SelectField>
        {isFigure && (
          <TextField
            label={say('constant')}
            inputMode="decimal"
            required
            value={draft.constant}
            wrong={refusedAt(`${place}.${draft.by}`)}
            onChange={(event) => onChange({ ...draft, constant: event.target.value })}
          />
        )}
      </div>
      {draft.by === 'in' && (
        <ChoiceBoxes
          legend={say('choices')}
          wrong={refusedAt(`${place}.in`) ?? refusedAt(`${place}.is`)}
          choices={value.choices.map((code) => ({ code, name: figureWords(draft.value, code, language) }))}
          chosen={draft.choices}
          onChoose={(choices) => onChange({ ...draft, choices })}
        />
      )}
      <Filters
        value={value}
        draft={draft}
        refusedAt={(filter) => refusedAt(`${place}.of${filter}`)}
        onChange={onChange}
      />
      <details>
        <summary>{say('meaning')}</summary>
        <p className="muted">{value.description[language].replaceAll('`', '')}</p>
      </details>
      {onRemove !== undefined && (
        <div className="acts tight">
          <button type="button" className="plain" onClick={onRemove}>
            {say('removeComparison')}
          </button>
        </div>
      )}
    </div>
  )
}

type FiltersProps = {
  readonly value: ComparableValue
  readonly draft: ComparisonDraft
  /** By the name of a filter after its point; of all of them by nothing. */
  readonly refusedAt: RefusedAt
  readonly onChange: (draft: ComparisonDraft) => void
}

/** What narrows the value down. Days are asked for where a value cannot be without them. */
function Filters({ value, draft, refusedAt, onChange }: FiltersProps) {
  const say = useSay(policyWords)
  const { language } = useLanguage()
  if (value.filters.length === 0) return null
  const { filter } = draft
  const set = (changed: Partial<typeof filter>) => onChange({ ...draft, filter: { ...filter, ...changed } })
  const within = (isRequired: boolean) => (
    <TextField
      label={say('withinDays')}
      inputMode="numeric"
      required={isRequired}
      value={filter.withinDays}
      wrong={refusedAt('.withinDays') ?? refusedAt('')}
      onChange={(event) => set({ withinDays: event.target.value })}
    />
  )
  if (value.filters.length === 1) return <div className="fields">{within(true)}</div>
  return (
    <details open={Object.values(filter).some((one) => one.length > 0)}>
      <summary>{say('narrow')}</summary>
      <ChoiceBoxes
        legend={say('kinds')}
        choices={countedKinds.map((code) => ({ code, name: sectionWords(code, language) }))}
        chosen={filter.kinds}
        wrong={refusedAt('.kinds')}
        onChoose={(kinds) => set({ kinds })}
      />
      <div className="fields">
        {within(false)}
        <TextField
          label={say('olderThanDays')}
          inputMode="numeric"
          value={filter.olderThanDays}
          wrong={refusedAt('.olderThanDays')}
          onChange={(event) => set({ olderThanDays: event.target.value })}
        />
        <TextField
          label={say('amountFrom')}
          inputMode="decimal"
          value={filter.amountFrom}
          wrong={refusedAt('.amountFrom')}
          onChange={(event) => set({ amountFrom: event.target.value })}
        />
        <AreaField
          label={say('creditors')}
          help={say('oneALine')}
          rows={2}
          value={filter.creditors}
          wrong={refusedAt('.creditors')}
          onChange={(event) => set({ creditors: event.target.value })}
        />
        <AreaField
          label={say('exceptCreditors')}
          help={say('oneALine')}
          rows={2}
          value={filter.exceptCreditors}
          wrong={refusedAt('.exceptCreditors')}
          onChange={(event) => set({ exceptCreditors: event.target.value })}
        />
      </div>
    </details>
  )
}
