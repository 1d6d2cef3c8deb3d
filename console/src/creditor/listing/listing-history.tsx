import { refusalReasons, releaseReasons, reviewCauses } from '@lastro/contract/listings/listing-codes.ts'
import type { ListingHistory as HistoryLine } from '@lastro/contract/listings/listings.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { dateText } from '@lastro/reading/value-text.ts'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { fieldName } from '../../voice/field-names.ts'
import { changeWords } from '../../words/creditor/changes.ts'
import { creditorWords } from '../../words/creditor/creditor.ts'

/** Everything that has happened, newest first. */
export function ListingHistory({ history }: { readonly history: readonly HistoryLine[] }) {
  const say = useSay(creditorWords)
  const { language } = useLanguage()
  const actor = (name: string): string => {
    if (name === 'creditor') return say('actorCreditor')
    if (name === 'bureau') return say('actorBureau')
    if (name === 'person') return say('actorPerson')
    return name.startsWith('operator:')
      ? say('actorOperator', { name: name.slice('operator:'.length) })
      : name
  }
  // It is the debtor who disputes, no matter who records it.
  const whose = ({ change, actor: by }: HistoryLine): string => {
    if (change !== 'disputed') return say('byActor', { actor: actor(by) })
    return by === 'person' ? '' : say('recordedBy', { actor: actor(by) })
  }
  return (
    <section className="panel">
      <h2>{say('history')}</h2>
      <ol className="timeline">
        {history.toReversed().map((line) => (
          <li key={line.version}>
            <time dateTime={line.on}>{dateText(line.on)}</time>
            <p>
              <strong>{changeWords[line.change][language]}</strong>{' '}
              <span className="muted">{whose(line)}</span>
            </p>
            <Cause line={line} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Cause({ line }: { readonly line: HistoryLine }) {
  const say = useSay(creditorWords)
  const { language } = useLanguage()
  const { cause, change } = line
  // Of a guarantor the cause is its id, which says nothing to a reader.
  if (cause === undefined || change === 'guarantor_added') return null
  if (cause === 'email') return <p className="muted">{say('channelEmail')}</p>
  if (cause === 'letter') return <p className="muted">{say('channelLetter')}</p>
  return <p className="muted">{causeText(cause, language)}</p>
}

const causes: Readonly<Record<string, Text>> = { ...releaseReasons, ...refusalReasons, ...reviewCauses }

/** The words for a code, or the text that a person wrote. A change names its fields and may give a reason. */
function causeText(cause: string, language: Language): string {
  const known = causes[cause]?.[language]
  if (known !== undefined) return known
  const [, fields = '', reason = ''] = /^([A-Za-z,]+)(: .+)?$/s.exec(cause) ?? []
  const names = fields
    .split(',')
    .map((field) => fieldName(field === 'subJudice' ? 'flagSubJudice' : field, language))
  return names.every((name) => name !== undefined) ? `${names.join(', ')}${reason}` : cause
}
