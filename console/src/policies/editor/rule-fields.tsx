import { ruleSentences } from '@lastro/reading/policies/policy-sentences.ts'
import { SelectField, TextField } from '../../parts/forms/field.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { policyWords } from '../../words/analyst/policies.ts'
import { ConditionFields } from './condition-fields.tsx'
import { type RuleDraft, ruleOf } from './policy-draft.ts'
import type { RefusedAt } from './refused-places.ts'

type RuleFieldsProps = {
  readonly rule: RuleDraft
  readonly number: number
  readonly ruleCount: number
  readonly documentTypes: readonly string[]
  readonly refusedAt: RefusedAt
  readonly onChange: (rule: RuleDraft) => void
  readonly onMove: (by: -1 | 1) => void
  /** Absent where it is the only one. */
  readonly onRemove: (() => void) | undefined
}

/** A rule: its fields, and beside them the sentence that they make. */
export function RuleFields({ rule, number, ruleCount, documentTypes, ...rest }: RuleFieldsProps) {
  const { refusedAt, onChange, onMove, onRemove } = rest
  const place = `rules[${number - 1}]`
  const say = useSay(policyWords)
  const { language } = useLanguage()
  const { holds, unknown } = ruleSentences(ruleOf(rule), language)
  const title = say('rule', { number })
  return (
    <section className="panel" aria-label={title}>
      <h3>{title}</h3>
      <p className="sentence">
        <span className="muted">{say('reads')}:</span> {holds} {unknown}
      </p>
      <div className="conditions">
        <ConditionFields
          group={rule.when}
          place={`${place}.when`}
          depth={0}
          documentTypes={documentTypes}
          refusedAt={refusedAt}
          onChange={(when) => onChange({ ...rule, when })}
        />
      </div>
      <div className="fields">
        <SelectField
          label={say('outcome')}
          value={rule.outcome}
          wrong={refusedAt(place)}
          onChange={(event) => onChange({ ...rule, outcome: event.target.value as RuleDraft['outcome'] })}
        >
          {outcomeChoices.map((one) => (
            <option key={one} value={one}>
              {say(one)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={say('whenUnknown')}
          value={rule.whenUnknown}
          onChange={(event) =>
            onChange({ ...rule, whenUnknown: event.target.value as RuleDraft['whenUnknown'] })
          }
        >
          {(['skip', ...outcomeChoices] as const).map((one) => (
            <option key={one} value={one}>
              {say(one)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={say('ruleName')}
          required
          value={rule.id}
          wrong={refusedAt(`${place}.id`)}
          onChange={(event) => onChange({ ...rule, id: event.target.value })}
        />
      </div>
      <ReasonFields
        reason={rule}
        place={`${place}.reason`}
        refusedAt={refusedAt}
        onChange={(reason) => onChange({ ...rule, ...reason })}
      />
      <div className="acts tight">
        <button
          type="button"
          className="plain"
          aria-label={`${say('up')}: ${title}`}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        >
          {say('up')}
        </button>
        <button
          type="button"
          className="plain"
          aria-label={`${say('down')}: ${title}`}
          disabled={number === ruleCount}
          onClick={() => onMove(1)}
        >
          {say('down')}
        </button>
        {onRemove !== undefined && (
          <button type="button" className="plain" onClick={onRemove}>
            {say('removeRule')}
          </button>
        )}
      </div>
    </section>
  )
}

export const outcomeChoices = ['approve', 'review', 'decline'] as const

type Reason = { readonly pt: string; readonly en: string }

type ReasonFieldsProps = {
  readonly reason: Reason
  readonly place: string
  readonly refusedAt: RefusedAt
  readonly onChange: (reason: Reason) => void
}

/** Why, as the person is told it; in one language or both. */
export function ReasonFields({ reason, place, refusedAt, onChange }: ReasonFieldsProps) {
  const say = useSay(policyWords)
  return (
    <div className="fields">
      <TextField
        label={say('reason')}
        required
        maxLength={300}
        isWide
        value={reason.pt}
        wrong={refusedAt(`${place}.pt`)}
        onChange={(event) => onChange({ pt: event.target.value, en: reason.en })}
      />
      <TextField
        label={say('reasonEn')}
        help={say('sameInEnglish')}
        maxLength={300}
        isWide
        value={reason.en}
        // Left empty it is the Portuguese one, which says what is wrong with both.
        wrong={reason.en.trim() === '' ? undefined : refusedAt(`${place}.en`)}
        onChange={(event) => onChange({ pt: reason.pt, en: event.target.value })}
      />
    </div>
  )
}
