import { documentText } from '@lastro/reading/value-text.ts'
import type { ComponentProps } from 'react'
import { type Say, useSay } from '../../shell/language.tsx'
import { documentWords } from '../../words/shell/documents.ts'
import { checkDocument, type DocumentCheck } from './document-check.ts'
import { TextField } from './field.tsx'

type DocumentFieldProps = Omit<ComponentProps<typeof TextField>, 'onChange' | 'value' | 'help'> & {
  readonly value: string
  readonly onText: (text: string) => void
  readonly help?: string
  /** What is typed is a name, to find a document by: nothing is wrong with it as such. */
  readonly isName?: boolean
  /** Whom the document belongs to, where that is known. */
  readonly whose?: string | undefined
}

/** One field for a CPF or a CNPJ, that says as one types what it sees. A form with half a document is not sent. */
export function DocumentField({ value, onText, help, wrong, isName, whose, ...field }: DocumentFieldProps) {
  const say = useSay(documentWords)
  const check: DocumentCheck = isName ? { kind: 'empty' } : checkDocument(value)
  const unfinished =
    check.kind === 'begun' ? seen(check, say) : check.kind === 'wrong' ? say(check.fault) : undefined
  return (
    <TextField
      {...field}
      unfit={unfinished}
      value={value}
      onChange={(event) => onText(event.target.value)}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={64}
      wrong={wrong ?? (check.kind === 'wrong' ? say(check.fault) : undefined)}
      help={
        <span aria-live="polite">
          {seen(check, say) ?? help}
          {whose !== undefined && (
            <>
              {' · '}
              <bdi>{whose}</bdi>
            </>
          )}
        </span>
      }
    />
  )
}

function seen(check: DocumentCheck, say: Say<typeof documentWords>): string | undefined {
  if (check.kind === 'begun') return say('begun', { type: check.type, count: check.missingCount })
  if (check.kind !== 'document') return undefined
  return say('right', { type: check.type, document: documentText(check.document) })
}
