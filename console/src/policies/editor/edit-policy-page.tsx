import type { KeptPolicy } from '@lastro/contract/policies/kept-policies.ts'
import type { Policy } from '@lastro/contract/policies/policy.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { Answered } from '../../parts/answered.tsx'
import { BusyButton } from '../../parts/forms/busy-button.tsx'
import { SelectField } from '../../parts/forms/field.tsx'
import { useUnsaved } from '../../parts/forms/unsaved.ts'
import { useWrongFields } from '../../parts/forms/use-wrong-fields.ts'
import { ProblemNotice } from '../../parts/problem-notice.tsx'
import { useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { useSession } from '../../shell/session/session.ts'
import { policyWords } from '../../words/analyst/policies.ts'
import { coverageWarnings, PolicyWarnings } from '../policy-warnings.tsx'
import { policiesName } from '../read-names.ts'
import { draftOf, newDraft, newRule, type PolicyDraft, policyOf, type RuleDraft } from './policy-draft.ts'
import { PolicyFields } from './policy-fields.tsx'
import { type RefusedAt, refusedPlaces } from './refused-places.ts'
import { RehearsalPanel, useRehearsing } from './rehearsal-panel.tsx'
import { outcomeChoices, ReasonFields, RuleFields } from './rule-fields.tsx'

/** A policy that there is not yet. */
export function NewPolicyPage() {
  const say = useSay(policyWords)
  return (
    <Page title={say('newPolicy')} lede={say('lede')}>
      <PolicyForm kept={undefined} />
    </Page>
  )
}

/** The next version of a policy. */
export function EditPolicyPage() {
  const { name = '' } = useParams()
  const say = useSay(policyWords)
  const { policies } = useSession().lastro
  const query = useQuery({
    queryKey: [...policiesName, name, 'edited'],
    queryFn: () => policies.get(name),
    // A form begins with what stands there now, not with what did a while ago.
    gcTime: 0,
  })
  return (
    <Page title={say('editTitle')} lede={say('editLede')}>
      <Answered query={query}>{(kept) => <PolicyForm key={kept.version} kept={kept} />}</Answered>
    </Page>
  )
}

function PolicyForm({ kept }: { readonly kept: KeptPolicy | undefined }) {
  const say = useSay(policyWords)
  const [draft, setDraft] = useState<PolicyDraft>(() =>
    kept === undefined ? newDraft : draftOf(kept.policy as Policy),
  )
  const [isTouched, setIsTouched] = useState(false)
  const saved = useUnsaved(isTouched)
  const saving = useSaving(kept, saved)
  const { rehearsing, found } = useRehearsing(draft)
  const refusedAt = refusedPlaces(useWrongFields(saving.error ?? rehearsing.error))
  const change = (changed: PolicyDraft) => {
    setDraft(changed)
    setIsTouched(true)
    // What was refused is another draft than this one.
    saving.reset()
    if (rehearsing.isError) rehearsing.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(draft)
  }
  const { otherwise } = draft
  return (
    <form onSubmit={submit}>
      <PolicyWarnings warnings={coverageWarnings(kept?.warnings ?? [])} />
      <PolicyFields draft={draft} isNew={kept === undefined} refusedAt={refusedAt} onChange={change} />
      <h2>{say('rules')}</h2>
      <p className="muted">{say('rulesHelp')}</p>
      <Rules draft={draft} refusedAt={refusedAt} onChange={(rules) => change({ ...draft, rules })} />
      <section className="panel">
        <h3>{say('otherwise')}</h3>
        <div className="fields">
          <SelectField
            label={say('outcome')}
            value={otherwise.outcome}
            onChange={(event) =>
              change({
                ...draft,
                otherwise: { ...otherwise, outcome: event.target.value as typeof otherwise.outcome },
              })
            }
          >
            {outcomeChoices.map((one) => (
              <option key={one} value={one}>
                {say(one)}
              </option>
            ))}
          </SelectField>
        </div>
        <ReasonFields
          reason={otherwise}
          place="otherwise.reason"
          refusedAt={refusedAt}
          onChange={(reason) => change({ ...draft, otherwise: { ...otherwise, ...reason } })}
        />
      </section>
      <RehearsalPanel rehearsing={rehearsing} found={found} />
      {saving.isError && <ProblemNotice error={saving.error} />}
      <div className="acts">
        <BusyButton className="main" isBusy={saving.isPending}>
          {say('save')}
        </BusyButton>
      </div>
    </form>
  )
}

function useSaving(kept: KeptPolicy | undefined, saved: () => void) {
  const { policies } = useSession().lastro
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (draft: PolicyDraft) => {
      const policy = policyOf(draft)
      return kept === undefined ? policies.save(policy) : policies.saveVersion(policy, kept)
    },
    onSuccess: async ({ name }) => {
      await queries.invalidateQueries({ queryKey: policiesName })
      saved()
      navigate(`/politicas/${name}`)
    },
  })
}

type RulesProps = {
  readonly draft: PolicyDraft
  readonly refusedAt: RefusedAt
  readonly onChange: (rules: readonly RuleDraft[]) => void
}

function Rules({ draft: { rules, documentTypes }, refusedAt, onChange }: RulesProps) {
  const say = useSay(policyWords)
  const move = (at: number, by: -1 | 1) => {
    const other = rules[at + by]
    const one = rules[at]
    if (one === undefined || other === undefined) return
    onChange(rules.with(at, other).with(at + by, one))
  }
  const add = () => {
    const number = 1 + Math.max(0, ...rules.map(({ key }) => Number(key)))
    onChange([...rules, newRule(String(number), number)])
  }
  return (
    <>
      {rules.map((rule, at) => (
        <RuleFields
          key={rule.key}
          rule={rule}
          number={at + 1}
          ruleCount={rules.length}
          documentTypes={documentTypes}
          refusedAt={refusedAt}
          onChange={(changed) => onChange(rules.with(at, changed))}
          onMove={(by) => move(at, by)}
          onRemove={rules.length < 2 ? undefined : () => onChange(rules.filter((one) => one !== rule))}
        />
      ))}
      <div className="acts choose">
        <button type="button" onClick={add}>
          {say('addRule')}
        </button>
      </div>
    </>
  )
}
