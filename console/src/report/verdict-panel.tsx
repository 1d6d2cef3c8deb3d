import type { Severity } from '@lastro/reading/severity.ts'
import type { Verdict } from '@lastro/reading/verdict.ts'
import { SeverityIcon } from '../parts/marks/severity-icon.tsx'
import { useSay } from '../shell/language.tsx'
import { reportWords } from '../words/analyst/report.ts'

/** The verdict of a report, the most serious finding first, with a text for screen readers next to each icon. */
export function VerdictPanel({ verdict }: { readonly verdict: Verdict }) {
  const say = useSay(reportWords)
  const { severity, headline, consulted, notConsulted, findings, notAsked } = verdict
  return (
    <section className={`verdict ${severity}`} aria-label={say('verdict')}>
      <h2>
        <SeverityIcon severity={severity} />
        {headline}
      </h2>
      {consulted !== undefined && <p className="consulted">{consulted}</p>}
      {notConsulted !== undefined && <p className="consulted">{notConsulted}</p>}
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
  partial: 'severityPartial',
  attention: 'severityAttention',
  negative: 'severityNegative',
  unknown: 'severityUnknown',
  closed: 'severityClosed',
} as const satisfies Record<Severity, keyof typeof reportWords>
