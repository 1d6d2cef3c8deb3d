import type { Severity } from '@lastro/reading/severity.ts'
import type { Verdict } from '@lastro/reading/verdict.ts'
import { SeverityIcon } from '../parts/marks/severity-icon.tsx'
import { useSay } from '../shell/language.tsx'
import { reportWords } from '../words/analyst/report.ts'

/** What the report says at a glance, the loudest first. What each means is said to whoever does not see it, too. */
export function VerdictPanel({ verdict }: { readonly verdict: Verdict }) {
  const say = useSay(reportWords)
  const { severity, headline, findings, notAsked } = verdict
  return (
    <section className={`verdict ${severity}`} aria-label={say('verdict')}>
      <h2>
        <SeverityIcon severity={severity} />
        {headline}
      </h2>
      <ul>
        {findings.map((one) => (
          <li key={one.text} className={one.severity}>
            <SeverityIcon severity={one.severity} />
            <span>
              <span className="unseen">{say(severityWords[one.severity])}: </span>
              <bdi>{one.text}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {notAsked !== undefined && <p className="not-asked">{notAsked}</p>}
    </section>
  )
}

const severityWords = {
  clear: 'severityClear',
  attention: 'severityAttention',
  negative: 'severityNegative',
  unknown: 'severityUnknown',
  closed: 'severityClosed',
} as const satisfies Record<Severity, keyof typeof reportWords>
