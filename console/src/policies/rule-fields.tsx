import { ruleSentences } from '@lastro/reading/policies/policy-sentences.ts'
import { SelectField, TextField } from '../parts/forms/field.tsx'
import { useLanguage, useSay } from '../shell/language.tsx'
import { policyWords } from '../words/analyst/policies.ts'
import { newComparison } from './comparison-draft.ts'
import { ComparisonFields } from './comparison-fields.tsx'
import { type ConditionDraft, type RuleDraft, ruleOf } from './policy-draft.ts'

type RuleFieldsProps = {
  readonly rule: RuleDraft
  readonly number: number
  readonly ruleCount: number
  readonly documentTypes: readonly string[]
  readonly onChange: (rule: RuleDraft) => void
  readonly onMove: (by: -1 | 1) => void
  /** Absent where it is the only one. */
  readonly onRemove: (() => void) | undefined
}

/** A rule: its fields, and beside them the sentence that they make. */
export function RuleFields({ rule, number, ruleCount, documentTypes, ...acts }: RuleFieldsProps) {
  const { onChange, onMove, onRemove } = acts
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
      <ConditionFields
        when={rule.when}
        ruleKey={rule.key}
        documentTypes={documentTypes}
        onChange={(when) => onChange({ ...rule, when })}
      />
      <div className="fields">
        <SelectField
          label={say('outcome')}
          value={rule.outcome}
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
          onChange={(event) => onChange({ ...rule, id: event.target.value })}
        />
      </div>
      <ReasonFields reason={rule} onChange={(reason) => onChange({ ...rule, ...reason })} />
      <div className="acts tight">
        <button
          type="button"
          className="plain"
          aria-label={`${say('up')}: ${title}`}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        >
          ↑
        </button>
        <button
          type="button"
          className="plain"
          aria-label={`${say('down')}: ${title}`}
          disabled={number === ruleCount}
          onClick={() => onMove(1)}
        >
          ↓
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

/** Why, as the person is told it; in one language or both. */
export function ReasonFields({
  reason,
  onChange,
}: {
  readonly reason: Reason
  readonly onChange: (reason: Reason) => void
}) {
  const say = useSay(policyWords)
  return (
    <div className="fields">
      <TextField
        label={say('reason')}
        required
        maxLength={300}
        isWide
        value={reason.pt}
        onChange={(event) => onChange({ pt: event.target.value, en: reason.en })}
      />
      <TextField
        label={say('reasonEn')}
        help={say('sameInEnglish')}
        maxLength={300}
        isWide
        value={reason.en}
        onChange={(event) => onChange({ pt: reason.pt, en: event.target.value })}
      />
    </div>
  )
}

type ConditionFieldsProps = {
  readonly when: ConditionDraft
  readonly ruleKey: string
  readonly documentTypes: readonly string[]
  readonly onChange: (when: ConditionDraft) => void
}

function ConditionFields({ when, ruleKey, documentTypes, onChange }: ConditionFieldsProps) {
  const say = useSay(policyWords)
  if ('deep' in when) return <p className="muted">{say('deep')}</p>
  const { joins, comparisons } = when
  const add = () => {
    const last = Math.max(0, ...comparisons.map(({ key }) => Number(key.split('.').at(-1))))
    const added = newComparison(`${ruleKey}.${last + 1}`, 'negative.count')
    onChange({ joins, comparisons: [...comparisons, added] })
  }
  return (
    <>
      {comparisons.length > 1 && (
        <SelectField
          label={say('when')}
          value={joins}
          onChange={(event) => onChange({ comparisons, joins: event.target.value === 'or' ? 'or' : 'and' })}
        >
          <option value="and">{say('joinsAll')}</option>
          <option value="or">{say('joinsAny')}</option>
        </SelectField>
      )}
      {comparisons.map((one) => (
        <ComparisonFields
          key={one.key}
          draft={one}
          documentTypes={documentTypes}
          onChange={(changed) =>
            onChange({ joins, comparisons: comparisons.map((other) => (other === one ? changed : other)) })
          }
          onRemove={
            comparisons.length < 2
              ? undefined
              : () => onChange({ joins, comparisons: comparisons.filter((other) => other !== one) })
          }
        />
      ))}
      <div className="acts tight">
        <button type="button" className="plain" onClick={add}>
          {say('addComparison')}
        </button>
      </div>
    </>
  )
}
