import type { Payer } from '@lastro/contract/operator/source-kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { SelectField, TextField } from '../../parts/forms/field.tsx'
import { useSay } from '../../shell/language.tsx'
import { contractWords } from '../../words/operator/contract.ts'
import { useOperator } from '../operations.ts'
import { sourcesName } from '../operator-names.ts'
import type { TypedSource } from './contract-draft.ts'
import type { ContractFieldsProps } from './contract-fields.ts'

/** Which declared sources a client's reports may use, and who pays each. */
export function SourceFields({ draft, onChange, wrong, unreadable }: ContractFieldsProps) {
  const say = useSay(contractWords)
  const operator = useOperator()
  const known = useQuery({ queryKey: sourcesName, queryFn: operator.sources })
  const names = known.data?.declared.map(({ name }) => name) ?? []
  const { sources } = draft
  const set = (at: number, change: Partial<TypedSource>) =>
    onChange({
      ...draft,
      sources: sources.map((one, place) => (place === at ? { ...one, ...change } : one)),
    })
  const takeOut = (at: number) => onChange({ ...draft, sources: sources.filter((_, place) => place !== at) })
  const free = names.find((name) => !sources.some(({ source }) => source === name))
  return (
    <fieldset>
      <legend>{say('sources')}</legend>
      <p className="muted small">{say(names.length === 0 ? 'noSources' : 'sourcesHelp')}</p>
      {sources.map((term, at) => (
        <div key={at} className="fields with-act">
          <SelectField
            label={say('source')}
            value={term.source}
            wrong={wrong[`sources[${at}]`]}
            onChange={(event) => set(at, { source: event.target.value })}
          >
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
            {!names.includes(term.source) && <option>{term.source}</option>}
          </SelectField>
          <SelectField
            label={say('paidBy')}
            value={term.paidBy}
            onChange={(event) => set(at, { paidBy: event.target.value as Payer })}
          >
            <option value="operator">{say('paidByOperator')}</option>
            <option value="client">{say('paidByClient')}</option>
          </SelectField>
          <TextField
            inputMode="decimal"
            autoComplete="off"
            className="right number"
            label={say('sourceBudget')}
            value={term.monthlyBudget}
            wrong={
              unreadable.includes(`sources[${at}].monthlyBudget`)
                ? say('notAPrice')
                : wrong[`sources[${at}].monthlyBudget`]
            }
            onChange={(event) => set(at, { monthlyBudget: event.target.value })}
          />
          <TextField
            inputMode="numeric"
            autoComplete="off"
            className="right number"
            label={say('copyDays')}
            value={term.copyDays}
            wrong={
              unreadable.includes(`sources[${at}].copyDays`)
                ? say('notAFigure')
                : wrong[`sources[${at}].copyDays`]
            }
            onChange={(event) => set(at, { copyDays: event.target.value })}
          />
          <button type="button" className="plain" onClick={() => takeOut(at)}>
            {say('removeSource')}
          </button>
        </div>
      ))}
      {free !== undefined && (
        <p>
          <button
            type="button"
            onClick={() =>
              onChange({
                ...draft,
                sources: [...sources, { source: free, paidBy: 'operator', monthlyBudget: '', copyDays: '' }],
              })
            }
          >
            {say('addSource')}
          </button>
        </p>
      )}
    </fieldset>
  )
}
