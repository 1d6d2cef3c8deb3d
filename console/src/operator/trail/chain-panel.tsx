import type { TrailStatus, TrailVerification } from '@lastro/contract/operator/operator-trail.ts'
import { grouped } from '@lastro/reading/value-text.ts'
import { useState } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ActDialog } from '../../parts/dialogs/act-dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { TextField } from '../../parts/forms/field.tsx'
import { instantOf } from '../../parts/instant.ts'
import { Mark } from '../../parts/marks/mark.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useSay } from '../../shell/language.tsx'
import { trailWords } from '../../words/operator/trail.ts'
import { useOperator } from '../operations.ts'
import { trailName } from '../operator-names.ts'

/** Where one chain stands, and what the last walk over it found. */
export function ChainPanel({ chain }: { readonly chain: TrailStatus }) {
  const say = useSay(trailWords)
  const [isAsking, setIsAsking] = useState(false)
  const { environment, lastLink, head, lastAt, verification } = chain
  return (
    <section className="panel">
      <h2>{say('chain', { environment: say(environment) })}</h2>
      <Facts
        facts={[
          { label: say('lastLink'), value: lastLink === 0 ? say('emptyChain') : grouped(String(lastLink)) },
          { label: say('lastAt'), value: lastAt && instantOf(lastAt) },
        ]}
      />
      {head !== undefined && (
        <div className="secret">
          <TextField label={say('head')} readOnly className="code" value={head} />
          <CopyButton text={head} />
        </div>
      )}
      <h3>{say('verification')}</h3>
      {verification === undefined ? (
        <p className="muted">{say('neverVerified')}</p>
      ) : (
        <Verification of={verification} />
      )}
      <div className="acts">
        <button type="button" onClick={() => setIsAsking(true)}>
          {say('verify')}
        </button>
      </div>
      {isAsking && <Verify environment={environment} onClose={() => setIsAsking(false)} />}
    </section>
  )
}

const tones = { running: 'info', whole: 'good', differing: 'bad', broken: 'bad', failed: 'warn' } as const

function Verification({ of }: { readonly of: TrailVerification }) {
  const say = useSay(trailWords)
  const {
    state,
    links,
    linksTotal,
    records,
    broken,
    differences = [],
    holdsExpected,
    startedBy,
    startedAt,
  } = of
  const walked = say('walked', { links: grouped(String(links)), total: grouped(String(linksTotal)) })
  return (
    <div role="status">
      <p>
        <Mark tone={tones[state]}>{say(state)}</Mark>{' '}
        <span className="muted">{say('startedBy', { name: startedBy, at: instantOf(startedAt) })}</span>
      </p>
      {state === 'running' ? (
        <>
          <progress value={links} max={Math.max(1, linksTotal)} aria-label={walked} />
          <p className="number">{walked}</p>
        </>
      ) : (
        <p>{say('found', { records: grouped(String(records)), links: grouped(String(links)) })}</p>
      )}
      {broken !== undefined && <Notice tone="bad">{say('brokenAt', broken)}</Notice>}
      {differences.map(({ kind, ...where }) => (
        <Notice key={`${kind} ${where.month} ${where.lane} ${where.number}`} tone="bad">
          {say(wordOf(kind, where.month), where)}
        </Notice>
      ))}
      {holdsExpected !== undefined && (
        <Notice tone={holdsExpected ? 'good' : 'bad'}>{say(holdsExpected ? 'holds' : 'holdsNot')}</Notice>
      )}
    </div>
  )
}

/** What is said of each thing that does not say what the links say. */
const differenceWords = {
  usage: 'usage',
  index: 'index',
  owners: 'owners',
  end: 'end',
  seal_missing: 'sealMissing',
  seal_changed: 'sealChanged',
  lane_cut: 'laneCut',
  lane_missing: 'laneMissing',
  lane_rewritten: 'laneRewritten',
  archive_changed: 'archiveChanged',
  kept_changed: 'keptChanged',
} as const

type Difference = NonNullable<TrailVerification['differences']>[number]

/** Of a lane that is said to have left there may be no month at all. */
const wordOf = (kind: Difference['kind'], month: Difference['month']) =>
  kind === 'archive_changed' && month === undefined ? 'leftChanged' : differenceWords[kind]

type VerifyProps = Pick<TrailStatus, 'environment'> & { readonly onClose: () => void }

function Verify({ environment, onClose }: VerifyProps) {
  const say = useSay(trailWords)
  const operator = useOperator()
  const [expected, setExpected] = useState('')
  const hash = expected.trim().toLowerCase()
  return (
    <ActDialog
      title={say('verifyTitle')}
      text={say('verifyText')}
      button={say('verify')}
      act={() => operator.verify({ environment, ...(hash !== '' && { expect: hash }) })}
      changes={trailName}
      onDone={onClose}
      onClose={onClose}
    >
      {(wrong) => (
        <TextField
          label={say('expect')}
          help={say('expectHelp')}
          className="code"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={expected}
          wrong={wrong.expect}
          onChange={(event) => setExpected(event.target.value)}
        />
      )}
    </ActDialog>
  )
}
