import { AreaField, TextField } from '../../parts/forms/field.tsx'
import { useSay } from '../../shell/language.tsx'
import { contractWords } from '../../words/operator/contract.ts'
import { figureNames } from './contract-draft.ts'
import { type ContractFieldsProps, wrongWith } from './contract-fields.ts'

const helps = {
  requestsPerSecond: 'noLimitHelp',
  monthlyQuota: 'noQuotaHelp',
  repeatWindowHours: 'repeatHelp',
  sessionReportDays: 'sessionReportHelp',
  keyReportDays: 'keyReportHelp',
} as const

/** How much, how often and from where; and the segment that others see. */
export function LimitFields({ draft, onChange, wrong, unreadable }: ContractFieldsProps) {
  const say = useSay(contractWords)
  return (
    <div className="fields">
      {figureNames.map((name) => (
        <TextField
          key={name}
          label={say(name)}
          help={say(helps[name])}
          inputMode="numeric"
          autoComplete="off"
          value={draft[name]}
          wrong={unreadable.includes(name) ? say('notAFigure') : wrong[name]}
          onChange={(event) => onChange({ ...draft, [name]: event.target.value })}
        />
      ))}
      <TextField
        label={say('segment')}
        help={say('segmentHelp')}
        maxLength={40}
        value={draft.segment}
        wrong={wrong.segment}
        onChange={(event) => onChange({ ...draft, segment: event.target.value })}
      />
      <AreaField
        label={say('networks')}
        help={say('networksHelp')}
        rows={2}
        spellCheck={false}
        isWide
        value={draft.networks}
        wrong={wrongWith(wrong, 'networks')}
        onChange={(event) => onChange({ ...draft, networks: event.target.value })}
      />
    </div>
  )
}
