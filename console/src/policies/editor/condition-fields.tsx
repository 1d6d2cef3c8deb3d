import { conditionWords } from '@lastro/reading/policies/condition-words.ts'
import { useRef } from 'react'
import { SelectField } from '../../parts/forms/field.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { policyWords } from '../../words/analyst/policies.ts'
import { ComparisonFields } from './comparison-fields.tsx'
import {
  conditionOf,
  type GroupDraft,
  isGroup,
  type Joins,
  placeOfPart,
  withMore,
} from './condition-draft.ts'
import type { RefusedAt } from './refused-places.ts'

type ConditionFieldsProps = {
  readonly group: GroupDraft
  /** Where it stands in the policy. */
  readonly place: string
  /** How many groups it is in. */
  readonly depth: number
  readonly documentTypes: readonly string[]
  readonly refusedAt: RefusedAt
  readonly onChange: (group: GroupDraft) => void
}

/** A group is two levels where it is denied, and the service takes six: deeper than this nobody reads it aloud. */
const depthMax = 2

/** How conditions come together, each of them, and groups of more inside. */
export function ConditionFields({ group, place, depth, documentTypes, ...rest }: ConditionFieldsProps) {
  const { refusedAt, onChange } = rest
  const say = useSay(policyWords)
  const adding = useRef<HTMLButtonElement>(null)
  const { parts } = group
  const isSingle = parts.length === 1
  const change = (at: number, part: GroupDraft['parts'][number]) =>
    onChange({ ...group, parts: parts.with(at, part) })
  const remove = (key: string) => {
    // What had the focus is gone with it.
    adding.current?.focus()
    onChange({ ...group, parts: parts.filter((one) => one.key !== key) })
  }
  return (
    <>
      <div className="fields">
        <SelectField
          label={say('when')}
          value={isSingle ? single[group.joins] : group.joins}
          wrong={isSingle ? undefined : refusedAt(place)}
          onChange={(event) => onChange({ ...group, joins: event.target.value as Joins })}
        >
          {Object.entries(isSingle ? singleWords : manyWords).map(([joins, word]) => (
            <option key={joins} value={joins}>
              {say(word)}
            </option>
          ))}
        </SelectField>
      </div>
      {parts.map((part, at) => {
        const shared = { documentTypes, refusedAt, place: placeOfPart(group, at, place) }
        const onRemove = isSingle ? undefined : () => remove(part.key)
        return isGroup(part) ? (
          <InnerGroup
            key={part.key}
            {...shared}
            group={part}
            depth={depth + 1}
            onChange={(changed) => change(at, changed)}
            onRemove={onRemove}
          />
        ) : (
          <ComparisonFields
            key={part.key}
            {...shared}
            draft={part}
            onChange={(changed) => change(at, changed)}
            onRemove={onRemove}
          />
        )
      })}
      <div className="acts tight">
        <button
          type="button"
          className="plain"
          ref={adding}
          onClick={() => onChange(withMore(group, 'comparison'))}
        >
          {say('addComparison')}
        </button>
        {depth < depthMax && (
          <button type="button" className="plain" onClick={() => onChange(withMore(group, 'group'))}>
            {say('addGroup')}
          </button>
        )}
      </div>
    </>
  )
}

type InnerGroupProps = ConditionFieldsProps & { readonly onRemove: (() => void) | undefined }

/** A group inside another, called by the sentence that it makes. */
function InnerGroup({ onRemove, ...props }: InnerGroupProps) {
  const say = useSay(policyWords)
  const { language } = useLanguage()
  return (
    <fieldset className="condition-group">
      <legend>{say('group', { words: conditionWords(conditionOf(props.group), language) })}</legend>
      <ConditionFields {...props} />
      {onRemove !== undefined && (
        <div className="acts tight">
          <button type="button" className="plain" onClick={onRemove}>
            {say('removeGroup')}
          </button>
        </div>
      )}
    </fieldset>
  )
}

/** Of a single condition it is said that it holds, or that it does not. */
const single = { all: 'all', any: 'all', none: 'none', notAll: 'none' } as const

const manyWords = { all: 'joinsAll', any: 'joinsAny', none: 'joinsNone', notAll: 'joinsNotAll' } as const
const singleWords = { all: 'joinsOne', none: 'joinsNotOne' } as const
