import {
  type CredentialName,
  credentialKinds,
  type SourceKind,
  sourceKinds,
} from '@lastro/contract/operator/source-kinds.ts'
import { TextField } from '../../parts/forms/field.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { sourceWords } from '../../words/operator/sources.ts'

export type TypedCredentials = Readonly<Record<string, string>>

type CredentialFieldsProps = {
  readonly kind: SourceKind
  readonly credentials: TypedCredentials
  /** What is wrong with each field of the form, by name. */
  readonly wrong: Readonly<Record<string, string>>
  readonly onChange: (credentials: TypedCredentials) => void
}

/** Those that the kind of a source takes. They are typed, and never read back. */
export function CredentialFields({ kind, credentials, wrong, onChange }: CredentialFieldsProps) {
  const say = useSay(sourceWords)
  const { language } = useLanguage()
  const needed: readonly CredentialName[] = sourceKinds[kind].credentials
  return takenBy(kind).map((name) => (
    <TextField
      key={name}
      label={credentialKinds[name].name[language]}
      help={needed.includes(name) ? undefined : say('optional')}
      type={credentialKinds[name].isSecret ? 'password' : 'text'}
      required={needed.includes(name)}
      autoComplete="off"
      value={credentials[name] ?? ''}
      wrong={wrong[`credentials.${name}`] ?? wrong.credentials}
      onChange={(event) => onChange({ ...credentials, [name]: event.target.value })}
    />
  ))
}

/** What was typed for this kind; what was typed for another before it was chosen stays here. */
export const credentialsFor = (kind: SourceKind, typed: TypedCredentials): Record<string, string> =>
  Object.fromEntries(
    takenBy(kind)
      .map((name) => [name, typed[name] ?? ''] as const)
      .filter(([, text]) => text.trim() !== ''),
  )

const takenBy = (kind: SourceKind): readonly CredentialName[] => [
  ...sourceKinds[kind].credentials,
  ...sourceKinds[kind].optional,
]
