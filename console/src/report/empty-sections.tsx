import type { OutlineSection } from '@lastro/reading/outline.ts'
import { SeverityIcon } from '../parts/marks/severity-icon.tsx'
import { useSay } from '../shell/language.tsx'
import { reportWords } from '../words/analyst/report.ts'

/** Everything that was asked for, answered and is empty: one line, and who said so behind it. */
export function EmptySections({ sections }: { readonly sections: readonly OutlineSection[] }) {
  const say = useSay(reportWords)
  return (
    <details className="panel empty-sections">
      <summary>
        <SeverityIcon severity="clear" />
        <span>{say('emptySections', { sections: sections.map(({ heading }) => heading).join(' · ') })}</span>
      </summary>
      <ul>
        {sections.map(({ id, heading, notes }) => (
          <li key={id}>
            <strong>{heading}</strong> <span className="muted">{notes.join(' ')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
